#include "kernels/apexmap/batches.h"
#include "kernels/apexmap/indices.h"
#include "kernels/apexmap/pages.h"
#include "kernels/apexmap/parameters.h"
#include "kernels/apexmap/queue.h"
#include "kernels/apexmap/sums.h"
#include "kernels/apexmap/values.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numeric>
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

/// The most requests that a rank gets in one of 400 steps, if every rank asks one owner per step, chosen by
/// the stream that `stream_of(rank)` returns.
template <class StreamOf>
long long most_requests(std::size_t ranks, const StreamOf& stream_of) {
    std::vector<decltype(stream_of(0))> streams;
    for (std::size_t rank = 0; rank < ranks; ++rank)
        streams.push_back(stream_of(rank));
    long long most = 0;
    for (int step = 0; step < 400; ++step) {
        std::vector<long long> requests(ranks);
        for (auto& stream : streams)
            most =
                std::max(most, ++requests[static_cast<std::size_t>(stream() * static_cast<double>(ranks))]);
    }
    return most;
}

long long more_after(double wanted, double timed, double passed, const std::vector<double>& batches) {
    return more_batches({wanted, timed, passed, batches});
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

TEST_CASE("independent streams are uniform, and differ between ranks and seeds") {
    for (const std::uint64_t seed : {1u, 2u, 1u << 30}) {
        IndependentUniform uniform(seed, 3);
        std::vector<double> tenths(10);
        double sum = 0;
        for (std::size_t k = 0; k < draws; ++k) {
            const double r = uniform();
            REQUIRE((r >= 0 && r < 1));
            ++tenths[static_cast<std::size_t>(10 * r)];
            sum += r;
        }
        CHECK(std::fabs(sum / draws - 0.5) < 0.003);
        for (const double count : tenths)
            CHECK(std::fabs(count - draws / 10.0) < 5 * std::sqrt(draws * 0.09));
    }
    CHECK(IndependentUniform(1, 2)() == IndependentUniform(1, 2)());
    CHECK(IndependentUniform(1, 2)() != IndependentUniform(2, 1)());
    CHECK(IndependentUniform(1, 2)() != IndependentUniform(1, 3)());
}

TEST_CASE("independent streams ask no rank more often than chance does; published ones do") {
    // 1024 ranks ask one of 1024: the number of requests has a Poisson distribution with mean 1. In 400
    // steps, more than 12 have a probability of less than 0.0001.
    CHECK(most_requests(1024, [](std::size_t rank) { return IndependentUniform(1, rank + 1); }) <= 12);
    CHECK(most_requests(
              1024, [](std::size_t rank) { return Uniform(static_cast<std::uint32_t>(rank + 1)); }) >= 20);
}

TEST_CASE("batches go on until they have taken long enough and their median is known") {
    const std::vector<double> equal(8, 1e6), few(5, 1e6), wide{1e6, 2e6, 3e6, 4e6, 5e6, 6e6, 7e6, 8e6};
    CHECK(more_after(0.02, 0, 0, {}) == 1);
    CHECK(more_after(0.02, 0.03, 0.04, equal) == 0);
    CHECK(more_after(0.02, 0.01, 0.04, equal) == 2); // not long enough: a quarter more
    CHECK(more_after(0.02, 0.03, 0.04, few) == 1);   // five values have no interval of 95 %
    CHECK(more_after(0.02, 0.03, 0.04, wide) == 2);
    CHECK(more_after(0.02, 0.03, 0.1, wide) == 0); // five times as long in all
    CHECK(more_after(0.02, 0.01, 0.1, equal) == 0);
    CHECK(more_after(0.02, 0.3, 0.3, {3e8}) == 0); // one batch took so long
}

TEST_CASE("the interval of a median leaves out as many values as 95 % allow") {
    CHECK(median_of({3, 1, 2}) == 2);
    CHECK(median_of({4, 1, 2, 3}) == 2.5);
    CHECK(width_of_median({1, 2, 3, 4, 5}) < 0);
    CHECK(width_of_median({1, 2, 3, 4, 5, 6}) == Approx(5 / 3.5));          // 96.9 %
    CHECK(width_of_median({1, 2, 3, 4, 5, 6, 7, 8}) == Approx(7 / 4.5));    // 99.2 %; with two less: 93 %
    CHECK(width_of_median({1, 2, 3, 4, 5, 6, 7, 8, 9}) == Approx(6 / 5.0)); // 96.1 %
    std::vector<double> many(1001);
    std::iota(many.begin(), many.end(), 1.0);
    CHECK(width_of_median(many) == Approx(62 / 501.0).margin(2 / 501.0)); // 1.96 sqrt(1001)
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
                for (const long long often : {2, 3, 10}) {
                    const Arithmetic arithmetic(Compute::MultiplyAdd, often);
                    const double times = factor * static_cast<double>(often);
                    REQUIRE(sum_blocks(words.data(), starts.data(), count, block, arithmetic, ahead) ==
                            times * expected);
                    REQUIRE(sum_block(words.data() + starts[0], block, arithmetic) ==
                            times *
                                static_cast<double>(block_sum(starts[0], static_cast<std::int64_t>(block))));
                }
            }
        }
    }
}

TEST_CASE("a chain adds the same words, and goes where the last word of a block says") {
    std::vector<double> words(10000);
    for (std::size_t k = 0; k < words.size(); ++k)
        words[k] = value_at(static_cast<std::int64_t>(k));
    for (const std::size_t block : {1u, 2u, 7u, 16u, 100u}) {
        const auto starts = draw({10000 / static_cast<std::int64_t>(block) * static_cast<std::int64_t>(block),
                                  static_cast<std::int64_t>(block), 0.8, 0, 1},
                                 50);
        std::int64_t link = 0;
        CHECK(sum_chain(words.data(), starts.data(), starts.size(), block, link) ==
              sum_blocks(words.data(), starts.data(), starts.size(), block, Compute::Sum, 0));
        CHECK(link == 0);
    }
    // A word that no kernel has: its last bit moves the next block, also that of the next call.
    const std::int64_t starts[] = {5, 100, 200};
    words[5] = std::nextafter(5.0, 6.0);
    std::int64_t link = 0;
    CHECK(sum_chain(words.data(), starts, 2, 1, link) == words[5] + 101);
    CHECK(link == 0);
    CHECK(sum_chain(words.data(), starts, 1, 1, link) == words[5]);
    CHECK(link == 1);
    CHECK(sum_chain(words.data(), starts + 2, 1, 1, link) == 201);
}

TEST_CASE("updates add 1 to each word of each block") {
    std::vector<double> words(100, 3.0);
    const std::int64_t starts[] = {10, 40, 10};
    add_to_blocks(words.data(), starts, 3, 5);
    for (std::size_t k = 0; k < words.size(); ++k)
        CHECK(words[k] == (k >= 10 && k < 15 ? 5 : k >= 40 && k < 45 ? 4 : 3));
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
    for (const double seconds : {-1.0, 1e7, std::nan("")}) {
        Parameters p;
        p.seconds = seconds;
        CHECK(has(refusal_of_limits(p), "`SECONDS` must be from 0 to 1000000, not "));
    }
    Parameters seeded;
    seeded.seed = -1;
    CHECK(has(refusal_of_limits(seeded), "`SEED` must be from 0 to "));
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

TEST_CASE("the mappings of the words say how much of them is in huge pages") {
    const std::string text = "10000-20000 rw-p 00000000 00:00 0 [heap]\nSize: 64 kB\nAnonHugePages: 8 kB\n"
                             "7f0000000000-7f0000400000 rw-p 00000000 00:00 0\nAnonHugePages:      2048 kB\n"
                             "VmFlags: rd wr hg\n7f0000400000-7f0000a00000 rw-p 00000000 00:00 0\n"
                             "AnonHugePages:      4096 kB\n";
    const auto kib = [](const std::string& smaps, std::uintptr_t begin, std::size_t bytes) {
        std::istringstream lines(smaps);
        return kib_in_huge_pages(lines, begin, bytes);
    };
    CHECK(kib(text, 0x7f0000000000, 4 << 20) == 2048);
    CHECK(kib(text, 0x7f0000000000, 10 << 20) == 6144);
    CHECK(kib(text, 0x7f0000400000, 1 << 20) == 1024); // a part of a mapping: at most what was asked for
    CHECK(kib(text, 0x10000, 4096) == 4);
    CHECK(kib(text, 0x30000, 4096) == -1);
    CHECK(kib("", 0x10000, 4096) == -1);
    CHECK(kib("10000-20000 rw-p 00000000 00:00 0\nSize: 64 kB\n", 0x10000, 4096) == -1); // of old kernels
}

TEST_CASE("only what reads words computes more with them") {
    Parameters p = with_m(1024);
    p.intensity = 4;
    CHECK(refusal_of_intensity(p).empty());
    CHECK(flops_of_word(p) == 4);
    p.chosen_compute = Compute::MultiplyAdd;
    CHECK(refusal_of_intensity(p).empty());
    CHECK(flops_of_word(p) == 8);
    p.chosen_compute = Compute::Strict;
    CHECK(refusal_of_intensity(p).find("needs `COMPUTE` `sum` or `multiply-add`") != std::string::npos);
    p.chosen_compute = Compute::Sum;
    p.chosen_version = Version::Sequential;
    for (const Style style : {Style::Update, Style::Chain}) {
        p.chosen_style = style;
        CHECK(refusal_of_style(p) == "`INTENSITY` is for `STYLE` `read`; leave it out");
    }
    p.intensity = 1;
    CHECK(refusal_of_style(p).empty());
    p.chosen_style = Style::Read;
    p.intensity = 0;
    CHECK(refusal_of_limits(p).find("INTENSITY") != std::string::npos);
    // The sum of all words, as often as they are added, must be exact.
    p.intensity = 1 << 20;
    p.n = 1LL << 20;
    p.i = 16;
    p.l = 1;
    CHECK(refusal_of_limits(p).find("`N` * `I` * `L` * `INTENSITY` must be at most 2^43") !=
          std::string::npos);
    p.intensity = 1;
    CHECK(refusal_of_limits(p).empty());
}

TEST_CASE("huge pages need memory of the rank's own") {
    Parameters p = with_m(1024);
    for (const Version version :
         {Version::Sequential, Version::Basic, Version::Async, Version::Rma, Version::Shmem}) {
        p.chosen_version = version;
        p.chosen_pages = Pages::Default;
        CHECK(refusal_of_pages(p).empty());
        p.chosen_pages = Pages::Huge;
        CHECK(refusal_of_pages(p).empty() == (version != Version::Rma && version != Version::Shmem));
    }
}
