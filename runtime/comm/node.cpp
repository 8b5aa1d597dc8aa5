#include "comm/node.h"

#include "comm/node_memory.h"
#include "comm/waiting.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>

namespace loop::runtime {
namespace {

constexpr int barrier_tag =
    20002; // on the constructs' channel, apart from flights, trees and PICL's combines
constexpr int node_combine_tag = 20003;
constexpr std::size_t cache_line = 64;

struct alignas(cache_line) Counter {
    std::atomic<std::uint64_t> value;
};

// What a rank offers to be combined goes through a row of its own, used round and round; positions count
// bytes from the beginning and are the same on all ranks. The row is as long as a rank may be ahead of the
// root: in a crowd each rank, once it has the core, should do many operations before it must yield.
constexpr std::uint64_t row_bytes = 32768;
constexpr std::uint64_t granule = 16; // pieces start at multiples, so that any element is aligned

struct alignas(cache_line) Row {
    Counter filled; // the position up to which it has been
    char data[row_bytes];
};

// Starts in zeroed memory, with the token of open_node_memory.
struct Shared {
    char token[cache_line];
    Counter arrived;   // at barriers, ranks
    Counter released;  // barriers
    Counter collected; // position up to which rows have been combined
    Row rows[1];       // one for each rank
};

struct Node {
    NodeLayout layout;
    Shared* shared = nullptr;
    std::size_t bytes = 0;
    std::uint64_t barriers = 0;
    std::uint64_t position = 0; // in the rows
};
Node node;

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

// Where in the rows the next piece lies.
struct Piece {
    std::uint64_t before; // where the last one ended
    std::uint64_t begin;
    std::uint64_t end;
};

Piece next_piece(std::size_t bytes) {
    const std::uint64_t length = (bytes + granule - 1) / granule * granule;
    Piece piece{node.position, node.position, 0};
    const std::uint64_t left = row_bytes - piece.begin % row_bytes;
    if (left < length) piece.begin += left; // pieces are not split
    piece.end = node.position = piece.begin + length;
    return piece;
}

char* place_of_piece(int index, const Piece& piece) {
    return node.shared->rows[index].data + piece.begin % row_bytes;
}

void offer_piece(const char* data, std::size_t bytes, const Piece& piece) {
    const auto& collected = node.shared->collected.value;
    yield_until([&] { return piece.end - collected.load(std::memory_order_acquire) <= row_bytes; });
    std::memcpy(place_of_piece(node.layout.index, piece), data, bytes);
    node.shared->rows[node.layout.index].filled.value.store(piece.end, std::memory_order_release);
}

// The node's pieces, combined in the order of ranks into `into`.
void collect_pieces(char* into, std::size_t bytes, const Piece& piece, const Fold& fold) {
    Shared& shared = *node.shared;
    for (int index = 0; index < node.layout.here(); ++index) {
        const auto& filled = shared.rows[index].filled.value;
        yield_until([&] { return filled.load(std::memory_order_acquire) >= piece.end; });
        if (index == 0) {
            std::memcpy(into, place_of_piece(index, piece), bytes);
        } else {
            fold(into, place_of_piece(index, piece), bytes);
        }
    }
    // Roots may change: what was offered before belongs to whoever collects it.
    auto& collected = shared.collected.value;
    yield_until([&] { return collected.load(std::memory_order_acquire) == piece.before; });
    collected.store(piece.end, std::memory_order_release);
}

void send_to_root(const char* data, int bytes, int root) {
    MPI_Request request;
    MPI_Status status;
    check_mpi(MPI_Isend(data, bytes, MPI_BYTE, root, node_combine_tag, the_session.constructs, &request),
              "combining");
    wait_one(request, status);
}

// At the root: what each node came to, in the order of nodes.
void fold_nodes(char* data, const char* own, std::size_t bytes, const Fold& fold) {
    alignas(cache_line) char other[node_piece_bytes];
    const auto& nodes = node.layout;
    for (int n = 0; n < nodes.nodes(); ++n) {
        const int leader = nodes.leaders[static_cast<std::size_t>(n)];
        const bool here = leader == nodes.together[0];
        if (here) {
            std::memcpy(other, own, bytes);
        } else {
            receive(other, static_cast<int>(bytes), MPI_BYTE, leader, node_combine_tag,
                    the_session.constructs);
        }
        if (n == 0) {
            std::memcpy(data, other, bytes);
        } else {
            fold(data, other, bytes);
        }
    }
}

void combine_piece(char* data, std::size_t bytes, int root, const Fold& fold) {
    const Piece piece = next_piece(bytes);
    offer_piece(data, bytes, piece);
    const auto& nodes = node.layout;
    const bool root_is_here = nodes.node_of[static_cast<std::size_t>(root)] ==
                              nodes.node_of[static_cast<std::size_t>(the_session.rank)];
    const int collector = root_is_here ? root : nodes.together[0];
    if (the_session.rank != collector) return;
    alignas(cache_line) char own[node_piece_bytes];
    collect_pieces(own, bytes, piece, fold);
    if (!root_is_here) return send_to_root(own, static_cast<int>(bytes), root);
    fold_nodes(data, own, bytes, fold);
}

} // namespace

bool open_node(const std::vector<RankHome>& homes, MPI_Comm control) {
    node.layout = node_layout(homes, the_session.rank);
    node.bytes = sizeof(Shared) + static_cast<std::size_t>(node.layout.here()) * sizeof(Row);
    node.shared = reinterpret_cast<Shared*>(open_node_memory(node.layout, node.bytes, control));
    return node.shared != nullptr;
}

void close_node() {
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

void combine_over_nodes(void* data, std::size_t bytes, std::size_t element_bytes, int root,
                        const Fold& fold) {
    const std::size_t largest = node_piece_bytes / element_bytes * element_bytes;
    auto* at = static_cast<char*>(data);
    for (std::size_t done = 0; done < bytes; done += largest)
        combine_piece(at + done, std::min(largest, bytes - done), root, fold);
}

} // namespace loop::runtime
