#pragma once

#include "report/bsp/fit.h"
#include "report/read/run.h"
#include "report/read/trust.h"

#include <optional>
#include <string>
#include <vector>

namespace loop::report::bsp {

/// What a \BSPBENCH of a run found.
struct Measured {
    std::string name; ///< NAME of the construct; mostly empty
    int ranks = 0;
    std::optional<double> r_mflops; ///< medians of launches, here and below
    double h0 = 0, h1 = 0;
    std::vector<Points> launches;
    Points points; ///< the medians of the launches
    Line line;     ///< medians of the g and l of the launches' own lines; its fit is that of `points`
    std::optional<double> g_in_flops, l_in_flops; ///< medians of what the launches gave; none without r
    std::optional<Intervals> intervals;
    std::vector<double> r_of_launches;

    std::vector<std::string> warnings() const;
    /// INVALID if r, g or l is no cost; warnings and launches that do not agree are notes. Without the
    /// verdict of the run itself.
    Trust trust() const;
    /// The best two launches of r, and of the time of an h1-relation.
    std::vector<Agreement> agreements() const;
    /// "p = 2, r = 5442 Mflop/s, g = 130 flop, l = 24590 flop".
    std::string bottom_line() const;
};

/// Every \BSPBENCH of the run, in the order of its series; nothing for other runs.
std::vector<Measured> measured(const RunRecord& run);

/// What \BSPPROBE found.
struct Probed {
    std::string name;
    int ranks = 0;
    double s_mflops = 0, l_flops = 0, g_flops = 0, n_half = 0; ///< a word of 32 bits
};
std::vector<Probed> probed(const RunRecord& run);

/// The lines for the terminal's sheet, and the section of the page; empty without a \BSPBENCH.
std::vector<std::string> lines(const RunRecord& run);
std::string picture(const Measured& found);

} // namespace loop::report::bsp
