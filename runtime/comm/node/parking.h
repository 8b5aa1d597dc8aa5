#pragma once

#include "comm/waiting/waiting.h"

#include <cstddef>
#include <cstdint>

namespace loop::runtime {

// Futex parking: ranks of a node that wait for each other first yield, and then sleep in the kernel. A rank
// publishes which rank it waits for. A rank that stores a value wakes exactly the ranks that wait for it.

constexpr int anyone = -1;

std::size_t parking_bytes(std::size_t ranks); // for this many ranks on a node, in zeroed memory
void open_parking(char* memory);
void close_parking();

// To be called after a store that the rank with this index on the node may wait for. Costs a fence and a load
// if that rank is awake.
void wake(int index);
// The same for a store that all ranks may wait for.
void wake_everyone();

struct Parking { // while it exists, the other ranks see which rank this one waits for
    explicit Parking(int awaited);
    ~Parking();
    void wait() const; // until woken, or until MPI should make progress
    std::uint32_t number;
};

// Waits until `ready()`, which the rank with index `awaited` on the node makes true (`anyone`: any rank).
template <class Ready>
void park_until(Ready ready, int awaited) {
    if (yield_until(ready, yield_limits.turns)) return;
    while (!ready()) {
        const Parking parking(awaited);
        if (!ready()) parking.wait();
    }
}

} // namespace loop::runtime
