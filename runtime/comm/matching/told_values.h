#pragma once

#include <loop/rank_function.h>
#include <loop/rank_status.h>

#include <string>
#include <vector>

namespace loop::runtime {

// The variables that a construct's functions of the rank use, so that a rank can say which of them differ
// from those of another rank.

struct ToldVariable {
    std::string name;
    long long value;
    bool fraction; // the value is the bits of a double
};

void add_variables(std::vector<ToldVariable>& all, const Kept& kept);

// Writes the values, and for a \SEND the receivers of this rank, to the status file.
void tell_values(const std::vector<ToldVariable>& own, const std::vector<int>& receivers = {});

// "`d` is 1 on rank 0, 2 on rank 3"; "" if `rank` has told the same values, or others that do not compare.
std::string values_difference(const std::vector<ToldVariable>& own, int rank, const ToldPairs& told);

} // namespace loop::runtime
