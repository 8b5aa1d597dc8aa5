// Characterizes the streams of all ranks of a parallel program.
#include "base/locality/parallel.h"
#include "base/locality/parallel_forms.h"
#include "base/locality/program.h"
#include "kernels/apexmap/indices.h"

#include <catch2/catch.hpp>
#include <fmt/core.h>

using namespace loop::locality;
namespace apexmap = loop::runtime::apexmap;

namespace {

constexpr std::int64_t words = 1 << 20; // of all ranks
constexpr int ranks = 4;
constexpr Grain grain{8, 8};
constexpr std::size_t memory = std::size_t{1} << 30;

// Ranges of 64-byte lines that belong to the ranks in equal parts.
std::string equal_parts() {
    std::string csv;
    for (int rank = 0; rank < ranks; ++rank)
        csv += fmt::format("{},{},{}\n", rank, 8 * words / ranks * rank, 8 * words / ranks * (rank + 1));
    return csv;
}

// What \APEXMAP reads on all ranks.
ParallelLocality of_apexmap(std::int64_t l, double alpha, std::size_t blocks, const OwnedRanges* owners) {
    ParallelObserver all(owners);
    for (int rank = 0; rank < ranks; ++rank) {
        RankObserver observer(rank, owners, grain, memory);
        const apexmap::Stream stream{words, l, alpha, words / ranks * rank,
                                     static_cast<std::uint32_t>(rank + 1)};
        for (const std::int64_t start : apexmap::draw(stream, blocks))
            for (std::int64_t k = 0; k < l; ++k)
                observer.access(static_cast<std::uint64_t>(8 * (start + k)), 8);
        all.add(observer);
    }
    return all.finish();
}

} // namespace

TEST_CASE("M, L, alpha, and the remote fraction of Apex-Map on four ranks are recovered") {
    const OwnedRanges owners(equal_parts(), ranks);
    for (const double alpha : {1.0, 0.05}) {
        for (const std::int64_t l : {1, 16}) {
            INFO("alpha " << alpha << ", L " << l);
            const ParallelLocality found = of_apexmap(l, alpha, 100000, &owners);
            REQUIRE(found.ranks.size() == ranks);
            REQUIRE(found.together.streams.size() == 1);
            const Stream& stream = found.together.streams[0];
            CHECK(stream.l == static_cast<std::uint64_t>(l));
            CHECK(stream.alpha == Approx(alpha).epsilon(0.05));
            CHECK(static_cast<double>(stream.m) == Approx(words).epsilon(0.05));
            CHECK(stream.ks_distance < 0.01);
            const double expected = apexmap::expected_remote_fraction(alpha, words / ranks / l, words / l);
            CHECK(found.remote_fraction() == Approx(expected).margin(0.01));
            CHECK(found.expected_remote_fraction() == Approx(expected).margin(0.02));
            for (const RankLocality& rank : found.ranks) {
                CHECK(rank.remote_fraction() == Approx(expected).margin(0.02));
                CHECK(rank.own_share == Approx(0.25));
                CHECK(rank.unowned == 0);
            }
        }
    }
}

TEST_CASE("ranks that read only their own memory: none is remote, though Apex-Map expects it") {
    const OwnedRanges owners(equal_parts(), ranks);
    ParallelObserver all(&owners);
    for (int rank = 0; rank < ranks; ++rank) {
        RankObserver observer(rank, &owners, grain, memory);
        for (const std::int64_t start : apexmap::draw({words / ranks, 1, 1, 0, 1}, 100000))
            observer.access(static_cast<std::uint64_t>(8 * (words / ranks * rank + start)), 8);
        all.add(observer);
    }
    const ParallelLocality found = all.finish();
    CHECK(found.remote_fraction() == 0);
    CHECK(found.expected_remote_fraction() > 0.1);
    for (const RankLocality& rank : found.ranks)
        CHECK(static_cast<double>(rank.found.streams[0].m) == Approx(words / ranks).epsilon(0.05));
    CHECK(static_cast<double>(found.together.streams[0].m) == Approx(words).epsilon(0.05));
}

TEST_CASE("accesses to memory of no rank are left out and counted") {
    const OwnedRanges owners("0,0,4096\n1,4096,8192", 2);
    ParallelObserver all(&owners);
    for (int number = 0; number < 2; ++number) {
        RankObserver rank(number, &owners, grain, memory);
        for (std::uint64_t k = 0; k < 512; ++k) {
            rank.access(8 * k, 8);
            if (k % 2 == 0) rank.access((std::uint64_t{1} << 40) + 8 * k, 8);
        }
        CHECK(rank.accesses() == 512);
        all.add(rank);
    }
    const ParallelLocality found = all.finish();
    CHECK(found.ranks[0].unowned == 256);
    CHECK(found.ranks[0].remote == 0);
    CHECK(found.ranks[1].remote == 512);
    CHECK(found.remote_fraction() == 0.5);
    CHECK(found.together.words == 1024);
    CHECK(found.together.footprint.words == 512);
    const std::string text = text_of(found, "x");
    CHECK(text.find("512 addresses are in memory that no rank owns, and are left out") != std::string::npos);
    CHECK(json_value(found, "x").dump(2).find("\"no_owner\": 256") != std::string::npos);
}

TEST_CASE("the program for four ranks reads their words on four ranks, in the memory of all of them") {
    ParallelLocality found = of_apexmap(16, 0.25, 1000, nullptr);
    CHECK_FALSE(found.has_owners);
    found.together.streams = {{4096, 32, 0.25, 1, 1, 0, 0.9, 3}};
    found.together.words = 4 * 32 * 1000;
    const std::string text = program_of(found.together, "x", ranks);
    CHECK(text.find("M = 1024,") != std::string::npos);
    CHECK(text.find("I = 1000,") != std::string::npos);
    CHECK(text.find("N = 1,") != std::string::npos);
    CHECK(text.find("\"async\"") != std::string::npos);
    CHECK(text.find("4 ranks together read as many words as the 4 streams: 128000") != std::string::npos);
}
