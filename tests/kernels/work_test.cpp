#include "session/clock.h"
#include "work/kernels.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

using namespace loop::runtime;

namespace {

std::vector<long long> offsets(const Accesses& accesses) {
    std::vector<long long> all;
    visit_words(accesses, [&](long long offset) { all.push_back(offset); });
    return all;
}

bool are_different(std::vector<long long> values) {
    std::sort(values.begin(), values.end());
    return std::adjacent_find(values.begin(), values.end()) == values.end();
}

} // namespace

TEST_CASE("a permutation has every number once, and is not the identity", "[work]") {
    for (int bits = 0; bits <= 12; ++bits) {
        std::vector<long long> seen;
        for (std::uint64_t i = 0; i < std::uint64_t{1} << bits; ++i)
            seen.push_back(static_cast<long long>(permuted(i, bits)));
        INFO(bits);
        CHECK(are_different(seen));
        CHECK(*std::max_element(seen.begin(), seen.end()) == (1LL << bits) - 1);
        if (bits > 3) CHECK_FALSE(std::is_sorted(seen.begin(), seen.end()));
    }
    CHECK(bits_for(1) == 0);
    CHECK(bits_for(2) == 1);
    CHECK(bits_for(5) == 3);
    CHECK(bits_for(8) == 3);
}

TEST_CASE("words are read one after the other, at a stride, or in random order", "[work]") {
    CHECK(offsets({4, 8, false}) == std::vector<long long>{0, 8, 16, 24});
    CHECK(offsets({3, 64, false}) == std::vector<long long>{0, 64, 128});
    CHECK(offsets({0, 8, false}).empty());
    CHECK(buffer_bytes({4, 8, false}) == 32);
    CHECK(buffer_bytes({3, 64, true}) == 192);
    for (const long long words : {1, 2, 7, 64, 1000}) {
        const std::vector<long long> random = offsets({words, 24, true});
        std::vector<long long> in_order = random;
        std::sort(in_order.begin(), in_order.end());
        INFO(words);
        CHECK(in_order == offsets({words, 24, false}));
        if (words > 10) CHECK(random != in_order);
    }
}

TEST_CASE("if the buffer is too small, further sweeps read the words in the gaps", "[work]") {
    const long long stride = max_buffer_bytes / 4; // four words in a sweep
    for (const bool random : {false, true}) {
        std::vector<long long> seen = offsets({10, stride, random});
        CHECK(buffer_bytes({10, stride, random}) == static_cast<std::size_t>(max_buffer_bytes));
        for (std::size_t sweep = 0; sweep < 3; ++sweep) {
            std::vector<long long> part(
                seen.begin() + static_cast<std::ptrdiff_t>(4 * sweep),
                seen.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(10, 4 * sweep + 4)));
            for (const long long offset : part)
                CHECK(offset % stride == static_cast<long long>(8 * sweep));
            CHECK(are_different(part));
        }
    }
    // After the last gap, the same words again: 16 bytes apart are two sweeps.
    const long long words = max_buffer_bytes / 16;
    long long first = 0, again = 0, outside = 0;
    visit_words({3 * words, 16, false}, [&](long long offset) {
        first += offset == 0;
        again += offset == 8;
        outside += offset + 8 > max_buffer_bytes;
    });
    CHECK(first == 2);
    CHECK(again == 1);
    CHECK(outside == 0);
}

TEST_CASE("what is read is in the buffer", "[work]") {
    std::vector<std::uint64_t> buffer(3000);
    std::iota(buffer.begin(), buffer.end(), 1);
    const char* const bytes = reinterpret_cast<const char*>(buffer.data());
    CHECK(read_words(bytes, {3000, 8, false}) == 3000 * 3001 / 2);
    CHECK(read_words(bytes, {3000, 8, true}) == 3000 * 3001 / 2);
    CHECK(read_words(bytes, {1000, 24, true}) == 3 * (999 * 1000 / 2) + 1000); // 1, 4, 7, ...
}

TEST_CASE("computes at least until the end, and makes up for nothing", "[work]") {
    const CoreSpeed speed = measure_core_speed();
    CHECK(speed.rounds_per_ns > 0);
    for (const std::int64_t length : {0, 1, 100, 10000, 3000000}) {
        const std::int64_t begin = now_ns();
        const std::int64_t lost = compute_until(begin + length, speed);
        const auto taken = static_cast<double>(now_ns() - begin);
        CHECK(taken > static_cast<double>(length + lost) - 2 * speed.clock_ns - 2);
        CHECK((lost == 0 || lost > lost_core_ns));
    }
    // With a wrong speed, it takes longer by a part of its last steps, and not by that factor.
    std::int64_t best = INT64_MAX;
    for (int attempt = 0; attempt < 50; ++attempt) {
        const std::int64_t begin = now_ns();
        const std::int64_t lost = compute_until(begin + 100000, {speed.rounds_per_ns * 5, speed.clock_ns});
        best = std::min(best, now_ns() - begin - lost);
    }
    CHECK(best < 200000);
    for (long long count = 0; count < 40; ++count)
        execute_operations(count);
}
