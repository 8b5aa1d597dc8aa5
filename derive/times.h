#pragma once

#include "derive/declarations.h"
#include "derive/tree.h"

namespace loop::report::derive {

/// `\WORK` of a load, with a semicolon.
std::string work_of(const Load& load, Declarations& declarations);

/// A load on some numbers of ranks.
struct LoadAt {
    std::vector<const Load*> loads;
    Counts counts;
};

/// `\WORK` of the mean of all ranks, which may depend on their number.
std::string work_of(const LoadAt& load, Declarations& declarations);

/// Whether times differ by no more than clocks and other programs make them differ.
bool are_alike(double least, double most);

std::string seconds_text(double seconds);

} // namespace loop::report::derive
