#pragma once

#include <array>
#include <cstddef>
#include <string>

namespace loop::runtime {

// The MPI calls for one message each way, the most frequent pattern. For short messages, it depends on the
// MPI library, the processor, and the cores of the ranks which are quicker: each was more than 10 % slower
// than the other somewhere (bench/results.md). With both, the send starts before this rank waits, so ranks
// that do this cannot block each other.
enum class PairCalls : unsigned char {
    Sendrecv,
    IsendRecvWait,
};

// Up to how many bytes a message is in each class but the last one.
constexpr std::array<std::size_t, 3> pair_class_bytes = {16, 128, 2048};

// By class; the same on all ranks.
extern std::array<PairCalls, pair_class_bytes.size() + 1> pair_calls;

inline PairCalls pair_calls_for(std::size_t bytes) {
    std::size_t of_size = 0;
    while (of_size < pair_class_bytes.size() && bytes > pair_class_bytes[of_size])
        ++of_size;
    return pair_calls[of_size];
}

// Collective, in \OPEN0 of programs with constructs that use pairs: measures both for each class of short
// messages, between ranks 0 and 1. MPI_Sendrecv stays unless the other calls are clearly quicker, and for
// longer messages. Takes about 2200 exchanges, or 80 if an exchange takes more than 10 us. While a trace is
// recorded, messages move by other calls (comm/waiting/traced.h).
void choose_pair_calls();

// "MPI_Isend, MPI_Recv, MPI_Wait up to 128 B, else MPI_Sendrecv"
std::string pair_calls_by_size();
// This, or that they were not compared; empty if nothing was chosen.
std::string pair_calls_text();

} // namespace loop::runtime
