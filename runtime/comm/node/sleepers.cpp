#include "comm/node/sleepers.h"

#include "comm/node/shared.h"

namespace loop::runtime {
namespace {

constexpr std::uint32_t awake = 0;
constexpr std::uint32_t for_anyone = 0xffffffffu; // else 1 + the index of the rank that is waited for

// `woken` counts; the kernel sleeps on it. Of `waits` everyone's lie apart: only a rank that is to be woken
// is written to.
struct alignas(cache_line) Sleeper {
    std::atomic<std::uint32_t> waits;
    std::atomic<std::uint32_t> woken;
};

Sleeper* sleepers = nullptr;

Sleeper& own() {
    return sleepers[node.layout.index];
}

void wake_now(Sleeper& sleeper) {
    sleeper.woken.fetch_add(1);
    end_naps(sleeper.woken, 1);
}

} // namespace

Sleep::Sleep(int awaited) : number(own().woken.load()) {
    own().waits.store(awaited == anyone ? for_anyone : static_cast<std::uint32_t>(awaited) + 1);
    std::atomic_thread_fence(std::memory_order_seq_cst);
}

Sleep::~Sleep() {
    own().waits.store(awake, std::memory_order_relaxed);
}

void Sleep::nap() const {
    runtime::nap(own().woken, number);
}

std::size_t sleepers_bytes(std::size_t ranks) {
    return ranks * sizeof(Sleeper);
}

void open_sleepers(char* memory) {
    sleepers = reinterpret_cast<Sleeper*>(memory);
}

void close_sleepers() {
    sleepers = nullptr;
}

void wake(int index) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    Sleeper& sleeper = sleepers[index];
    const std::uint32_t waits = sleeper.waits.load(std::memory_order_relaxed);
    if (waits == static_cast<std::uint32_t>(node.layout.index) + 1 || waits == for_anyone) wake_now(sleeper);
}

void wake_everyone() {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    for (int index = 0; index < node.layout.here(); ++index) {
        if (sleepers[index].waits.load(std::memory_order_relaxed) != awake) wake_now(sleepers[index]);
    }
}

} // namespace loop::runtime
