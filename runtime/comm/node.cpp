#include "comm/node.h"

#include "comm/bells.h"
#include "comm/node_memory.h"
#include "comm/node_shared.h"
#include "comm/waiting.h"

namespace loop::runtime {

Node node;

namespace {

constexpr int barrier_tag =
    20002; // on the constructs' channel, apart from flights, trees and PICL's combines

// Dissemination: in round k each leader hears from the one 2^k before it.
void synchronise_leaders() {
    const int nodes = node.layout.nodes();
    const int own = node.layout.node_of[static_cast<std::size_t>(the_session.rank)];
    for (int step = 1; step < nodes; step *= 2) {
        const int to = node.layout.leaders[static_cast<std::size_t>((own + step) % nodes)];
        const int from = node.layout.leaders[static_cast<std::size_t>((own + nodes - step) % nodes)];
        MPI_Request requests[2];
        MPI_Status statuses[2];
        check_mpi(MPI_Irecv(nullptr, 0, MPI_BYTE, from, barrier_tag, the_session.constructs, &requests[0]),
                  "synchronising");
        check_mpi(MPI_Isend(nullptr, 0, MPI_BYTE, to, barrier_tag, the_session.constructs, &requests[1]),
                  "synchronising");
        wait_all(2, requests, statuses);
    }
}

} // namespace

bool open_node(const std::vector<RankHome>& homes, MPI_Comm control) {
    node.layout = node_layout(homes, the_session.rank);
    const auto here = static_cast<std::size_t>(node.layout.here());
    node.index_of.assign(homes.size(), -1);
    for (int i = 0; i < node.layout.here(); ++i)
        node.index_of[static_cast<std::size_t>(node.layout.together[static_cast<std::size_t>(i)])] = i;
    node.bytes = sizeof(Shared) + here * sizeof(Row) + bells_bytes(here);
    node.shared = reinterpret_cast<Shared*>(open_node_memory(node.layout, node.bytes, control));
    if (node.shared == nullptr) return false;
    open_bells(reinterpret_cast<char*>(&node.shared->rows[here]));
    return true;
}

void close_node() {
    close_bells();
    close_node_memory(reinterpret_cast<char*>(node.shared), node.bytes);
    node.shared = nullptr;
}

bool node_is_open() {
    return node.shared != nullptr;
}

// One counter: whoever comes last lets the others go, the first rank where it has to ask other nodes before.
void synchronise_node() {
    Shared& shared = *node.shared;
    const auto here = static_cast<std::uint64_t>(node.layout.here());
    const std::uint64_t number = ++node.barriers;
    const std::uint64_t arrived = shared.arrived.value.fetch_add(1, std::memory_order_acq_rel) + 1;
    const bool alone = node.layout.nodes() == 1;
    if (!alone && node.layout.index == 0) {
        yield_until([&] { return shared.arrived.value.load(std::memory_order_acquire) == number * here; });
        synchronise_leaders();
    }
    if (alone ? arrived == number * here : node.layout.index == 0) {
        shared.released.value.store(number, std::memory_order_release);
        return;
    }
    yield_until([&] { return shared.released.value.load(std::memory_order_acquire) >= number; });
}

} // namespace loop::runtime
