#include "host_calls/type_layout.h"

#include <algorithm>

namespace loop::runtime {

namespace {

constexpr std::size_t most_blocks = 4096;   // of one entry
constexpr std::int64_t most_looks = 200000; // at blocks of one buffer

bool add_block(TypeLayout& all, TypeLayout::Block block) {
    if (block.begin >= block.end) return true;
    if (!all.blocks.empty() && all.blocks.back().end == block.begin) {
        all.blocks.back().end = block.end;
        return true;
    }
    if (all.blocks.size() >= most_blocks) return false;
    all.blocks.push_back(block);
    return true;
}

// Entries without gaps, also between them.
bool is_dense(const TypeLayout& part, std::int64_t step) {
    return part.blocks.size() == 1 && part.blocks[0].end - part.blocks[0].begin == step;
}

} // namespace

bool add_entries(TypeLayout& all, const TypeLayout& part, std::int64_t first, std::int64_t count,
                 std::int64_t step) {
    if (count <= 0 || part.blocks.empty()) return true;
    if (is_dense(part, step))
        return add_block(all, {first + part.blocks[0].begin, first + part.blocks[0].begin + count * step});
    for (std::int64_t i = 0; i < count; ++i)
        for (const TypeLayout::Block& block : part.blocks)
            if (!add_block(all, {first + i * step + block.begin, first + i * step + block.end})) return false;
    return true;
}

TypeLayout::Block span_of(const TypeLayout& layout, std::int64_t count) {
    if (count <= 0 || layout.blocks.empty()) return {};
    TypeLayout::Block span = layout.blocks[0];
    for (const TypeLayout::Block& block : layout.blocks)
        span = {std::min(span.begin, block.begin), std::max(span.end, block.end)};
    const std::int64_t last = (count - 1) * layout.extent;
    return {span.begin + std::min<std::int64_t>(last, 0), span.end + std::max<std::int64_t>(last, 0)};
}

std::optional<std::int64_t> first_bad_byte(const TypeLayout& layout, std::int64_t count, const void* base,
                                           FirstBadByte first_bad) {
    const TypeLayout::Block span = span_of(layout, count);
    if (span.begin >= span.end) return std::nullopt;
    const auto lowest = first_bad(base, span);
    if (!lowest) return std::nullopt;
    // All entries before the one that may have this byte are good.
    const std::int64_t one = span_of(layout, 1).end;
    const std::int64_t from =
        layout.extent > 0 ? std::max<std::int64_t>(0, (*lowest - one) / layout.extent) : 0;
    std::int64_t looks = 0;
    for (std::int64_t i = from; i < count; ++i)
        for (const TypeLayout::Block& block : layout.blocks) {
            const std::int64_t shift = i * layout.extent;
            if (++looks >= most_looks) return std::nullopt;
            if (block.end + shift <= *lowest) continue;
            if (const auto bad = first_bad(base, {block.begin + shift, block.end + shift})) return bad;
        }
    return std::nullopt;
}

} // namespace loop::runtime
