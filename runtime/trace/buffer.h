#pragma once

#include <cstddef>

namespace loop::runtime::trace {

// Memory for the records, all of its pages touched. As many as were asked for, or as memory allows with a
// note in the record; returns how many.
std::size_t allocate_records(long wanted, int node_ranks);
void free_records();

} // namespace loop::runtime::trace
