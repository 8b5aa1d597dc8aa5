#include "base/statistics/order_statistics.h"
#include "runner/campaign/measured.h"
#include "runner/outcome/summary.h"
#include "support.h"

#include <loop/log_bins.h>

#include <catch2/catch.hpp>

using namespace loop::runner;

TEST_CASE("a launch is summarized over its ranks, and launches by their median", "[summary]") {
    LaunchResult slow = good_launch();
    for (auto& rank : slow.ranks)
        rank.record->elapsed_seconds = 10.0;
    LaunchResult broken = good_launch();
    broken.ranks[0] = {0, std::nullopt, {RecordProblem::Kind::Missing}, std::nullopt};
    const auto summary = loop::formats::to_json(summarise({good_launch(), good_launch(), slow, broken}));
    CHECK(summary["launches"] == 3);
    CHECK(summary["program"]["seconds"]["max"] == 2.0);
    CHECK(summary["program"]["launches"].size() == 3);
    CHECK(summary["phases"][0]["name"] == "work");
    CHECK(summary["phases"][0]["flops"] == 2e6);
    CHECK(summary["phases"][0]["memory_bytes"] == 16e6);
    CHECK(summary["program"]["memory_bytes"] == 0);
    CHECK(summary["phases"][0]["seconds"]["median"] == 0.75);
}

TEST_CASE("a phase on several lines takes the sum of its slowest rank", "[summary]") {
    // Line 3 is slow on rank 0, line 9 on rank 1: each rank needs 20 ms in total, not 36 ms as the sum of the
    // slowest.
    const auto launch = [](bool both_lines) {
        LaunchResult result = good_launch();
        for (std::size_t rank = 0; rank < 2; ++rank) {
            auto& phases = result.ranks[rank].record->phases;
            phases[0].total_seconds = rank == 0 ? 0.018 : 0.002;
            loop::formats::Phase more = phases[0];
            more.line = 9;
            more.total_seconds = rank == 0 ? 0.002 : 0.018;
            if (both_lines) phases.push_back(more);
        }
        return result;
    };
    // The first launch lacks the second line; its other lines must keep their places.
    const std::vector<LaunchResult> launches{launch(false), launch(true), launch(true)};
    const auto summary = loop::formats::to_json(summarise(launches));
    CHECK(summary["phases"].size() == 2);
    REQUIRE(summary["phase_times"].size() == 1);
    const auto& times = summary["phase_times"][0];
    CHECK(times["name"] == "work");
    CHECK(times["flops"] == 4e6);
    CHECK(times["memory_bytes"] == 32e6);
    REQUIRE(times["launches"].size() == 3);
    CHECK(times["launches"][0]["max"] == Approx(0.018));
    CHECK(times["launches"][1]["max"] == Approx(0.020));
    CHECK(times["seconds"]["max"] == Approx(0.020));
    for (std::size_t i = 0; i < launches.size(); ++i) // a sweep gives the same times
        CHECK(measured_seconds(launches[i], "work") == times["launches"][i]["max"]);
}

TEST_CASE("communication is summed over ranks, not over launches", "[summary]") {
    const auto summary = loop::formats::to_json(summarise({good_launch(), good_launch()}));
    CHECK(summary["sites"][0]["messages_sent"] == 4);
    CHECK(summary["sites"][0]["bytes_sent"] == 40);
    CHECK(summary["verifications"][0]["checks"] == 4);
    CHECK(summary["payload"]["messages"] == 8);
    CHECK(summary["payload"]["verified"] == true);
}

TEST_CASE("values that are not finite are counted, not summarized", "[summary]") {
    LaunchResult launch = good_launch();
    launch.ranks[1].record->results[0].value = std::nan("");
    const auto result = summarise({launch}).results.at(0);
    CHECK(result.not_finite == 1);
    CHECK(result.value.value().max == 42);
    launch.ranks[0].record->results[0].value = INFINITY;
    CHECK_FALSE(summarise({launch}).results.at(0).value);
}

TEST_CASE("without complete launches, the summary is empty", "[summary]") {
    const auto summary = loop::formats::to_json(summarise({}));
    CHECK(summary["launches"] == 0);
    CHECK(summary["program"]["seconds"].is_null());
    CHECK(summary["payload"]["verified"] == false);
}

TEST_CASE("the median of an even count is between the middle values", "[summary]") {
    CHECK(loop::statistics::median({4, 1, 3, 2}) == 2.5);
    CHECK(loop::statistics::median({5}) == 5);
}

namespace {

/// A rank's samples of one value.
loop::formats::Samples samples_of(double value, long long count, std::optional<double> key) {
    loop::formats::Samples samples;
    samples.name = "message";
    samples.unit = "s";
    samples.key = key;
    samples.min = samples.max = value;
    samples.sum = value * static_cast<double>(count);
    samples.bins = {loop::log_bins::bin_of(value)};
    samples.counts = {count};
    return samples;
}

/// Two ranks: many samples of `value` on the first one, and a few of ten times as much on the second one.
LaunchResult launch_with_samples(double value, const std::vector<std::optional<double>>& keys) {
    LaunchResult launch = good_launch();
    for (const auto& key : keys) {
        launch.ranks[0].record->samples.push_back(samples_of(value, 100, key));
        launch.ranks[1].record->samples.push_back(samples_of(10 * value, 10, key));
    }
    return launch;
}

} // namespace

TEST_CASE("samples are merged over ranks and launches", "[summary]") {
    const auto summary =
        summarise({launch_with_samples(1e-6, {{}}), launch_with_samples(2e-6, {{}})}).samples;
    REQUIRE(summary.size() == 1);
    REQUIRE(summary[0].all);
    CHECK(summary[0].all->count == 220);
    CHECK(summary[0].all->min == 1e-6);
    CHECK(summary[0].all->max == Approx(2e-5));
    CHECK(summary[0].ranks == 2);
    REQUIRE(summary[0].launches.size() == 2);
    CHECK(summary[0].launches[1]->count == 110);
    CHECK(summary[0].launches[1]->median == Approx(2e-6).epsilon(0.01));
    CHECK(summary[0].launches[1]->p95 == Approx(2e-5).epsilon(0.01));
}

TEST_CASE("the medians of samples are results, with keys as places if there is a curve", "[summary]") {
    const auto medians = [](const std::vector<std::optional<double>>& keys) {
        auto all = summarise({launch_with_samples(1e-6, keys), launch_with_samples(2e-6, keys)}).results;
        all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(keys.size()));
        return all;
    };
    const auto one = medians({{}});
    CHECK(one[0].name == "message, median");
    CHECK(one[0].tag.is(loop::kinds::sample_median));
    CHECK(one[0].ranks == 2);
    REQUIRE(one[0].launches.size() == 2);
    CHECK(one[0].launches[1]->min == Approx(2e-6).epsilon(0.01));
    CHECK(one[0].launches[1]->median == Approx(2e-6).epsilon(0.01)); // of all samples, not of the ranks
    CHECK(one[0].launches[1]->max == Approx(2e-5).epsilon(0.01));
    const auto curve = medians({0, 8, 64});
    CHECK(curve[1].name == "message, 8, median");
    CHECK(curve[0].tag.at == 0);
    CHECK(curve[2].tag.at == 64);
    for (const auto& keys : {std::vector<std::optional<double>>{8, 64}, {0.5, 1.5, 8, 64}, {-1, 8, 64}})
        for (const auto& result : medians(keys))
            CHECK_FALSE(result.tag.at);
}
