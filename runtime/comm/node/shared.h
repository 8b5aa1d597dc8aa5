#pragma once

#include "comm/node/layout.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace loop::runtime {

// What lies in the memory that a node's ranks share, and what each rank knows of it. For the files of comm/
// that work on it.

constexpr std::size_t cache_line = 64;

struct alignas(cache_line) Counter {
    std::atomic<std::uint64_t> value;
};

// A counter that many wait for. Barriers are counted modulo 2^32: the kernel waits on words of that length.
struct alignas(cache_line) Gate {
    std::atomic<std::uint32_t> value;
    std::atomic<std::uint32_t> asleep;
};

// What a rank offers to be combined goes through a row of its own, used round and round; positions count
// bytes from the beginning and are the same on all ranks. The row is as long as a rank may be ahead of the
// root: in a crowd each rank, once it has the core, should do many operations before it must yield.
constexpr std::uint64_t row_bytes = 32768;
constexpr std::uint64_t granule = 16; // pieces start at multiples, so that any element is aligned

struct alignas(cache_line) Row {
    Counter filled; // the position up to which it has been
    char data[row_bytes];
};

// Starts in zeroed memory, with the token of open_node_memory.
struct Shared {
    char token[cache_line];
    Counter arrived;   // at barriers, ranks
    Gate released;     // barriers
    Counter collected; // position up to which rows have been combined
    Row rows[1];       // one for each rank; parking and doorbells follow
};

struct Node {
    NodeLayout layout;
    Shared* shared = nullptr;
    std::size_t bytes = 0;
    std::vector<int> index_of; // for each rank on this node, -1 for others
    std::uint64_t barriers = 0;
    std::uint64_t position = 0; // in the rows
};

extern Node node;

} // namespace loop::runtime
