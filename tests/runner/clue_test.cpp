#include "runner/campaign/clue_proposal.h"
#include "runner/campaign/points.h"
#include "runner/campaign/progress.h"
#include "runner/system/failure.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

using namespace loop::runner;

namespace {

constexpr double mib = 1048576, kib = 1024;

std::string failure_of_file(const std::string& text) {
    try {
        parse_clue(text, "config.toml");
    } catch (const Failure& failure) {
        return std::string(failure.what()) + " | " + failure.hint();
    }
    return "";
}

} // namespace

TEST_CASE("the ideal grid is that of the thesis for both of its systems", "[clue]") {
    const ClueSettings usual;
    const auto side = [&](double memory, double cache) {
        return ideal_side(memory, cache, usual.fill, usual.reserve_bytes, usual.word_bytes);
    };
    CHECK(side(1024 * mib, 512 * kib) == 6697);
    CHECK(side(512 * mib, 256 * kib) == 4716);
    CHECK(side(1024 * mib, 48 * kib) == 4095); // three rows fit into the cache, with no 4 bytes to spare
    CHECK(side(4 * mib, 48 * kib) == 1);
    CHECK(ideal_side(1024 * mib, std::nullopt, usual.fill, usual.reserve_bytes, 8) == 4735);
}

TEST_CASE("the memory of a remote machine comes from its profile", "[clue]") {
    MachineProfile profile;
    profile.simulation.emplace();
    profile.hardware.memory_bytes = static_cast<std::int64_t>(2048 * mib);
    profile.hardware.cores = 2;
    ClueSettings settings;
    settings.ranks = {1, 4};
    CHECK(*proposed(settings, profile, std::nullopt).width == 6697);
    CHECK(*proposed(settings, profile, 1500).height == 1500);
    CHECK(proposed(settings, profile, std::nullopt).ranks.front() == 1);
    ClueSettings several = settings; // efficiency is relative to one rank
    several.ranks = {4, 2};
    CHECK(proposed(several, profile, std::nullopt).ranks == std::vector<int>{1, 4, 2});
    settings.memory_bytes = 512 * mib;
    CHECK(*proposed(settings, profile, std::nullopt).width == 4716);
    profile.hardware.memory_bytes.reset();
    settings.memory_bytes.reset();
    CHECK_THROWS_AS(proposed(settings, profile, std::nullopt), Failure);
}

TEST_CASE("the word is queried: of this host, and of another machine's profile", "[clue]") {
    ClueSettings settings;
    settings.ranks = {1};
    settings.memory_bytes = 512 * mib;
    settings.cache_bytes = 256 * kib;
    MachineProfile here;
    CHECK(proposed(settings, here, std::nullopt).machine_word_bytes == static_cast<int>(sizeof(long)));
    MachineProfile other;
    other.simulation.emplace();
    CHECK_FALSE(proposed(settings, other, std::nullopt).machine_word_bytes);
    other.hardware.word_bits = 32;
    ClueSettings found = proposed(settings, other, std::nullopt);
    CHECK(found.machine_word_bytes == 4);
    CHECK(grid_text(found).find(", words of 4 bytes)") != std::string::npos);
    // The base has single precision, unless the machine's word is asked for.
    other.hardware.word_bits = 64;
    CHECK(proposed(settings, other, std::nullopt).word_bytes == 4);
    settings.word_bytes = 0;
    found = proposed(settings, other, std::nullopt);
    CHECK(found.word_bytes == 8);
    CHECK(*found.width == 3335); // sqrt(0.1684 (512 - 8) MiB / 8)
    for (const std::optional<std::int64_t> bits :
         {std::optional<std::int64_t>(), std::optional<std::int64_t>(16)}) {
        other.hardware.word_bits = bits;
        CHECK_THROWS_AS(proposed(settings, other, std::nullopt), Failure);
    }
}

TEST_CASE("variations are those of the thesis and its proposals, the base first", "[clue]") {
    const auto all = clue_variations({}, 6697, 6697);
    std::vector<std::string> names;
    for (const Variation& variation : all)
        names.push_back(variation.name);
    CHECK(names == std::vector<std::string>{"base", "integer", "double", "wide-integer", "rearranged",
                                            "random-order", "four", "scattered", "cells", "in-place",
                                            "modulo"});
    const auto& rearranged = all[4].set; // half of an odd height, rounded down
    CHECK(rearranged[0] == std::pair<std::string, std::string>("width", "13394"));
    CHECK(rearranged[1] == std::pair<std::string, std::string>("height", "3348"));
    ClueSettings few;
    few.variations = {"double"};
    CHECK(clue_variations(few, 10, 10).size() == 2); // and the base
    ClueSettings wide;
    wide.word_bytes = 8;
    const auto wide_ones = clue_variations(wide, 10, 10);
    CHECK(wide_ones.size() == 9);
    CHECK(wide_ones[0].set[2].second == "double");
}

TEST_CASE("the campaign is Figure 3.4: trials outermost, then variations, then ranks", "[clue]") {
    ClueSettings settings;
    settings.ranks = doubled_up_to(6);
    CHECK(settings.ranks == std::vector<int>{1, 2, 4, 6});
    CHECK(doubled_up_to(1) == std::vector<int>{1});
    CHECK(doubled_up_to(8) == std::vector<int>{1, 2, 4, 8});
    settings.variations = {"integer"};
    const auto variations = clue_variations(settings, 100, 100);
    const Campaign campaign = clue_campaign(settings, variations, {{"base", 20}, {"integer", 30}}, 7);
    check(campaign);
    const auto points = expand(campaign);
    REQUIRE(points.size() == 8);
    CHECK(points[3].variation == "base");
    CHECK(points[3].settings.ranks == 6);
    CHECK(points[4].variation == "integer");
    CHECK(points[4].settings.iterations == 30);
    CHECK(order_of_round(campaign, std::vector<Point>(3), 2) == std::vector<std::size_t>{0, 1, 2});
    CHECK(campaign.stopping.launches == 7);
    CHECK(campaign.keep == Campaign::Keep::Fastest);
    loop::formats::Problems problems;
    const auto json = loop::formats::to_json(campaign);
    CHECK(loop::formats::to_json(loop::formats::from_json<Campaign>(json, problems).value()) == json);
    CHECK(problems.empty());
}

TEST_CASE("several machines are one campaign, in which each keeps its ranks, grid, and iterations",
          "[clue]") {
    const auto campaign_on = [](const std::string& machine, std::vector<int> ranks, long long side,
                                int trials) {
        ClueSettings settings;
        settings.machines = {machine};
        settings.ranks = std::move(ranks);
        settings.variations = {"integer"};
        settings.trial_limit_seconds = 10.0 * trials;
        return clue_campaign(settings, clue_variations(settings, side, side),
                             {{"base", 20 * trials}, {"integer", 30}}, trials);
    };
    std::vector<Campaign> campaigns{campaign_on("a", {1, 2}, 100, 1), campaign_on("b", {1, 4}, 200, 7)};
    campaigns[0].stopping.budget_seconds = 30;
    campaigns[1].stopping.budget_seconds = 20;
    const Campaign all = together(campaigns);
    check(all);
    CHECK(all.machines == std::vector<std::string>{"a", "b"});
    CHECK(all.stopping.launches == 7);
    CHECK(all.stopping.budget_seconds == 50.0);
    CHECK(all.launch_limit_seconds == 70.0);
    const auto points = expand(all);
    REQUIRE(points.size() == 8);
    CHECK(points[0].machine == "a");
    CHECK(points[0].settings.set[0].second == "100");
    CHECK(points[0].settings.iterations == 20);
    CHECK(points[5].machine == "b");
    CHECK(points[5].settings.ranks == 4);
    CHECK(points[5].settings.set[0].second == "200");
    CHECK(points[5].settings.iterations == 140);
    campaigns[1].launch_limit_seconds.reset();
    CHECK_FALSE(together(campaigns).launch_limit_seconds);
    CHECK(parse_clue("machine = [\"a\", \"b\"]\n", "c.toml").machines == all.machines);
    CHECK(parse_clue("machine = \"a,b\"\n", "c.toml").machines == all.machines);
}

TEST_CASE("a campaign may end when its trials agree, as a sweep does", "[clue]") {
    ClueSettings settings;
    settings.ranks = {1};
    settings.narrower_than = 0.02;
    const auto variations = clue_variations(settings, 100, 100);
    std::map<std::string, int> iterations;
    for (const Variation& variation : variations)
        iterations[variation.name] = 20;
    Stopping stopping = clue_campaign(settings, variations, iterations, 4).stopping;
    CHECK(stopping.launches == 4);
    CHECK(stopping.most_launches == 100);
    CHECK(stopping.narrower_than == 0.02);
    settings.most_trials = 9;
    stopping = clue_campaign(settings, variations, iterations, 4).stopping;
    CHECK(stopping.most_launches == 9);
    PointProgress point;
    JournalEntry good;
    for (int trial = 1; trial <= 9; ++trial) {
        CHECK(point.wants_more(stopping));
        good.index = trial;
        good.measured_seconds = trial % 2 == 0 ? 1 : 1.5;
        point.add(good);
    }
    CHECK_FALSE(point.wants_more(stopping));
}

TEST_CASE("probes are launched once, on one and on all ranks; a model has no triad", "[clue]") {
    ClueSettings settings;
    settings.ranks = {1, 2, 4};
    settings.variations = {"base"};
    settings.narrower_than = 0.02;
    Campaign campaign = clue_campaign(settings, clue_variations(settings, 100, 100), {{"base", 20}}, 4);
    const auto probes = [](const Campaign& of) {
        std::string text;
        for (const Point& point : expand(of)) {
            if (!point.probe) continue;
            text += point.workload + " " + std::to_string(point.settings.ranks) + ", ";
            const Stopping stopping = stopping_of(point, of);
            CHECK(stopping.launches == 1);
            CHECK(stopping.most_launches == 1);
            CHECK_FALSE(stopping.narrower_than);
            CHECK(point.warm_ups == 0);
        }
        return text;
    };
    CHECK(probes(campaign).empty());
    Campaign model = campaign;
    add_probes(settings, false, campaign);
    CHECK(probes(campaign) == "triad 1, triad 4, pingpong 4, ");
    add_probes(settings, true, model);
    CHECK(probes(model) == "pingpong 4, ");
    CHECK(stopping_of(expand(campaign)[0], campaign).narrower_than == 0.02);
    settings.ranks = {1};
    campaign.series.clear();
    add_probes(settings, false, campaign);
    CHECK(probes(campaign) == "triad 1, ");
    CHECK_FALSE(parse_clue("probes = false\n", "c.toml").probes);
    CHECK(parse_clue("", "c.toml").probes);
}

TEST_CASE("iterations and trials follow from a timing", "[clue]") {
    CHECK(iterations_for(0.05, 0.5, 30) == 20);
    CHECK(iterations_for(0.001, 0.5, 30) == 500);
    CHECK(iterations_for(10, 0.5, 30) == 3);
    CHECK(iterations_for(100, 0.5, 30) == 1);
    CHECK(iterations_for(0, 0.5, 30) == 1000000);
    CHECK(trials_for(60, 1800, 4) == 10);
    CHECK(trials_for(300, 1800, 4) == 6);
    CHECK(trials_for(3000, 1800, 4) == 4);
}

TEST_CASE("a settings file is read; errors name the line and the remedy", "[clue]") {
    const ClueSettings settings =
        parse_clue("memory = \"1024M\"\ncache = \"512K\"\nranks = [1, 2]\ntrials = 3\n"
                   "iterations = 5\nfill = \"10%\"\nbudget = \"10m\"\n"
                   "variations = [\"double\", \"rearranged\"]\nword = 8\nuntil = \"2%\"\nmost_trials = 30\n",
                   "config.toml");
    CHECK(settings.memory_bytes == 1024 * mib);
    CHECK(settings.cache_bytes == 512 * kib);
    CHECK(settings.ranks == std::vector<int>{1, 2});
    CHECK(settings.fill == Approx(0.1));
    CHECK(settings.budget_seconds == 600.0);
    CHECK(settings.word_bytes == 8);
    CHECK(settings.narrower_than == Approx(0.02));
    CHECK(settings.most_trials == 30);
    CHECK(parse_clue("word = \"machine\"\n", "config.toml").word_bytes == 0);
    CHECK(failure_of_file("memroy = 1\n") == "config.toml:1: unknown key `memroy` | did you mean `memory`?");
    CHECK(failure_of_file("\nword = 5\n") ==
          "config.toml:2: `word` must be 4 or 8 (bytes), or `machine`, the word of the machine | ");
    CHECK(failure_of_file("variations = [\"duoble\"]\n") ==
          "unknown variation `duoble` | did you mean `double`?");
    CHECK(failure_of_file("memory = \"1024Q\"\n") ==
          "`memory` is not a size in bytes: `1024Q` | for example 65536, 512K, 1024M or 1.5G");
    CHECK_FALSE(failure_of_file("width = 0\n").empty());
    CHECK_FALSE(failure_of_file("fill = 2.0\n").empty());
    CHECK_FALSE(failure_of_file("ranks = [0]\n").empty());
    CHECK_FALSE(failure_of_file("ranks = [14e41]\n").empty());
    CHECK_FALSE(failure_of_file("budget = -1\n").empty());
}

TEST_CASE("a failed launch is retried as often as allowed", "[clue]") {
    Stopping stopping;
    stopping.retries = 1;
    PointProgress point(stopping.retries);
    JournalEntry bad;
    bad.outcome = loop::formats::Outcome::TimedOut;
    bad.index = 1;
    point.add(bad);
    CHECK(point.wants_more(stopping));
    JournalEntry good;
    good.index = 2;
    good.measured_seconds = 1;
    point.add(good);
    bad.index = 3;
    point.add(bad); // a success resets the count of failures
    CHECK(point.wants_more(stopping));
    bad.index = 4;
    point.add(bad);
    CHECK_FALSE(point.wants_more(stopping));
    CHECK(point.has_failed());
}
