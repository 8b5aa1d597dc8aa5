#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace loop::runtime {

// Where the data of one entry of a datatype are, in bytes from the address of the entry. A type may have more
// blocks than are kept: these are left out, up to the last byte, which is always there.
struct TypeLayout {
    struct Block {
        std::int64_t begin = 0, end = 0;
    };
    std::vector<Block> blocks; // in the order of the type's data, without empty ones; adjacent ones are one
    std::int64_t extent = 0;   // from one entry to the next
};

// Adds `count` entries of `part`, the first one at `first`, each `step` bytes from the one before. Returns
// false if `all` has as many blocks as are kept.
bool add_entries(TypeLayout& all, const TypeLayout& part, std::int64_t first, std::int64_t count,
                 std::int64_t step);

// From the lowest byte of `count` entries to behind the highest one. Empty without data.
TypeLayout::Block span_of(const TypeLayout& layout, std::int64_t count);

// The first byte of a block that is not memory of the program; nullopt: there is none.
using FirstBadByte = std::optional<std::int64_t> (*)(const void* base, TypeLayout::Block block);

// The same of all blocks of `count` entries at `base`. Gaps between blocks may be anything. Of very many
// blocks, not all are looked at.
std::optional<std::int64_t> first_bad_byte(const TypeLayout& layout, std::int64_t count, const void* base,
                                           FirstBadByte first_bad);

} // namespace loop::runtime
