#include "comm/node/doorbells.h"

#include "comm/node/parking.h"
#include "comm/node/shared.h"

namespace loop::runtime {

bool doorbells_are_open = false;

namespace {

using Doorbell = std::atomic<std::uint32_t>;
// There is a doorbell for each pair of ranks, so with more ranks, doorbells would need too much memory.
constexpr std::size_t max_ranks = 1024;

Doorbell* doorbells = nullptr; // contiguous for each receiver
// Numbers of messages, by the sender's index on the node; never destroyed, as the node.
auto& received = *new std::vector<std::uint32_t>;

Doorbell& doorbell(int receiver, int sender) {
    return doorbells[static_cast<std::size_t>(receiver) * received.size() + static_cast<std::size_t>(sender)];
}

int index_of(int rank) {
    return node.index_of[static_cast<std::size_t>(rank)];
}

} // namespace

std::size_t doorbells_bytes(std::size_t ranks) {
    return ranks <= max_ranks ? ranks * ranks * sizeof(Doorbell) : 0;
}

void open_doorbells(char* memory) {
    const auto here = static_cast<std::size_t>(node.layout.here());
    if (doorbells_bytes(here) == 0) return;
    doorbells = reinterpret_cast<Doorbell*>(memory);
    received.assign(here, 0);
    doorbells_are_open = true;
}

void close_doorbells() {
    doorbells_are_open = false;
}

void ring_doorbell(int rank) {
    const int receiver = index_of(rank);
    if (receiver < 0) return;
    Doorbell& own = doorbell(receiver, node.layout.index); // only this rank writes it
    own.store(own.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    wake(receiver);
}

std::uint32_t next_doorbell(int rank) {
    const int sender = index_of(rank);
    return sender < 0 ? 0 : ++received[static_cast<std::size_t>(sender)];
}

bool has_rung(int rank, std::uint32_t number) {
    const int sender = index_of(rank);
    if (sender < 0) return true;
    const std::uint32_t rung = doorbell(node.layout.index, sender).load(std::memory_order_acquire);
    return static_cast<std::int32_t>(rung - number) >= 0;
}

void await_doorbell(int rank, std::uint32_t number) {
    park_until([&] { return has_rung(rank, number); }, index_of(rank));
}

} // namespace loop::runtime
