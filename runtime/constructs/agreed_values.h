#pragma once

#include <loop/rank_function.h>

#include <string>
#include <vector>

namespace loop::runtime {

// An argument of a call, or a variable that its functions of the rank use: it must have the same value on all
// ranks.
struct AgreedValue {
    std::string name;
    long long value;
    bool fraction; // the value is the bits of a double
};

void add_variables(std::vector<AgreedValue>& all, const Kept& kept);

} // namespace loop::runtime
