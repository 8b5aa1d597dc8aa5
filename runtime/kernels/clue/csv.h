#pragma once

#include <loop/kernels.h>
#include <loop/result_kinds.h>

#include <cmath>
#include <string>
#include <vector>

// The CSV line of an execution, for programs that were started by hand (thesis, 3.2). No side effects.
namespace loop::runtime::clue {

// A metric over all ranks.
struct OverRanks {
    double mean = 0, deviation = 0, min = 0, max = 0;
};

struct Execution {
    int ranks = 1;
    double seconds = 0;     // of the slowest rank
    double transitions = 0; // of a rank
    std::vector<std::pair<ResultKind, OverRanks>> metrics;
};

// The columns of <loop/clue_columns.h> that a line has, without the newline.
std::string csv_head();
// `asked`: the arguments of the call; the height is the width if it is 0. Unknown metrics are empty.
std::string csv_line(const Clue& asked, const Execution& execution);

} // namespace loop::runtime::clue
