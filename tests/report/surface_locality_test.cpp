#include "planted_surfaces.h"
#include "report/surface/locality.h"

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <random>

using namespace loop::report;
using surfaces_test::has;
using surfaces_test::made;
using surfaces_test::MadeMachine;
using surfaces_test::random_machine;
using surfaces_test::surface_of;
using surfaces_test::usual_alphas;
using surfaces_test::usual_lengths;
using surfaces_test::usual_surface_of;

namespace {

/// Bandwidth with a start-up cost of `words` words per block; lost temporal locality costs a factor of
/// `cost`.
double saturating(double alpha, double length, double words, double cost) {
    return 1000 * length / (length + words) / (1 + (cost - 1) * alpha);
}

const std::vector<double> fours{1, 4, 16, 64, 256, 1024, 4096, 16384, 65536};

/// Whether the only step is the planted one.
bool is_planted(const std::vector<Step>& found, const MadeMachine& machine) {
    return found.size() == 1 && found[0].before == machine.step_after &&
           (found[0].factor < 1) == (machine.step_factor > 1);
}

bool is_remote(const std::vector<Step>& found) {
    return found.size() == 1 && found[0].where == Step::Where::MostlyRemote;
}

} // namespace

TEST_CASE("a step in L is found at its place, and none on flat or smooth surfaces", "[surface]") {
    const Surface stepped = made([](double, double length) { return length < 64 ? 100 : 60; });
    const auto found = steps(stepped);
    REQUIRE(found.size() == 1);
    CHECK(found[0].before == 32);
    CHECK(found[0].beyond == 64);
    CHECK(found[0].factor == Approx(0.6));
    CHECK(has(findings(stepped), "Between L = 32 and 64 words (256 B and 512 B), bandwidth drops to 0.6x"));

    // As the paper's Cray X1: a slope with a step, where messages of more than 32 words leave eager mode.
    const Surface eager = made([](double alpha, double length) {
        return saturating(alpha, length, 500, 20) * (length > 32 ? 0.7 : 1);
    });
    REQUIRE(steps(eager).size() == 1);
    CHECK(steps(eager)[0].beyond == 64);

    CHECK(steps(made([](double, double) { return 42; })).empty());
    for (const double words : {3.0, 60.0, 5000.0})
        CHECK(steps(made([&](double alpha, double length) {
                  return saturating(alpha, length, words, 50);
              })).empty());
}

TEST_CASE("a step names its alphas and the cache that blocks outgrow", "[surface]") {
    // On 256 ranks, half of the accesses are remote at alpha 0.125.
    const Surface remote =
        made([](double alpha, double length) { return alpha > 0.125 && length >= 64 ? 60 : 100; });
    REQUIRE(steps(remote).size() == 1);
    CHECK(steps(remote)[0].where == Step::Where::MostlyRemote);
    CHECK(has(findings(remote), "a limit of the MPI library"));
    Surface unshifted = remote;
    unshifted.own_words_first = false;
    for (const Step& step : steps(unshifted))
        CHECK(step.where == Step::Where::Everywhere);
    CHECK_FALSE(has(findings(unshifted), "the bandwidth of words of other ranks drops"));

    Surface local =
        made([](double alpha, double length) { return alpha < 0.125 && length > 512 ? 60 : 100; });
    local.caches = {{"L1d", 6000}, {"L2", 1e6}};
    REQUIRE(steps(local).size() == 1);
    CHECK(steps(local)[0].where == Step::Where::MostlyLocal);
    CHECK(has(findings(local), "a block outgrows L1d (5.86 KiB)"));
    CHECK_FALSE(has(findings(local), "L2"));
}

TEST_CASE("noise makes no steps on smooth surfaces", "[surface]") {
    std::mt19937_64 random(1);
    for (const double noise : {0.0, 0.1, 0.2, 0.3})
        for (const auto& lengths : {surfaces_test::twos, fours, usual_lengths})
            for (int number = 0; number < 16; ++number) {
                const int ranks = std::array{1, 2, 16, 256}[static_cast<std::size_t>(number) % 4];
                INFO("noise " << noise << ", surface " << number << ", " << lengths.size() << " lengths");
                CHECK(steps(surface_of(random_machine(ranks, random), noise, random, lengths)).empty());
            }
}

TEST_CASE("on the usual grid, noise makes a step on at most 1 of 100 smooth surfaces", "[surface]") {
    std::mt19937_64 random(11);
    for (const double noise : {0.1, 0.2, 0.3}) {
        int alone = 0, medians = 0;
        for (int number = 0; number < 400; ++number) {
            const MadeMachine machine =
                random_machine(std::array{1, 2, 4, 16, 256}[static_cast<std::size_t>(number) % 5], random);
            const Surface surface = surface_of(machine, noise, random, usual_lengths, usual_alphas);
            alone += steps(surface).empty() ? 0 : 1;
            medians += steps(usual_surface_of(machine, noise, random)).empty() ? 0 : 1;
        }
        INFO("noise " << noise << ": " << alone << " of single launches, " << medians
                      << " of medians of three");
        CHECK(alone <= 8);
        CHECK(medians <= 8);
    }
}

TEST_CASE("on the usual grid, 9 of 10 planted steps are found despite noise of 10 % in each launch",
          "[surface]") {
    std::mt19937_64 random(12);
    for (const int ranks : {2, 4, 16, 256})
        for (const double factor : {1.5, 1 / 1.5}) {
            int found = 0, remote = 0, alone = 0;
            for (int number = 0; number < 100; ++number) {
                MadeMachine machine = random_machine(ranks, random);
                machine.step_after = usual_lengths[1 + static_cast<std::size_t>(number) % 10];
                machine.step_factor = factor;
                const std::vector<Step> all = steps(usual_surface_of(machine, 0.1, random));
                found += is_planted(all, machine) ? 1 : 0;
                remote += is_remote(all) ? 1 : 0;
                const Surface single = surface_of(machine, 0.1, random, usual_lengths, usual_alphas);
                alone += is_planted(steps(single), machine) ? 1 : 0;
            }
            INFO(ranks << " ranks, factor " << factor << ": " << found << ", " << remote << " remote, "
                       << alone << " of single launches");
            CHECK(found >= 90);
            CHECK(remote >= 84);
            CHECK(alone >= (ranks == 2 ? 80 : 90));
        }
}

TEST_CASE("a planted step of the protocol is found despite noise of 10 %", "[surface]") {
    std::mt19937_64 random(2);
    for (const int ranks : {16, 256})
        for (const double factor : {1.5, 1 / 1.5}) {
            int found = 0, remote = 0;
            for (int number = 0; number < 40; ++number) {
                MadeMachine machine = random_machine(ranks, random);
                machine.step_after = surfaces_test::twos[3 + static_cast<std::size_t>(number) % 6];
                machine.step_factor = factor;
                const std::vector<Step> all = steps(surface_of(machine, 0.1, random));
                found += is_planted(all, machine) ? 1 : 0;
                remote += is_remote(all) ? 1 : 0;
            }
            INFO(ranks << " ranks, factor " << factor);
            CHECK(found >= 36);
            CHECK(remote >= 32);
        }
}

TEST_CASE("the eager limit is found on two ranks, where half of the accesses are remote at most",
          "[surface]") {
    std::mt19937_64 random(3);
    MadeMachine machine = random_machine(2, random);
    machine.step_after = 64;
    machine.step_factor = 2;
    const Surface surface = surface_of(machine, 0.05, random);
    CHECK(is_planted(steps(surface), machine));
    CHECK(is_remote(steps(surface)));
    CHECK(has(findings(surface),
              "Between L = 64 and 128 words (512 B and 1.00 KiB), the bandwidth of words of other "
              "ranks drops to 0."));
    CHECK(has(findings(surface), "such as its eager limit"));
}

TEST_CASE("a disturbed surface draws no conclusion about steps", "[surface]") {
    std::mt19937_64 random(4);
    MadeMachine machine = random_machine(16, random);
    machine.step_after = 64;
    machine.step_factor = 1.5;
    Surface surface = surface_of(machine, 0.02, random);
    CHECK(is_planted(steps(surface), machine));
    // Half of the points are disturbed, as by another program.
    for (SurfacePoint& point : surface.points)
        if (random() % 2 == 0) point.mbs /= 1 + static_cast<double>(random() % 100) / 25;
    CHECK(steps(surface).empty());
}

TEST_CASE("the locality whose loss costs more is named", "[surface]") {
    const Surface temporal = made([](double alpha, double length) { return std::pow(length, 0.1) / alpha; });
    CHECK(temporal_loss(temporal)->median == Approx(1000));
    CHECK(spatial_loss(temporal)->median == Approx(std::pow(4096, 0.1)));
    CHECK(has(findings(temporal), "the loss of temporal locality is tolerated less"));
    const Surface spatial = made([](double alpha, double length) { return length / std::pow(alpha, 0.1); });
    CHECK(has(findings(spatial), "the loss of spatial locality is tolerated less"));
    const Surface both = made([](double alpha, double length) {
        return std::pow(length, std::log(1000) / std::log(4096)) / alpha;
    });
    CHECK(has(findings(both), "both losses are tolerated about equally"));
    const Surface flat = made([](double, double) { return 42; });
    CHECK(has(findings(flat), "neither locality matters"));
    CHECK_FALSE(has(findings(flat), "tolerated"));
    CHECK_FALSE(has(findings(flat), "Between"));
}

TEST_CASE("for equal bandwidth, lower temporal locality needs longer blocks", "[surface]") {
    // The paper's machines at 10 MB/s, alpha 0.001 to 1: a factor of 128 on Cheetah and 16 on Phoenix.
    for (const double factor : {128.0, 16.0}) {
        const Surface surface = made([&](double alpha, double length) {
            return 10 * length / 4 / std::pow(alpha * 1000, std::log(factor) / std::log(1000));
        });
        const auto found = exchange(surface, 10);
        REQUIRE(found);
        CHECK(found->shortest == Approx(4));
        CHECK(found->longest == Approx(4 * factor));
        CHECK(found->factor() == Approx(factor));
        CHECK_FALSE(found->at_least);
        CHECK_FALSE(exchange(surface, 1e6));
    }
    // Seaborg at 1 MB/s: L = 1 at alpha 0.005, L = 85 at alpha 1; at alpha 0.001, one word is more than
    // enough.
    const double slope = std::log(85) / std::log(200);
    const Surface seaborg =
        made([&](double alpha, double length) { return length / std::pow(alpha / 0.005, slope); });
    CHECK(needed_length(seaborg, 9, 1)->words == Approx(85));
    CHECK(needed_length(seaborg, 2, 1)->words == Approx(1));
    CHECK(needed_length(seaborg, 0, 1)->at_most);
    CHECK(exchange(seaborg, 1)->at_least);
    CHECK(exchange(seaborg, 1)->factor() == Approx(85));
    // A requested bandwidth is always reported, also if it was not reached.
    Surface asked = seaborg;
    asked.wanted_mbs = {1, 1e9, 1e-9};
    CHECK(levels(asked) == asked.wanted_mbs);
    CHECK(has(findings(asked), "To sustain 1 MB/s per process"));
    CHECK(has(findings(asked), "was not reached with alpha 1 and blocks up to"));
    CHECK(has(findings(asked), "was exceeded by the shortest blocks"));
}

TEST_CASE("the alpha at which half of all accesses are local", "[surface]") {
    Surface surface = made([](double, double) { return 1; });
    surface.caches = {{"L2", 8.0 * 1024 * 1024}};
    const auto found = halves(surface);
    REQUIRE(found.size() == 2);
    // 1 Mi words of 2^34: alpha = 1/14; a rank's own words: alpha = 1/8.
    CHECK(found[0].alpha == Approx(1.0 / 14));
    CHECK(found[1].where == "own rank");
    CHECK(found[1].alpha == Approx(1.0 / 8));
}

TEST_CASE("the steepest fall of bandwidth is found", "[surface]") {
    const Surface surface = made([](double alpha, double) { return alpha > 0.03 ? 10 : 40; });
    const auto fall = steepest_fall(surface);
    REQUIRE(fall);
    CHECK(fall->before == 0.025);
    CHECK(fall->beyond == 0.05);
    CHECK(fall->factor == Approx(4));
    // On 256 ranks, half of the accesses are on the rank itself at alpha 1/8.
    CHECK(has(findings(made([](double alpha, double) { return alpha > 0.2 ? 10 : 40; })),
              "between alpha 0.1 and 0.25: 4x. In this range, half of all accesses are on the rank itself "
              "(512 MiB) at alpha 0.12."));
    CHECK_FALSE(steepest_fall(made([](double, double length) { return length; })));
}

TEST_CASE("the steepest fall is that for each power of alpha", "[surface]") {
    // A fall of 2 from 0.025 to 0.05, and of 2.2 from 0.1 to 0.25, where alpha grows more.
    const Surface surface = surfaces_test::made(
        [](double alpha, double) { return 1000.0 / (alpha > 0.03 ? 2 : 1) / (alpha > 0.2 ? 2.2 : 1); });
    const auto fall = steepest_fall(surface);
    REQUIRE(fall);
    CHECK(fall->before == 0.025);
    CHECK(fall->factor == Approx(2));
}

TEST_CASE("noise makes no steepest fall", "[surface]") {
    std::mt19937_64 random(5);
    std::normal_distribution<double> normal;
    for (int number = 0; number < 16; ++number)
        CHECK_FALSE(
            steepest_fall(made([&](double, double) { return 100 * std::exp(0.3 * normal(random)); })));
}
