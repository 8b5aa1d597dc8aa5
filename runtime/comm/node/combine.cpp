#include "comm/node/node.h"
#include "comm/node/parking.h"
#include "comm/node/shared.h"
#include "comm/waiting/waiting.h"

#include <algorithm>
#include <cstring>

namespace loop::runtime {
namespace {

// A tag on the constructs' communicator, different from the tags of constructs and barriers.
constexpr int node_combine_tag = 20003;

constexpr std::uint64_t half_row = row_bytes / 2;

// The position of the next piece in the rows.
struct Piece {
    std::uint64_t before; // where the previous piece ended
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

void offer_piece(const char* data, std::size_t bytes, const Piece& piece, int collector) {
    const auto& collected = node.shared->collected.value;
    // If the row is full, waits until about half of it is free, so that many pieces are written, and many
    // cache lines transferred, at a time.
    if (piece.end - collected.load(std::memory_order_acquire) > row_bytes) {
        const Waits waits(waits_for_everyone);
        const std::uint64_t enough = (piece.end - half_row) / half_row * half_row;
        park_until([&] { return collected.load(std::memory_order_acquire) >= enough; }, anyone);
    }
    std::memcpy(place_of_piece(node.layout.index, piece), data, bytes);
    node.shared->rows[node.layout.index].filled.value.store(piece.end, std::memory_order_release);
    if (node.layout.index != collector) wake(collector);
}

// Combines the node's pieces, in the order of ranks, into `into`.
void collect_pieces(char* into, std::size_t bytes, const Piece& piece, const Fold& fold) {
    Shared& shared = *node.shared;
    for (int index = 0; index < node.layout.here(); ++index) {
        const auto& filled = shared.rows[index].filled.value;
        {
            const Waits waits(node.layout.together[static_cast<std::size_t>(index)]);
            park_until([&] { return filled.load(std::memory_order_acquire) >= piece.end; }, index);
        }
        if (index == 0) {
            std::memcpy(into, place_of_piece(index, piece), bytes);
        } else {
            fold(into, place_of_piece(index, piece), bytes);
        }
    }
    // The root may differ between operations; earlier pieces are collected by their own roots.
    auto& collected = shared.collected.value;
    const Waits waits(waits_for_everyone);
    park_until([&] { return collected.load(std::memory_order_acquire) == piece.before; }, anyone);
    collected.store(piece.end, std::memory_order_release);
    if (piece.before / half_row != piece.end / half_row) wake_everyone();
}

// At the root: combines the nodes' results, in the order of nodes.
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
    const auto& nodes = node.layout;
    const bool root_is_here = nodes.node_of[static_cast<std::size_t>(root)] ==
                              nodes.node_of[static_cast<std::size_t>(the_session.rank)];
    const int collector = root_is_here ? root : nodes.together[0];
    offer_piece(data, bytes, piece, node.index_of[static_cast<std::size_t>(collector)]);
    if (the_session.rank != collector) return;
    alignas(cache_line) char own[node_piece_bytes];
    collect_pieces(own, bytes, piece, fold);
    if (!root_is_here) return send(own, bytes, root, node_combine_tag, the_session.constructs, "combining");
    fold_nodes(data, own, bytes, fold);
}

} // namespace

void combine_over_nodes(void* data, std::size_t bytes, std::size_t element_bytes, int root,
                        const Fold& fold) {
    const std::size_t largest = node_piece_bytes / element_bytes * element_bytes;
    auto* at = static_cast<char*>(data);
    for (std::size_t done = 0; done < bytes; done += largest)
        combine_piece(at + done, std::min(largest, bytes - done), root, fold);
}

} // namespace loop::runtime
