// Loops whose locality is known.
#include "observed.h"

#include <catch2/catch.hpp>

using namespace loop::locality;

namespace {

constexpr std::uint64_t n = 96; // rows and columns
// First words of the matrices, far apart.
constexpr std::uint64_t a = 1 << 20;
constexpr std::uint64_t b = a + n * n + 8;
constexpr std::uint64_t c = b + n * n + 8;

// The blocked product, with c in the innermost loop.
Characterization blocked_product(std::uint64_t block) {
    Recorder recorder;
    for (std::uint64_t i0 = 0; i0 < n; i0 += block)
        for (std::uint64_t k0 = 0; k0 < n; k0 += block)
            for (std::uint64_t j0 = 0; j0 < n; j0 += block)
                for (std::uint64_t i = i0; i < i0 + block; ++i)
                    for (std::uint64_t k = k0; k < k0 + block; ++k) {
                        recorder.word(a + i * n + k);
                        for (std::uint64_t j = j0; j < j0 + block; ++j) {
                            recorder.word(b + k * n + j);
                            recorder.word(c + i * n + j);
                        }
                    }
    return recorder.found();
}

} // namespace

TEST_CASE("a sweep is one block, also if repeated, in either direction, or by half words") {
    Recorder once;
    for (std::uint64_t k = 0; k < 5000; ++k)
        once.word(7 + k);
    Recorder often;
    for (int sweep = 0; sweep < 3; ++sweep)
        for (std::uint64_t k = 0; k < 10000; ++k)
            often.observer.access(4 * k, 4);
    Recorder down;
    for (int sweep = 0; sweep < 3; ++sweep)
        for (std::uint64_t k = 5000; k-- > 0;)
            down.word(k);
    for (Recorder* recorder : {&once, &often, &down}) {
        const Characterization found = recorder->found();
        REQUIRE(found.streams.size() == 1);
        CHECK(found.streams[0].l == 5000);
        CHECK(found.streams[0].m == 5000);
        CHECK(found.streams[0].alpha == 1);
        CHECK(found.streams[0].reused == Approx(recorder == &once ? 0 : 2.0 / 3));
    }
}

TEST_CASE("three arrays read in turn still have runs") {
    Recorder recorder;
    for (int sweep = 0; sweep < 4; ++sweep)
        for (std::uint64_t k = 0; k < 2000; ++k)
            for (std::uint64_t array = 0; array < 3; ++array)
                recorder.word(array * 2064 + k);
    const Characterization found = recorder.found();
    REQUIRE(found.streams.size() == 1);
    CHECK(found.streams[0].l == 2000);
    CHECK(found.footprint.words == 6000);
}

TEST_CASE("strided words: M covers their lines, and no alpha fits their regular reuse") {
    for (const std::uint64_t stride : {2, 8, 64}) {
        Recorder recorder;
        for (int sweep = 0; sweep < 4; ++sweep)
            for (std::uint64_t k = 0; k < 4096; ++k)
                recorder.word(k * stride);
        const Characterization found = recorder.found();
        REQUIRE(found.streams.size() == 1);
        CHECK(found.streams[0].l == 1);
        CHECK(found.streams[0].alpha == Approx(1).epsilon(0.05));
        const auto lines = std::min<std::uint64_t>(stride, 8) * 4096;
        CHECK(static_cast<double>(found.streams[0].m) == Approx(lines).epsilon(0.01));
        CHECK(found.streams[0].ks_distance > 0.1);
    }
}

TEST_CASE("random words give alpha 1 and L 1") {
    Recorder recorder;
    std::uint64_t state = 88172645463325252u; // xorshift64, Marsaglia 2003
    for (int k = 0; k < 200000; ++k) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        recorder.word(state % 50000);
    }
    const Characterization found = recorder.found();
    REQUIRE(found.streams.size() == 1);
    CHECK(found.streams[0].l == 1);
    CHECK(found.streams[0].alpha == Approx(1).epsilon(0.05));
    CHECK(static_cast<double>(found.streams[0].m) == Approx(50000).epsilon(0.05));
}

TEST_CASE("matrix product by rows: one matrix has long runs, the other single words") {
    Recorder recorder;
    for (std::uint64_t i = 0; i < n; ++i)
        for (std::uint64_t j = 0; j < n; ++j) {
            for (std::uint64_t k = 0; k < n; ++k) {
                recorder.word(a + i * n + k);
                recorder.word(b + k * n + j);
            }
            recorder.word(c + i * n + j);
        }
    const Characterization found = recorder.found();
    REQUIRE(found.streams.size() == 2);
    const Stream& columns = found.streams[0];
    const Stream& rows = found.streams[1];
    CHECK(columns.l == 1);
    CHECK(columns.share == Approx(0.5).epsilon(0.02));
    CHECK(columns.alpha > 0.8); // n^2 words, each read once per n^2 reads
    CHECK(static_cast<double>(columns.m) == Approx(2 * n * n).epsilon(0.05)); // with c
    CHECK(rows.l == n);
    CHECK(rows.alpha < 0.01); // each row is read n times in sequence
}

TEST_CASE("matrix product by blocks: runs as long as blocks; smaller blocks are reused sooner") {
    const Characterization small = blocked_product(8);
    const Characterization large = blocked_product(32);
    const Characterization whole = blocked_product(n);
    REQUIRE(small.streams.size() == 1);
    REQUIRE(large.streams.size() == 1);
    REQUIRE(whole.streams.size() == 1);
    CHECK(small.streams[0].l == 8);
    CHECK(large.streams[0].l == 32);
    CHECK(whole.streams[0].l == n);
    CHECK(small.streams[0].alpha < whole.streams[0].alpha);
    CHECK(large.streams[0].alpha < whole.streams[0].alpha);
    CHECK(static_cast<double>(small.streams[0].m) == Approx(3 * n * n).epsilon(0.05));
}

TEST_CASE("a stream that needs more memory than allowed is refused") {
    Observer observer({8, 8}, 1 << 20);
    const auto scatter = [&] {
        for (std::uint64_t k = 0; k < 1000; ++k)
            observer.access(k << 20, 8);
    };
    CHECK_THROWS_AS(scatter(), MemoryLimit);
}
