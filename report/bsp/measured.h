#pragma once

#include "report/bsp/fit.h"
#include "report/run.h"

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
    Line line;     ///< through these
    std::optional<Intervals> intervals;
    std::vector<double> r_of_launches;

    std::optional<double> g_flops() const;
    std::optional<double> l_flops() const;
    std::vector<std::string> warnings() const;
    /// The best two launches of r, and of the time of an h1-relation.
    std::vector<Agreement> agreements() const;
    /// "p = 2, r = 5442 Mflop/s, g = 130 flop, l = 24590 flop".
    std::string bottom_line() const;
};

/// Every \BSPBENCH of the run, in the order of its series; nothing for other runs.
std::vector<Measured> measured(const Run& run);

/// What \BSPPROBE found.
struct Probed {
    std::string name;
    int ranks = 0;
    double s_mflops = 0, l_flops = 0, g_flops = 0, n_half = 0; ///< a word of 32 bits
};
std::vector<Probed> probed(const Run& run);

/// The lines for the terminal's sheet, and the section of the page; empty without a \BSPBENCH.
std::vector<std::string> lines(const Run& run);
std::string picture(const Measured& found);

} // namespace loop::report::bsp
