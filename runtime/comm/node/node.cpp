#include "comm/node/node.h"

#include "comm/node/doorbells.h"
#include "comm/node/memory.h"
#include "comm/node/parking.h"
#include "comm/node/shared.h"
#include "comm/waiting/waiting.h"

#include <climits>

namespace loop::runtime {

Node& node = *new Node;

namespace {

// A tag on the constructs' communicator, different from the tags of constructs, trees, and PICL's operations.
constexpr int barrier_tag = 20002;

// Dissemination barrier: in round k, each leader receives from the leader 2^k before it.
void synchronize_leaders() {
    const int nodes = node.layout.nodes();
    const int own = node.layout.node_of[static_cast<std::size_t>(the_session.rank)];
    for (int step = 1; step < nodes; step *= 2) {
        const int to = node.layout.leaders[static_cast<std::size_t>((own + step) % nodes)];
        const int from = node.layout.leaders[static_cast<std::size_t>((own + nodes - step) % nodes)];
        MPI_Request requests[2];
        MPI_Status statuses[2];
        check_mpi(PMPI_Irecv(nullptr, 0, MPI_BYTE, from, barrier_tag, the_session.constructs, &requests[0]),
                  "synchronizing");
        check_mpi(PMPI_Isend(nullptr, 0, MPI_BYTE, to, barrier_tag, the_session.constructs, &requests[1]),
                  "synchronizing");
        wait_all(2, requests, statuses);
    }
}

void release(Gate& gate, std::uint32_t number) {
    gate.value.store(number);
    if (gate.asleep.load() != 0) futex_wake(gate.value, INT_MAX);
}

void await_release(Gate& gate, std::uint32_t number) {
    const auto done = [&] { return static_cast<std::int32_t>(gate.value.load() - number) >= 0; };
    if (yield_until(done, yield_limits.barrier_turns)) return;
    gate.asleep.fetch_add(1);
    while (!done())
        futex_wait(gate.value, number - 1);
    gate.asleep.fetch_sub(1);
}

} // namespace

bool open_node(const std::vector<RankHome>& homes, MPI_Comm control) {
    node.layout = node_layout(homes, the_session.rank);
    const auto here = static_cast<std::size_t>(node.layout.here());
    node.index_of.assign(homes.size(), -1);
    for (int i = 0; i < node.layout.here(); ++i)
        node.index_of[static_cast<std::size_t>(node.layout.together[static_cast<std::size_t>(i)])] = i;
    node.bytes = sizeof(Shared) + here * sizeof(Row) + parking_bytes(here) + doorbells_bytes(here);
    node.shared = reinterpret_cast<Shared*>(open_node_memory(node.layout, node.bytes, control));
    if (node.shared == nullptr) return false;
    char* behind = reinterpret_cast<char*>(&node.shared->rows[here]);
    open_parking(behind);
    open_doorbells(behind + parking_bytes(here));
    return true;
}

void close_node() {
    close_doorbells();
    close_parking();
    close_node_memory(reinterpret_cast<char*>(node.shared), node.bytes);
    node.shared = nullptr;
}

bool node_is_open() {
    return node.shared != nullptr;
}

// One counter: the last rank to arrive releases the others. If there are other nodes, the first rank does so
// after it has synchronized with them.
void synchronize_node() {
    Shared& shared = *node.shared;
    const auto here = static_cast<std::uint64_t>(node.layout.here());
    const std::uint64_t number = ++node.barriers;
    const std::uint64_t arrived = shared.arrived.value.fetch_add(1, std::memory_order_acq_rel) + 1;
    const bool alone = node.layout.nodes() == 1;
    if (!alone && node.layout.index == 0) {
        park_until([&] { return shared.arrived.value.load(std::memory_order_acquire) == number * here; },
                   anyone);
        synchronize_leaders();
    }
    if (!alone && arrived == number * here) wake(0);
    if (alone ? arrived == number * here : node.layout.index == 0) {
        return release(shared.released, static_cast<std::uint32_t>(number));
    }
    await_release(shared.released, static_cast<std::uint32_t>(number));
}

} // namespace loop::runtime
