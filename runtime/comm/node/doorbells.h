#pragma once

#include <cstddef>
#include <cstdint>

namespace loop::runtime {

// For ranks of a node that yield while they wait. A doorbell is a counter in shared memory: it counts the
// messages that constructs have sent from one rank to another. An MPI test costs more than a yield, and its
// cost grows with the number of peers. If the message that a rank waits for has not been sent yet, the rank
// sees this in the doorbell and yields without a test. The counters are hints: a waiting rank also tests MPI
// now and then. Both sides count the messages in the same order, as constructs come in the same order.

// Up to about this size, MPI libraries send eagerly. A larger message may arrive long after its doorbell.
constexpr std::size_t max_eager_bytes = 8192;

extern bool doorbells_are_open; // false if ranks do not yield; then doorbells are not used

void ring_doorbell(int rank);          // to be called when a message to `rank` has been started
std::uint32_t next_doorbell(int rank); // the number of the next message to be received from `rank`
bool has_rung(int rank, std::uint32_t number);
void await_doorbell(int rank, std::uint32_t number);

// To be called before a blocking receive of the next message from `rank`.
inline void await_message(int rank, std::size_t bytes) {
    const std::uint32_t number = next_doorbell(rank);
    if (bytes <= max_eager_bytes) await_doorbell(rank, number);
}

std::size_t doorbells_bytes(std::size_t ranks); // for this many ranks on a node
void open_doorbells(char* memory);
void close_doorbells();

} // namespace loop::runtime
