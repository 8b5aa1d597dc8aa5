#pragma once

#include <cstddef>
#include <cstdint>

namespace loop::runtime {

// Between ranks of a node that yield: how many messages of constructs each has sent to each, counted in
// memory that they share. Asking MPI costs more than a yield, the more the more peers there are; a rank in a
// crowd that sees that its message has not even been sent yields at once. Hints only: whoever waits asks MPI
// now and then all the same. The messages between two ranks are counted in the same order on both sides, as
// constructs are.

// Up to this size MPI libraries send without asking the receiver, more or less: beyond it a bell says little.
constexpr std::size_t largest_eager = 8192;

extern bool bells_are_open; // false, and nothing of this happens, where ranks do not yield

void ring_bell(int rank);          // a message to `rank` has been started
std::uint32_t next_bell(int rank); // the number of the message from `rank` that is received next
bool has_rung(int rank, std::uint32_t number);
void await_bell(int rank, std::uint32_t number);

// Before the next message from `rank` is received at once.
inline void await_message(int rank, std::size_t bytes) {
    const std::uint32_t number = next_bell(rank);
    if (bytes <= largest_eager) await_bell(rank, number);
}

std::size_t bells_bytes(std::size_t ranks); // for as many ranks of a node
void open_bells(char* memory);
void close_bells();

} // namespace loop::runtime
