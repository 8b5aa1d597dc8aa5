#pragma once

// The file of a rank that `loop record` records (docs/record-format.md): the program and the libraries whose
// code calls MPI, one line each, with the number that addresses have in their top bits. The number follows
// from the path, so that it is the same on all ranks, whatever they load, and whenever.

#include <cstdint>
#include <string>

namespace loop {

constexpr int file_number_at = 48;                    // addresses are smaller
constexpr std::uint64_t most_file_numbers = 1U << 14; // the bits above have other meanings

inline std::string recorded_files_name(int rank) {
    return "rank-" + std::to_string(rank) + ".files";
}

} // namespace loop
