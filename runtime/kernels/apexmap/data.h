#pragma once

#include <mpi.h>

#include <cstdint>

namespace loop::runtime::apexmap {

// The words of this rank. They stay from call to call, so that points of a surface are measured on the same
// data.
struct Data {
    double* words = nullptr;
    std::int64_t first = 0; // the global address of the first
    std::int64_t count = 0;
    // On a simulated machine that executes nothing there is one block for all addresses: only lengths matter.
    std::int64_t real = 0;
    MPI_Win window = MPI_WIN_NULL; // where others read one-sidedly

    // The words of a block at an address of this rank.
    const double* at(std::int64_t address) const { return words + (apart() ? address - first : 0); }
    bool owns(std::int64_t address) const { return address >= first && address < first + count; }
    bool apart() const { return real == count; }
};

// Collective. The words of addresses first to first + count - 1, of which `block` at a time are read;
// allocated and filled unless they are there. No memory: a run-time error.
const Data& provide_data(std::int64_t first, std::int64_t count, std::int64_t block, bool windowed);

// What is there, for who looks for memory; the words that a call without M goes on with.
const Data& data_at_hand();

// Collective.
void release_data();

} // namespace loop::runtime::apexmap
