#pragma once

#include "comm/node/layout.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace loop::runtime {

// The layout of the memory that the ranks of a node share, and each rank's view of it. Internal to comm/.

constexpr std::size_t cache_line = 64;

struct alignas(cache_line) Counter {
    std::atomic<std::uint64_t> value;
};

// A counter that many ranks wait for. Barriers are counted modulo 2^32, as futexes are 32-bit words.
struct alignas(cache_line) Gate {
    std::atomic<std::uint32_t> value;
    std::atomic<std::uint32_t> asleep;
};

// A rank passes the data to be combined through its own row, a ring buffer. Positions count bytes from the
// start and are the same on all ranks. The length of the row limits how far a rank may be ahead of the root:
// if ranks share a core, each should complete many operations before it must yield.
constexpr std::uint64_t row_bytes = 32768;
constexpr std::uint64_t granule = 16; // pieces start at multiples of it, so that all elements are aligned

struct alignas(cache_line) Row {
    Counter filled; // the position up to which the row has been filled
    char data[row_bytes];
};

// Placed in zeroed memory, which begins with the token of open_node_memory.
struct Shared {
    char token[cache_line];
    Counter arrived;   // number of ranks that arrived at barriers
    Gate released;     // number of the last barrier that released its ranks
    Counter collected; // position up to which rows have been combined
    Row rows[1];       // one for each rank; the memory of parking and doorbells follows
};

struct Node {
    NodeLayout layout;
    Shared* shared = nullptr;
    std::size_t bytes = 0;
    std::vector<int> index_of; // by rank: its index on this node; -1: it is on another node
    std::uint64_t barriers = 0;
    std::uint64_t position = 0; // where the previous piece ended in the rows
};

extern Node& node; // never destroyed, as programs may end their session in exit handlers

} // namespace loop::runtime
