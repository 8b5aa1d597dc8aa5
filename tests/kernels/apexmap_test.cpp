#include "kernels/apexmap/indices.h"
#include "kernels/apexmap/parameters.h"
#include "kernels/apexmap/queue.h"
#include "kernels/apexmap/sums.h"
#include "kernels/apexmap/values.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using namespace loop::runtime::apexmap;

namespace {

constexpr std::int64_t mwords = 1 << 20;
constexpr std::size_t draws = 300000;

std::vector<double> parts_of(const std::vector<std::int64_t>& starts, std::int64_t words) {
    std::vector<double> parts;
    for (const std::int64_t start : starts)
        parts.push_back(static_cast<double>(start) / static_cast<double>(words));
    return parts;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

Parameters with_m(long long m) {
    Parameters p;
    p.m = m;
    return p;
}

} // namespace

TEST_CASE("the random numbers are those of drand48") {
    for (const std::uint32_t seed : {0u, 1u, 7u, 255u}) {
        Uniform uniform(seed);
        srand48(static_cast<long>(seed));
        for (int i = 0; i < 1000; ++i)
            REQUIRE(uniform() == drand48());
    }
}

TEST_CASE("blocks are drawn by the power law: P(X/M < t) = t^alpha") {
    for (const double alpha : {1.0, 0.5, 0.1, 0.01}) {
        INFO("alpha " << alpha);
        const std::int64_t words = 64 * mwords;
        std::vector<double> parts = parts_of(draw({words, 1, alpha, 0, 1}, draws), words);
        for (const double t : {0.001, 0.01, 0.1, 0.25, 0.5, 0.9}) {
            const auto below =
                std::count_if(parts.begin(), parts.end(), [t](double part) { return part < t; });
            const double expected = std::pow(t, alpha);
            const double deviation = std::sqrt(expected * (1 - expected) / draws);
            CHECK(std::fabs(static_cast<double>(below) / draws - expected) < 5 * deviation);
        }
        double mean = 0;
        for (const double part : parts)
            mean += part / draws;
        CHECK(std::fabs(mean - alpha / (1 + alpha)) < 0.003);
        std::nth_element(parts.begin(), parts.begin() + draws / 2, parts.end());
        const double median =
            std::pow(0.5, 1 / alpha); // the density is steep at small alpha, hence the tolerance
        CHECK(parts[draws / 2] ==
              Approx(median).epsilon(0.01 / alpha).margin(1.0 / static_cast<double>(words)));
    }
}

TEST_CASE("addresses are multiples of the block length, and the last block is never drawn") {
    for (const std::int64_t block : {1, 3, 64, 65536}) {
        const std::int64_t words = block * 1000;
        std::int64_t last = 0;
        for (const std::int64_t start : draw({words, block, 1, 0, 3}, draws)) {
            REQUIRE(start % block == 0);
            last = std::max(last, start);
        }
        CHECK(last == words - 2 * block);
    }
    for (const std::int64_t blocks : {1, 2})
        for (const std::int64_t start : draw({4096 * blocks, 4096, 1, 0, 1}, 100))
            CHECK(start == 0);
}

TEST_CASE("with LAST, every block is drawn, and with alpha = 1 all are equally probable") {
    for (const std::int64_t blocks : {1, 2, 3, 10}) {
        INFO(blocks << " blocks");
        std::vector<std::size_t> drawn(static_cast<std::size_t>(blocks));
        for (const std::int64_t start : draw({blocks * 64, 64, 1, 0, 7, true}, draws)) {
            REQUIRE(start % 64 == 0);
            ++drawn.at(static_cast<std::size_t>(start / 64));
        }
        const double part = 1.0 / static_cast<double>(blocks);
        const double deviation = std::sqrt(part * (1 - part) * draws);
        for (const std::size_t count : drawn)
            CHECK(std::fabs(static_cast<double>(count) - part * draws) <= 5 * deviation);
    }
}

TEST_CASE("the shift makes a rank's own words the most probable, modulo M") {
    const std::int64_t words = 4096;
    const auto plain = draw({words, 16, 0.2, 0, 5}, 10000);
    const auto shifted = draw({words, 16, 0.2, 3072, 5}, 10000);
    for (std::size_t k = 0; k < plain.size(); ++k)
        REQUIRE(shifted[k] == (plain[k] + 3072) % words);
    const auto own = std::count_if(shifted.begin(), shifted.end(), [](std::int64_t s) { return s >= 3072; });
    CHECK(own > 7000); // (1/4)^0.2 = 0.76
}

TEST_CASE("the expected remote fraction is the published one") {
    CHECK(100 * expected_remote_fraction(1, 1, 256) == Approx(99.61).margin(0.005));
    CHECK(100 * expected_remote_fraction(0.001, 1, 256) == Approx(0.553).margin(0.0005));
    std::ifstream file(LOOP_GOLDEN "/apexmap_remote_fraction_percent.csv");
    REQUIRE(file.good());
    std::string line;
    std::getline(file, line);
    int rows = 0;
    while (std::getline(file, line)) {
        std::istringstream cells(line);
        std::string cell;
        std::getline(cells, cell, ',');
        const double alpha = std::stod(cell);
        for (int ranks = 2; std::getline(cells, cell, ','); ranks *= 2)
            CHECK(100 * expected_remote_fraction(alpha, 1, ranks) == Approx(std::stod(cell)).margin(6e-5));
        ++rows;
    }
    CHECK(rows == 10);
}

TEST_CASE("the generator has the expected remote fraction, for 256 ranks of 64 Mwords") {
    const std::int64_t own = 64 * mwords;
    const std::int64_t rank = 17;
    for (const double alpha : {1.0, 0.001}) {
        for (const std::int64_t block : {1, 65536}) {
            std::size_t remote = 0;
            for (const std::int64_t start : draw({256 * own, block, alpha, rank * own, 18}, draws))
                remote += start / own != rank ? 1 : 0;
            const double expected = expected_remote_fraction(alpha, 1, 256);
            const double deviation = std::sqrt(expected * (1 - expected) / draws);
            CHECK(std::fabs(static_cast<double>(remote) / draws - expected) < 5 * deviation);
        }
    }
}

TEST_CASE("with few blocks, the expected remote fraction depends on the last one") {
    constexpr std::int64_t block = 1024;
    for (const bool last : {false, true})
        for (const std::int64_t ranks : {2, 3, 8})
            for (const std::int64_t of_rank : {1, 2, 5}) {
                INFO(ranks << " ranks of " << of_rank << " blocks, last: " << last);
                const std::int64_t own = of_rank * block;
                std::size_t remote = 0;
                for (const std::int64_t start : draw({ranks * own, block, 0.5, own, 4, last}, draws))
                    remote += start / own != 1 ? 1 : 0;
                const double expected =
                    expected_remote_fraction(0.5, of_rank, blocks_drawn(ranks * of_rank, last));
                const double deviation = std::sqrt(expected * (1 - expected) / draws);
                CHECK(std::fabs(static_cast<double>(remote) / draws - expected) <= 5 * deviation);
            }
    CHECK(expected_remote_fraction(1, 1, blocks_drawn(2, false)) == 0);
    CHECK(expected_remote_fraction(1, 1, blocks_drawn(2, true)) == 0.5);
}

TEST_CASE("only the version shmem needs OpenSHMEM") {
    Parameters p;
    CHECK(refusal_of_version(p, false).empty());
    p.chosen_version = Version::Shmem;
    CHECK(refusal_of_version(p, true).empty());
    CHECK(has(refusal_of_version(p, false), "needs OpenSHMEM"));
    CHECK(has(refusal_of_version(p, false), "`local-shmem` has it"));
}

TEST_CASE("sums of blocks equal the closed formula") {
    for (const std::int64_t start : {0L, 1L, 1020L, 1021L, 5000L, 123456789012L}) {
        for (const std::int64_t words : {1, 2, 1020, 1021, 1022, 5000}) {
            std::int64_t sum = 0;
            for (std::int64_t k = 0; k < words; ++k)
                sum += static_cast<std::int64_t>(value_at(start + k));
            CHECK(block_sum(start, words) == sum);
        }
    }
}

TEST_CASE("every way of summing adds every word once") {
    std::vector<double> words(100000);
    for (std::size_t k = 0; k < words.size(); ++k)
        words[k] = value_at(static_cast<std::int64_t>(k));
    for (std::size_t block = 1; block <= 300; ++block) {
        for (const std::size_t count : {1u, 7u, 8u, 9u, 100u}) {
            const auto starts =
                draw({100000 / static_cast<std::int64_t>(block) * static_cast<std::int64_t>(block),
                      static_cast<std::int64_t>(block), 0.8, 0, 1},
                     count);
            double expected = 0;
            for (const std::int64_t start : starts)
                expected += static_cast<double>(block_sum(start, static_cast<std::int64_t>(block)));
            for (const std::size_t ahead : {0u, 3u, 1000u}) {
                for (const Compute compute : {Compute::Sum, Compute::Strict, Compute::MultiplyAdd}) {
                    const double times = compute == Compute::MultiplyAdd ? factor : 1;
                    REQUIRE(sum_blocks(words.data(), starts.data(), count, block, compute, ahead) ==
                            times * expected);
                    REQUIRE(sum_block(words.data() + starts[0], block, compute) ==
                            times *
                                static_cast<double>(block_sum(starts[0], static_cast<std::int64_t>(block))));
                }
            }
        }
    }
}

TEST_CASE("accesses are counted in words, and a repeat of long blocks has fewer indices") {
    Parameters p;
    CHECK(indices_used(p) == 1024);
    CHECK(words_accessed(p) == 1024 * 100);
    p.l = 1024;
    CHECK(indices_used(p) == 1024);
    p.l = 4096;
    CHECK(indices_used(p) == 256);
    p.l = 65536;
    CHECK(indices_used(p) == 16);
    CHECK(words_accessed(p) == mwords * 100);
    p.l = 4 * mwords;
    CHECK(indices_used(p) == 1);
}

TEST_CASE("invalid parameters are refused with numbers") {
    CHECK(refusal(with_m(1 << 20), 4).empty());
    CHECK(refusal_of_limits(Parameters{}).empty());
    CHECK(has(refusal(with_m(1000), 3), "1 remain (M = 1000 words, 3 ranks)"));
    Parameters long_block = with_m(4000);
    long_block.l = 1001;
    CHECK(has(refusal(long_block, 4), "L is 1001, a rank has 1000 words"));
    long_block.l = 999;
    CHECK(has(refusal(long_block, 4), "L is 999, a rank has 1000 words, 1 remain"));
    CHECK(has(refusal(with_m(-1), 1), "`M` must be from 1 to 2^50 words, not -1"));
    for (const double alpha : {0.0, -0.5, 1.5, std::nan("")}) {
        Parameters p;
        p.alpha = alpha;
        CHECK(has(refusal_of_limits(p), "`ALPHA` must be above 0 and at most 1, not "));
    }
    for (long long Parameters::*field : {&Parameters::l, &Parameters::i, &Parameters::n, &Parameters::b,
                                         &Parameters::smsg, &Parameters::nser}) {
        Parameters p;
        p.*field = 0;
        CHECK(has(refusal_of_limits(p), ", not 0"));
    }
    Parameters many;
    many.n = 1LL << 40;
    CHECK(has(refusal_of_limits(many), "2^43"));
}

TEST_CASE("the default of M is the usual size, or less if memory is short") {
    Parameters p;
    bool reduced = true;
    CHECK(default_m(p, 4, 1e10, reduced) == 4 * 64 * mwords);
    CHECK(!reduced);
    p.l = 65536;
    const long long m = default_m(p, 4, 1e8, reduced);
    CHECK(reduced);
    CHECK(m % (4 * p.l) == 0);
    CHECK(m >= 4 * p.l);
    p.m = m;
    CHECK(refusal_of_memory(p, 4, 1e8).empty());
    CHECK(has(refusal_of_memory(p, 4, 1e6), "and has 976.6 KiB"));
    p.l = 85;
    CHECK(default_m(p, 1, 1e10, reduced) % 85 == 0);
    CHECK(!reduced);
}

TEST_CASE("a queue keeps its order when it grows and wraps around") {
    Queue<int> queue;
    int next_in = 0;
    int next_out = 0;
    for (int round = 0; round < 2000; ++round) {
        for (int k = 0; k < round % 7; ++k)
            queue.push(next_in++);
        for (int k = 0; k < round % 5 && !queue.empty(); ++k)
            REQUIRE(queue.pop() == next_out++);
    }
    CHECK(next_in > 1000);
    while (!queue.empty())
        REQUIRE(queue.pop() == next_out++);
    CHECK(next_out == next_in);
}
