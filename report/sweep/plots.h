#pragma once

#include "report/sweep/curves.h"

namespace loop::report {

/// A picture as gnuplot draws it: NAME.gp reads NAME.dat and writes NAME.svg, NAME.pdf and NAME.png, all in
/// the folder where it runs.
struct Plot {
    std::string name;
    std::string title;
    std::string script;
    std::string data;
};

/// Time, speed-up with the ideal line, efficiency and serial fraction over ranks, with intervals; for each
/// workload. Only what there is: no speed-up without a launch on 1 rank.
std::vector<Plot> plots(const Sweep& sweep, const std::vector<Curve>& curves);

} // namespace loop::report
