// Characterizes streams of Apex-Map's generator.
#include "base/locality/program.h"
#include "base/locality/remarks.h"
#include "base/locality/repeats.h"
#include "kernels/apexmap/indices.h"
#include "observed.h"

#include <catch2/catch.hpp>

using namespace loop::locality;
namespace apexmap = loop::runtime::apexmap;

namespace {

constexpr std::int64_t mwords = 1 << 20;

std::vector<std::int64_t> blocks_of(std::int64_t words, std::int64_t l, double alpha, std::size_t count) {
    return apexmap::draw({words / l * l, l, alpha, words / 3 / l * l, 1}, count);
}

// Number of draws: fewer for long blocks, to keep the test short.
std::size_t draws_for(std::int64_t l) {
    return l == 1 ? 500000 : l <= 4 ? 300000 : l <= 16 ? 200000 : 100000;
}

} // namespace

TEST_CASE("alpha, L, and M of generated streams are recovered") {
    for (const double alpha : {1.0, 0.5, 0.1, 0.025, 0.005, 0.001}) {
        for (const std::int64_t l : {1, 2, 3, 16, 64}) {
            INFO("alpha " << alpha << ", L " << l);
            Recorder recorder;
            for (const std::int64_t start : blocks_of(4 * mwords, l, alpha, draws_for(l)))
                recorder.words(static_cast<std::uint64_t>(start + 1000000), static_cast<std::uint64_t>(l));
            const Characterization found = recorder.found();
            REQUIRE(found.streams.size() == 1);
            const Stream& stream = found.streams[0];
            CHECK(stream.l == static_cast<std::uint64_t>(l));
            CHECK(stream.alpha == Approx(alpha).epsilon(0.05));
            CHECK(static_cast<double>(stream.m) == Approx(4 * mwords).epsilon(0.05));
            CHECK(stream.m % stream.l == 0);
            CHECK(stream.ks_distance < 0.01);
            CHECK(stream.runs_like_l > 0.95);
        }
    }
}

TEST_CASE("long blocks are recovered") {
    for (const double alpha : {1.0, 0.1}) {
        Recorder recorder;
        for (const std::int64_t start : blocks_of(64 * mwords, 65536, alpha, 500))
            recorder.words(static_cast<std::uint64_t>(start), 65536);
        const Characterization found = recorder.found();
        REQUIRE(found.streams.size() == 1);
        CHECK(found.streams[0].l == 65536);
        CHECK(found.streams[0].alpha == Approx(alpha).epsilon(0.15)); // 500 blocks allow no better estimate
    }
}

TEST_CASE("blocks are recovered in a memory so small that many are adjacent by chance") {
    Recorder recorder;
    for (const std::int64_t start : blocks_of(256, 16, 1, 10000))
        recorder.words(static_cast<std::uint64_t>(start), 16);
    const Characterization found = recorder.found();
    REQUIRE(found.streams.size() == 1);
    CHECK(found.streams[0].l == 16);
    CHECK(found.streams[0].m == 256);
    CHECK(found.streams[0].alpha == Approx(1).epsilon(0.05));
}

TEST_CASE("two mixed streams are separated by their block lengths") {
    const std::vector<std::int64_t> single = blocks_of(mwords, 1, 0.5, 640000);
    const std::vector<std::int64_t> long_blocks = blocks_of(mwords, 64, 0.05, 10000);
    Recorder recorder;
    for (std::size_t k = 0; k < single.size(); ++k) {
        recorder.word(static_cast<std::uint64_t>(single[k]));
        if (k % 64 == 0) recorder.words(static_cast<std::uint64_t>(16 * mwords + long_blocks[k / 64]), 64);
    }
    const Characterization found = recorder.found();
    REQUIRE(found.streams.size() == 2);
    CHECK(found.streams[0].l == 1);
    CHECK(found.streams[0].alpha == Approx(0.5).epsilon(0.05));
    CHECK(static_cast<double>(found.streams[0].m) == Approx(mwords).epsilon(0.05));
    CHECK(found.streams[0].share == Approx(0.5).epsilon(0.01));
    CHECK(found.streams[1].l == 64);
    CHECK(found.streams[1].alpha == Approx(0.05).epsilon(0.05));
    CHECK(static_cast<double>(found.streams[1].m) == Approx(mwords).epsilon(0.05));
}

TEST_CASE("a stream says how its words are spread over runs, and how many are in runs like L") {
    Recorder recorder;
    std::uint64_t place = 0;
    for (const std::uint64_t length : {6, 8, 8, 18, 8, 32, 8, 40}) // 16 on average
        recorder.words(place += 1000, length);
    const Stream stream = single_stream(recorder.observer.finish());
    CHECK(stream.l == 16);
    CHECK(stream.runs == 8);
    CHECK(stream.runs_like_l == (4 * 8 + 18 + 32) / 128.0);
    CHECK(stream.run_lengths.counts ==
          std::map<double, double>{{6, 6}, {8, 32}, {18, 18}, {32, 32}, {40, 40}});
}

TEST_CASE("the program for a stream has its M, L, and alpha, in words of 8 bytes, with safe comments") {
    Characterization found;
    found.grain = {4, 16};
    found.words = 100;
    found.streams.push_back({4096, 32, 0.25, 1, 1, 0.02, 0.9, 3});
    const std::string one = program_of(found, "a*/\\LOOP\n");
    CHECK(one.find("M = 2048,") != std::string::npos);
    CHECK(one.find("L = 16,") != std::string::npos);
    CHECK(one.find("alpha = 0.25,") != std::string::npos);
    CHECK(one.find("of a_/_LOOP_,") != std::string::npos);
}

TEST_CASE("the program for a stream reads as many words, each of two streams its share") {
    Characterization found;
    found.grain = {8, 8};
    found.words = 96 * 50000;
    found.streams.push_back({1 << 20, 16, 0.5, 1, 1, 0, 0.9, 3});
    const std::string one = program_of(found, "x");
    // 300000 blocks are not a multiple of 1024; 300 repeats of 1000 blocks are exact.
    CHECK(one.find("I = 1000,") != std::string::npos);
    CHECK(one.find("N = 300,") != std::string::npos);
    CHECK(one.find("WARMUP: 0") != std::string::npos);
    CHECK(one.find("Two streams") == std::string::npos);
    found.streams[0].share = 0.25;
    found.streams.push_back({1 << 20, 1 << 18, 1, 0.75, 1, 0, 0.9, 3});
    const std::string two = program_of(found, "x");
    CHECK(two.find("Two streams, one after the other") != std::string::npos);
    CHECK(two.find("I_short = 1000,") != std::string::npos);
    CHECK(two.find("N_short = 75,") != std::string::npos);
    // 3.6 million words are 14 blocks of 2^18 words, of which a repeat reads at most four.
    CHECK(two.find("I_long = 2,") != std::string::npos);
    CHECK(two.find("N_long = 7,") != std::string::npos);
}

TEST_CASE("repeats read the given number of blocks, or nearly") {
    const auto product = [](const Repeats& repeats) { return repeats.blocks * repeats.count; };
    CHECK(product(repeats_of(0, 1)) == 1);
    CHECK(product(repeats_of(5, 1 << 25)) == 5); // a block per repeat
    for (std::uint64_t blocks = 1; blocks < 300000; blocks = blocks * 9 / 8 + 1) {
        for (const std::uint64_t l : {1, 64, 5000, 1 << 19}) {
            const Repeats repeats = repeats_of(blocks, l);
            CHECK(repeats.blocks <= most_blocks_of_repeat(l));
            CHECK(static_cast<double>(product(repeats)) == Approx(blocks).epsilon(0.01).margin(0));
        }
    }
}

TEST_CASE("two streams are named by their runs, a single one is not") {
    Characterization found;
    found.streams.resize(1);
    CHECK(stream_name(found, 0) == "the stream");
    found.streams.resize(2);
    CHECK(stream_name(found, 0) == "short runs");
    CHECK(stream_name(found, 1) == "long runs");
}
