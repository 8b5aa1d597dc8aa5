#include "host_calls/type_layout.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <optional>
#include <vector>

using namespace loop::runtime;

namespace {

const TypeLayout an_int{{{0, 4}}, 4};

/// `count` blocks of `block` ints, `stride` ints apart.
TypeLayout vector_of(std::int64_t count, std::int64_t block, std::int64_t stride) {
    TypeLayout all;
    for (std::int64_t i = 0; i < count; ++i)
        add_entries(all, an_int, i * stride * 4, block, 4);
    all.extent = span_of(all, 1).end;
    return all;
}

std::vector<std::int64_t> places_of(const TypeLayout& layout) {
    std::vector<std::int64_t> places;
    for (const TypeLayout::Block& block : layout.blocks)
        places.insert(places.end(), {block.begin, block.end});
    return places;
}

/// Memory of the program: bytes 0 to 39, and 60 to 99.
std::optional<std::int64_t> first_bad(const void*, TypeLayout::Block block) {
    for (std::int64_t at = block.begin; at < block.end; ++at)
        if (at < 0 || (at >= 40 && at < 60) || at >= 100) return at;
    return std::nullopt;
}

std::optional<std::int64_t> bad_in(const TypeLayout& layout, std::int64_t count) {
    return first_bad_byte(layout, count, nullptr, first_bad);
}

} // namespace

TEST_CASE("blocks that follow each other are one") {
    CHECK(places_of(vector_of(3, 2, 4)) == std::vector<std::int64_t>{0, 8, 16, 24, 32, 40});
    CHECK(places_of(vector_of(3, 2, 2)) == std::vector<std::int64_t>{0, 24});
    TypeLayout all;
    CHECK(add_entries(all, an_int, 0, 1000000000, 4));
    CHECK(places_of(all) == std::vector<std::int64_t>{0, 4000000000});
    CHECK_FALSE(add_entries(all, an_int, 4000000004, 1000000, 8)); // too many to keep
}

TEST_CASE("entries reach as far as their blocks") {
    const TypeLayout column = vector_of(4, 1, 5);
    CHECK(span_of(column, 1).end == 64);
    CHECK(span_of(column, 2).end == 128);
    CHECK(span_of({column.blocks, 4}, 3).end == 72);
    CHECK(span_of({column.blocks, -4}, 3).begin == -8);
    CHECK(span_of(column, 0).end == 0);
    CHECK(span_of(TypeLayout{}, 7).end == 0);
}

TEST_CASE("only bytes of blocks must be memory of the program") {
    CHECK_FALSE(bad_in(an_int, 10));
    CHECK(bad_in(an_int, 11) == 40);
    CHECK(bad_in({{{-4, 4}}, 8}, 1) == -4);
    const TypeLayout apart{{{0, 40}, {60, 100}}, 100};
    CHECK_FALSE(bad_in(apart, 1));
    CHECK(bad_in(apart, 2) == 100);
    const TypeLayout column = vector_of(2, 1, 15);
    CHECK_FALSE(bad_in(column, 1));              // bytes 0 to 3, and 60 to 63
    CHECK_FALSE(bad_in({column.blocks, 4}, 10)); // ten columns beside each other
    CHECK(bad_in({column.blocks, 4}, 11) == 40);
    CHECK(bad_in({{{0, 4}}, 60}, 3) == 120);    // the second entry is good
    CHECK_FALSE(bad_in({{{96, 100}}, -36}, 3)); // 96, 60, 24
    CHECK(bad_in({{{96, 100}}, -36}, 4) == -12);
    CHECK_FALSE(bad_in(an_int, 0));
}
