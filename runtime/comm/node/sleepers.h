#pragma once

#include "comm/waiting/waiting.h"

#include <cstddef>
#include <cstdint>

namespace loop::runtime {

// Ranks of a node that wait for each other in the yielding way, and sleep where yielding gets nowhere: a rank
// says whom it waits for, and who writes what others wait for wakes exactly them.

constexpr int anyone = -1;

std::size_t sleepers_bytes(std::size_t ranks); // for as many ranks of a node, in zeroed memory
void open_sleepers(char* memory);
void close_sleepers();

// After a store that the rank with this index on the node may wait for. Costs a fence and a load where it is
// awake.
void wake(int index);
// The same for a store that all may wait for.
void wake_everyone();

struct Sleep { // of this rank, announced to the others
    explicit Sleep(int awaited);
    ~Sleep();
    void nap() const; // until woken, or for so long that MPI should get a turn
    std::uint32_t number;
};

// Waits until `ready()`, which the rank with the index `awaited` on the node makes true (anyone: whoever).
template <class Ready>
void sleep_until(Ready ready, int awaited) {
    if (yield_until(ready, patience.turns)) return;
    while (!ready()) {
        const Sleep slumber(awaited);
        if (!ready()) slumber.nap();
    }
}

} // namespace loop::runtime
