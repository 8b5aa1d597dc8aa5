#pragma once

#include <cstddef>
#include <cstdint>

namespace loop::runtime {

// Doorbells between ranks of a node that yield: counters, in memory that they share, of the constructs'
// messages from each rank to each. A test of MPI costs more than a yield, and more with every peer. A rank
// whose message has not been sent yet sees that here and yields at once. The counters are hints: a rank that
// waits tests MPI now and then anyway. Both sides count the messages between two ranks in the same order, as
// constructs come in the same order.

// Up to this size MPI libraries send without asking the receiver, more or less: beyond it a doorbell means
// little.
constexpr std::size_t largest_eager = 8192;

extern bool doorbells_are_open; // false, and nothing of this happens, where ranks do not yield

void ring_doorbell(int rank);          // a message to `rank` has been started
std::uint32_t next_doorbell(int rank); // the number of the message from `rank` that is received next
bool has_rung(int rank, std::uint32_t number);
void await_doorbell(int rank, std::uint32_t number);

// Before the next message from `rank` is received at once.
inline void await_message(int rank, std::size_t bytes) {
    const std::uint32_t number = next_doorbell(rank);
    if (bytes <= largest_eager) await_doorbell(rank, number);
}

std::size_t doorbells_bytes(std::size_t ranks); // for as many ranks of a node
void open_doorbells(char* memory);
void close_doorbells();

} // namespace loop::runtime
