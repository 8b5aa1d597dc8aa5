#pragma once

#include <cstddef>

namespace loop::runtime::trace {

// Allocates memory for the records and touches all of its pages. Returns the number of records: `wanted`, or
// as many as memory allows, with a note in the rank record; with those that may go to disk
// (trace/events_file.h).
std::size_t allocate_records(long wanted, int node_ranks);
void free_records();

} // namespace loop::runtime::trace
