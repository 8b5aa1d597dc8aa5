#pragma once

#include "comm/waiting/waiting.h"

#include <cstddef>
#include <cstdint>

namespace loop::runtime {

// Futex parking: ranks of a node first yield while they wait for each other, and then sleep in the kernel. A
// rank says which rank it waits for. A rank that stores what others wait for wakes exactly those.

constexpr int anyone = -1;

std::size_t parking_bytes(std::size_t ranks); // for as many ranks of a node, in zeroed memory
void open_parking(char* memory);
void close_parking();

// After a store that the rank with this index on the node may wait for. Costs a fence and a load where it is
// awake.
void wake(int index);
// The same for a store that all may wait for.
void wake_everyone();

struct Parking { // of this rank, visible to the others
    explicit Parking(int awaited);
    ~Parking();
    void wait() const; // until woken, or for so long that MPI should get a turn
    std::uint32_t number;
};

// Waits until `ready()`, which the rank with the index `awaited` on the node makes true (anyone: whoever).
template <class Ready>
void park_until(Ready ready, int awaited) {
    if (yield_until(ready, yield_limits.turns)) return;
    while (!ready()) {
        const Parking parking(awaited);
        if (!ready()) parking.wait();
    }
}

} // namespace loop::runtime
