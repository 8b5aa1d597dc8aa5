#pragma once

#include <mpi.h>

#include <cstdint>

namespace loop::runtime::apexmap {

// Private: other ranks cannot read it, but send requests. Window: MPI's one-sided operations read it.
// Symmetric: OpenSHMEM's gets read it.
enum class Memory { Private, Window, Symmetric };

// The words of this rank. They persist between calls, so that all points of a surface are measured on the
// same data.
struct Data {
    double* words = nullptr;
    std::int64_t first = 0; // the global address of the first word
    std::int64_t count = 0;
    // Number of allocated words. A simulated machine that does not compute has one block for all addresses,
    // as only lengths matter.
    std::int64_t real = 0;
    Memory memory = Memory::Private;
    MPI_Win window = MPI_WIN_NULL; // of Memory::Window
    bool asked_for_huge_pages = false;
    double huge_kib = -1; // in huge pages when the words were made; negative: unknown

    // Returns the words at an address of this rank.
    const double* at(std::int64_t address) const { return words + (apart() ? address - first : 0); }
    bool owns(std::int64_t address) const { return address >= first && address < first + count; }
    bool apart() const { return real == count; }
};

// Collective. Returns the words at addresses first to first + count - 1, which are read in blocks of `block`
// words. Allocates and fills them unless they exist already. `huge_pages`: asks for them; only for
// Memory::Private. Out of memory is a run-time error.
const Data& provide_data(std::int64_t first, std::int64_t count, std::int64_t block, Memory memory,
                         bool huge_pages);

// Returns the words of the previous call. Their memory counts as available; a call without M reuses them.
const Data& data_at_hand();

// Local. Returns how many times 1 was added to the words of this rank; NaN if a word has changed otherwise.
double additions();

// Local. Sets the words to their values again.
void restore_data();

// Collective.
void release_data();

} // namespace loop::runtime::apexmap
