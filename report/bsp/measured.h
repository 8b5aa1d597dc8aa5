#pragma once

#include "report/bsp/fit.h"
#include "report/bsp/rates.h"
#include "report/bsp/request_costs.h"
#include "report/read/run.h"
#include "report/read/trust.h"

#include <loop/result_kinds.h>

#include <optional>
#include <string>
#include <vector>

namespace loop::report::bsp {

/// The order of the words in the published loop.
inline constexpr const char* published_order = "cyclic order";

/// The results of one \BSPBENCH of a run, with its words in one order.
struct Measured {
    std::string name;  ///< NAME of the construct; usually empty
    std::string order; ///< "random order" or "cyclic order", the published one; empty if there is one order
    bool is_second = false; ///< another order of the same \BSPBENCH precedes it
    int ranks = 0;
    std::optional<double> r_mflops; ///< r, and all values below, are medians over launches
    double h0 = 0, h1 = 0;
    std::vector<Points> launches;
    Points points; ///< medians over the launches
    Line line;     ///< medians of the launches' own g and l; its residuals are those of `points`
    std::optional<double> g_in_flops, l_in_flops; ///< of `line`, with r_mflops; nothing without r
    std::optional<Intervals> intervals;
    std::vector<double> r_of_launches;
    std::vector<Rate> rates; ///< r first; empty without r
    RateCurve rate_curve;
    std::vector<RequestCosts> requests; ///< of the first order; empty if not measured

    std::vector<std::string> warnings() const;
    /// INVALID if r, g, or l is not a valid cost; warnings and disagreeing launches are notes. Does not
    /// include the verdict of the run itself.
    Trust trust() const;
    /// Whether the best two launches agree, in r and in the time of an h1-relation.
    std::vector<Agreement> agreements() const;
    /// "p = 2, r = 5442 Mflop/s, g = 130 flop, l = 24590 flop".
    std::string bottom_line() const;
    /// What distinguishes it from the other results of the run: NAME, and the order of a second one.
    std::string title() const;
};

/// The results of the line of a \BSPBENCH, in its first order or in the second one.
struct LineKinds {
    const ResultKind &g, &l, &g_time, &l_time;
};
LineKinds line_kinds(bool is_second);

/// Returns the results of every \BSPBENCH of the run, in the order of their series. With two orders, the
/// random one comes first.
std::vector<Measured> measured(const RunRecord& run);

/// Draws the points, the line, and the residuals.
std::string picture(const Measured& found);

} // namespace loop::report::bsp
