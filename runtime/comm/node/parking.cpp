#include "comm/node/parking.h"

#include "comm/node/shared.h"

namespace loop::runtime {
namespace {

constexpr std::uint32_t awake = 0;
constexpr std::uint32_t for_anyone = 0xffffffffu; // else 1 + the index of the awaited rank

// `woken` is a counter, and the futex word. Each rank's words have their own cache line, so waking a rank
// writes only to that rank's line.
struct alignas(cache_line) Parked {
    std::atomic<std::uint32_t> waits;
    std::atomic<std::uint32_t> woken;
};

Parked* parked = nullptr;

Parked& own() {
    return parked[node.layout.index];
}

void wake_now(Parked& rank) {
    rank.woken.fetch_add(1);
    futex_wake(rank.woken, 1);
}

} // namespace

Parking::Parking(int awaited) : number(own().woken.load()) {
    own().waits.store(awaited == anyone ? for_anyone : static_cast<std::uint32_t>(awaited) + 1);
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

Parking::~Parking() {
    own().waits.store(awake, std::memory_order_relaxed);
}

void Parking::wait() const {
    futex_wait(own().woken, number);
}

std::size_t parking_bytes(std::size_t ranks) {
    return ranks * sizeof(Parked);
}

void open_parking(char* memory) {
    parked = reinterpret_cast<Parked*>(memory);
}

void close_parking() {
    parked = nullptr;
}

void wake(int index) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    Parked& rank = parked[index];
    const std::uint32_t waits = rank.waits.load(std::memory_order_relaxed);
    if (waits == static_cast<std::uint32_t>(node.layout.index) + 1 || waits == for_anyone) wake_now(rank);
}

void wake_everyone() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    for (int index = 0; index < node.layout.here(); ++index) {
        if (parked[index].waits.load(std::memory_order_relaxed) != awake) wake_now(parked[index]);
    }
}

} // namespace loop::runtime
