#pragma once

#include "session/waits.h"

namespace loop::runtime {

// What the status file says about messages of PICL and host code: the last one to and from each rank, and
// their number, so that a received message is not mistaken for a pending one. Each message costs a few
// stores.

struct ToldCounts {
    std::uint32_t* sent; // by rank of MPI_COMM_WORLD
    std::uint32_t* received;
    int ranks;
};
extern ToldCounts told_counts;
void open_told_counts(); // once; MPI must be up

inline void tell_message(ToldMessage* told, std::uint32_t* counts, int partner, int tag,
                         std::uint64_t communicator) {
    ToldMessage& message = told[partner % told_partners];
    const std::uint32_t number = ++counts[partner];
    __atomic_store_n(&message.partner, partner + 1, __ATOMIC_RELAXED);
    __atomic_store_n(&message.number, number, __ATOMIC_RELAXED);
    __atomic_store_n(&message.tag, tag, __ATOMIC_RELAXED);
    __atomic_store_n(&message.communicator, static_cast<std::uint32_t>(communicator), __ATOMIC_RELAXED);
}

inline bool can_tell_of(int partner) {
    if (!tells) return false;
    if (__builtin_expect(static_cast<long>(told_counts.ranks == 0), 0L) != 0) open_told_counts();
    return partner >= 0 && partner < told_counts.ranks;
}

// Publishes that a message to `receiver` has been started; ignored if `receiver` is not a rank in
// MPI_COMM_WORLD.
inline void tell_sent(int receiver, int tag, std::uint64_t communicator) {
    if (can_tell_of(receiver)) tell_message(the_status->sent, told_counts.sent, receiver, tag, communicator);
}

inline void tell_received(int sender, int tag, std::uint64_t communicator) {
    if (can_tell_of(sender))
        tell_message(the_status->received, told_counts.received, sender, tag, communicator);
}

} // namespace loop::runtime
