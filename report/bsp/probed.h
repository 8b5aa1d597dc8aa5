#pragma once

#include "report/bsp/fit.h"
#include "report/bsp/rates.h"
#include "report/read/run.h"
#include "report/read/trust.h"

#include <optional>
#include <string>
#include <vector>

namespace loop::report::bsp {

/// g over the size of the blocks, for one communication pattern.
struct BlockCurve {
    std::string pattern;          ///< "shift", "total exchange"
    std::vector<Points> launches; ///< g in flop per 32-bit word over words per block
    Points points;                ///< medians over the launches
    double g_infinity = 0;        ///< flop per 32-bit word
    double n_half = 0;            ///< words per block at which g is twice as large

    /// The model g infinity (1 + n-half / b).
    double at(double words) const { return g_infinity * (1 + n_half / words); }
};

/// The results of one \BSPPROBE of a run. Values are medians over launches, for 32-bit words.
struct Probed {
    std::string name; ///< NAME of the construct; usually empty
    int ranks = 0;
    double s_mflops = 0, n_half = 0;
    std::optional<double> g_us, l_us; ///< nothing in runs of earlier versions
    double l_flops = 0, g_flops = 0;  ///< these times s, as all values in flop
    std::optional<double> l_low_flops;
    std::vector<Rate> rates;
    BlockCurve total;                ///< the one that g and n-half are from
    std::optional<BlockCurve> shift; ///< to the right neighbor
    std::vector<double> s_of_launches, l_of_launches, l_low_of_launches, g_of_launches;

    /// Artefacts: values that are not what they should measure, one sentence each.
    std::vector<std::string> warnings() const;
    /// INVALID if s, g, or l is not a valid cost; other warnings and disagreeing launches are notes. Does not
    /// include the verdict of the run itself.
    Trust trust() const;
    /// Whether the best two launches agree, in s, l, and g.
    std::vector<Agreement> agreements() const;
    /// "p = 2, s = 5442 Mflop/s, l = 4200 flop, g = 1.3 flop per 32-bit word, n-half = 40 words".
    std::string bottom_line() const;
};

/// Returns the results of every \BSPPROBE of the run, in the order of their series.
std::vector<Probed> probed(const RunRecord& run);

/// Draws g over the size of the blocks, of which there are some, with the models, and l of every launch.
std::string probe_picture(const Probed& found);

} // namespace loop::report::bsp
