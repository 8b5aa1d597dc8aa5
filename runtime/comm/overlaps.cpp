#include "comm/overlaps.h"

#include "session/concat.h"

#include <algorithm>
#include <cstdint>

namespace loop::runtime {
namespace {

struct Block {
    std::uintptr_t begin;
    std::uintptr_t end;
    int partner;
    bool received;
};

void add_blocks(std::vector<Block>& blocks, const Transfer& transfer, bool received) {
    const auto begin = reinterpret_cast<std::uintptr_t>(transfer.data);
    const StridedBytes shape = shape_of(transfer.type, transfer.bytes);
    for (long long i = 0; i < shape.blocks; ++i) {
        const std::uintptr_t at = begin + static_cast<std::uintptr_t>(i * shape.stride);
        blocks.push_back({at, at + static_cast<std::uintptr_t>(shape.block), transfer.rank, received});
    }
}

const char* direction(const Block& block) {
    return block.received ? "from rank " : "for rank ";
}

} // namespace

std::string overlap_of(const std::vector<Transfer>& receives, const std::vector<Transfer>& sends) {
    std::vector<Block> blocks;
    for (const Transfer& transfer : receives)
        add_blocks(blocks, transfer, true);
    for (const Transfer& transfer : sends)
        add_blocks(blocks, transfer, false);
    std::sort(blocks.begin(), blocks.end(), [](const Block& a, const Block& b) { return a.begin < b.begin; });
    // The blocks that reach farthest so far, received and sent.
    const Block* farthest[2] = {nullptr, nullptr};
    for (const Block& block : blocks) {
        for (const Block* other : farthest) {
            if (other == nullptr || other->end <= block.begin || !(block.received || other->received))
                continue;
            return concat("the data ", direction(block), block.partner, " overlap the data ",
                          direction(*other), other->partner,
                          other->received == block.received ? " in INTO" : ", in FROM and INTO");
        }
        const Block*& known = farthest[block.received ? 1 : 0];
        if (block.end > block.begin && (known == nullptr || known->end < block.end)) known = &block;
    }
    return {};
}

} // namespace loop::runtime
