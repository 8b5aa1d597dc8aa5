#include "runner/statistics.h"
#include "runner/summary.h"
#include "support.h"

#include <catch2/catch.hpp>

using namespace loop::runner;

TEST_CASE("ranks are summed up in each launch, launches by their median", "[summary]") {
    LaunchResult slow = good_launch();
    for (auto& rank : slow.ranks)
        rank.record["elapsed_seconds"] = 10.0;
    LaunchResult broken = good_launch();
    broken.ranks[0] = {0, nullptr, "has no record", std::nullopt};
    const auto summary = summarise({good_launch(), good_launch(), slow, broken});
    CHECK(summary["launches"] == 3);
    CHECK(summary["program"]["seconds"]["max"] == 2.0);
    CHECK(summary["program"]["launches"].size() == 3);
    CHECK(summary["phases"][0]["name"] == "work");
    CHECK(summary["phases"][0]["flops"] == 2e6);
    CHECK(summary["phases"][0]["seconds"]["median"] == 0.75);
}

TEST_CASE("communication is summed over ranks, not over launches", "[summary]") {
    const auto summary = summarise({good_launch(), good_launch()});
    CHECK(summary["sites"][0]["messages_sent"] == 4);
    CHECK(summary["sites"][0]["bytes_sent"] == 40);
    CHECK(summary["verifications"][0]["checks"] == 4);
    CHECK(summary["payload"]["messages"] == 8);
    CHECK(summary["payload"]["verified"] == true);
}

TEST_CASE("values that are not finite are counted, not summed up", "[summary]") {
    LaunchResult launch = good_launch();
    launch.ranks[1].record["results"][0]["value"] = "nan";
    const auto result = summarise({launch})["results"][0];
    CHECK(result["not_finite"] == 1);
    CHECK(result["value"]["max"] == 42);
    launch.ranks[0].record["results"][0]["value"] = "inf";
    CHECK(summarise({launch})["results"][0]["value"].is_null());
}

TEST_CASE("nothing complete is an empty summary", "[summary]") {
    const auto summary = summarise({});
    CHECK(summary["launches"] == 0);
    CHECK(summary["program"]["seconds"].is_null());
    CHECK(summary["payload"]["verified"] == false);
}

TEST_CASE("the median of an even count lies between", "[summary]") {
    CHECK(median({4, 1, 3, 2}) == 2.5);
    CHECK(median({5}) == 5);
}
