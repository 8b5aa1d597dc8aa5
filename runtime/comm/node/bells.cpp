#include "comm/node/bells.h"

#include "comm/node/shared.h"
#include "comm/node/sleepers.h"

namespace loop::runtime {

bool bells_are_open = false;

namespace {

using Bell = std::atomic<std::uint32_t>;
constexpr std::size_t most_ranks =
    1024; // a bell for each pair: more of them would take more memory than they are worth

Bell* bells = nullptr;               // those of a receiver lie together
std::vector<std::uint32_t> received; // by index on the node

Bell& bell(int receiver, int sender) {
    return bells[static_cast<std::size_t>(receiver) * received.size() + static_cast<std::size_t>(sender)];
}

int index_of(int rank) {
    return node.index_of[static_cast<std::size_t>(rank)];
}

} // namespace

std::size_t bells_bytes(std::size_t ranks) {
    return ranks <= most_ranks ? ranks * ranks * sizeof(Bell) : 0;
}

void open_bells(char* memory) {
    const auto here = static_cast<std::size_t>(node.layout.here());
    if (bells_bytes(here) == 0) return;
    bells = reinterpret_cast<Bell*>(memory);
    received.assign(here, 0);
    bells_are_open = true;
}

void close_bells() {
    bells_are_open = false;
}

void ring_bell(int rank) {
    const int receiver = index_of(rank);
    if (receiver < 0) return;
    Bell& own = bell(receiver, node.layout.index); // nobody else writes it
    own.store(own.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    wake(receiver);
}

std::uint32_t next_bell(int rank) {
    const int sender = index_of(rank);
    return sender < 0 ? 0 : ++received[static_cast<std::size_t>(sender)];
}

bool has_rung(int rank, std::uint32_t number) {
    const int sender = index_of(rank);
    if (sender < 0) return true;
    const std::uint32_t rung = bell(node.layout.index, sender).load(std::memory_order_acquire);
    return static_cast<std::int32_t>(rung - number) >= 0;
}

void await_bell(int rank, std::uint32_t number) {
    sleep_until([&] { return has_rung(rank, number); }, index_of(rank));
}

} // namespace loop::runtime
