#include "runner/campaign/journal.h"
#include "runner/campaign/points.h"
#include "runner/campaign/progress.h"
#include "support.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

using namespace loop::runner;

namespace {

using loop::formats::to_json;

Campaign campaign_from_json(const Json& json) {
    loop::formats::Problems problems;
    auto campaign = loop::formats::from_json<Campaign>(json, problems);
    CHECK(problems.empty());
    return campaign.value();
}

std::string mistake_in(const std::string& toml) {
    try {
        check(parse_campaign(toml, "c.toml"));
    } catch (const Failure& failure) {
        return failure.what();
    }
    return "none";
}

JournalEntry entry(int point, int index, double seconds) {
    JournalEntry result;
    result.point = point;
    result.index = index;
    result.id = "abc";
    result.seconds = 2 * seconds;
    result.measured_seconds = seconds;
    return result;
}

} // namespace

TEST_CASE("lists and limits are parsed in their usual notations", "[campaign]") {
    CHECK(parse_numbers("1,2,4", "-n", 1) == std::vector<int>{1, 2, 4});
    CHECK(parse_numbers("1-4,8", "-n", 1) == std::vector<int>{1, 2, 3, 4, 8});
    for (const char* wrong : {"", "0", "1,", "4-1", "a", "1.5", "1-99999999999", "-1", "2147483648"})
        CHECK_THROWS_AS(parse_numbers(wrong, "-n", 1), Failure);
    CHECK_THROWS_AS(parse_numbers("1-60000,1-60000", "-n", 1),
                    Failure); // a few such values would fill the memory
    CHECK(parse_numbers("64,...,1024", "-n", 1) == std::vector<int>{64, 128, 256, 512, 1024});
    CHECK(parse_numbers("1,10,...,1000", "-n", 1) == std::vector<int>{1, 10, 100, 1000});
    CHECK(parse_numbers("1,3,...,9", "-n", 1) ==
          std::vector<int>{1, 3, 9}); // a factor, if it reaches the end
    CHECK(parse_numbers("2,4,...,10", "-n", 1) == std::vector<int>{2, 4, 6, 8, 10});
    CHECK(parse_numbers("1k,...,4k", "-n", 1) == std::vector<int>{1024, 2048, 4096});
    CHECK(parse_choices("bytes=8,...,32").second == std::vector<std::string>{"8", "16", "32"});
    CHECK(parse_choices("type=float,double").second == std::vector<std::string>{"float", "double"});
    for (const char* wrong : {"...", "8,...", "...,8", "8,...,33", "8,...,8192,16384", "1,2,4,...,8",
                              "9,3,...,1", "a,...,8", "0,...,8", "1,2,...,9999999999999"})
        CHECK_THROWS_AS(parse_numbers(wrong, "-n", 0), Failure);
    CHECK(parse_duration("90", "--budget") == 90);
    CHECK(parse_duration("10m", "--budget") == 600);
    CHECK(parse_duration("1.5h", "--budget") == 5400);
    for (const char* wrong : {"", "m", "-1", "0", "nan", "1e99", "10 m"})
        CHECK_THROWS_AS(parse_duration(wrong, "--budget"), Failure);
    CHECK(parse_fraction("5%", "--until") == Approx(0.05));
    CHECK(parse_fraction("0.02", "--until") == Approx(0.02));
    for (const char* wrong : {"", "%", "-5%", "0", "five"})
        CHECK_THROWS_AS(parse_fraction(wrong, "--until"), Failure);
    CHECK(parse_choices("a=1,2").second == std::vector<std::string>{"1", "2"});
    CHECK(parse_choices("tree.map=0,2,1").second == std::vector<std::string>{"0,2,1"});
}

TEST_CASE("points are all combinations, ranks changing fastest", "[campaign]") {
    const Campaign campaign = parse_campaign(R"(
machines = ["local", "other"]
[[series]]
workload = "a"
ranks = [1, 2]
size = [10, 20]
set = { kind = ["x", "y"] }
[[series]]
workload = "b.loop"
ranks = "2-3"
size = [5, 6]
paired = true
  [[series.variations]]
  name = "plain"
  [[series.variations]]
  name = "double"
  set = { type = "double", width = 8 }
)",
                                             "c.toml");
    check(campaign);
    const std::vector<Point> points = expand(campaign);
    REQUIRE(points.size() == 2 * 2 * 2 * 2 + 2 * 2 * 2);
    CHECK(points[0].settings.ranks == 1);
    CHECK(points[1].settings.ranks == 2);
    CHECK(points[1].settings.size == 10);
    CHECK(points[2].settings.size == 20);
    CHECK(points[0].settings.set == decltype(points[0].settings.set){{"kind", "x"}});
    CHECK(describe(points[1], campaign) == "a n=2 size=10 kind=x on local");
    const Point& last = points.back();
    CHECK(last.machine == "other");
    CHECK(last.variation == "double");
    CHECK(last.settings.ranks == 3);
    CHECK(last.settings.size == 6);
    CHECK(last.settings.set == decltype(last.settings.set){{"type", "double"}, {"width", "8"}});
    std::set<std::string> folders;
    for (const Point& point : points)
        folders.insert(point.folder);
    CHECK(folders.size() == points.size());
}

TEST_CASE("a campaign survives a round trip through JSON", "[campaign]") {
    Campaign campaign = parse_campaign("seed = 7\nuntil = \"2%\"\nbudget = \"1h\"\norder = \"nested\"\n"
                                       "keep = \"fastest\"\nscaling = \"scaled\"\ntimeout = 5\nwarm_ups = 0\n"
                                       "[[series]]\nworkload = \"a\"\nranks = 4\nset = { b = [1, 2] }\n",
                                       "c.toml");
    const Campaign again = campaign_from_json(to_json(campaign));
    CHECK(to_json(again) == to_json(campaign));
    CHECK(again.order == Campaign::Order::Nested);
    CHECK(again.launch_limit_seconds == 5);
    loop::formats::Problems problems;
    loop::formats::from_json<Campaign>(Json::object(), problems);
    CHECK(problems.size() == 16);
}

TEST_CASE("a series may name its machine, and older plans have none", "[campaign]") {
    Campaign campaign;
    campaign.machines = {"local", "other"};
    campaign.comparison = true;
    Series both, alone;
    both.workload = alone.workload = "a";
    both.ranks = alone.ranks = {1};
    alone.machine = "third";
    campaign.series = {both, alone};
    std::vector<std::string> machines;
    for (const Point& point : expand(campaign))
        machines.push_back(point.machine);
    CHECK(machines == std::vector<std::string>{"local", "other", "third"});
    Json json = to_json(campaign);
    const Campaign again = campaign_from_json(json);
    CHECK(again.comparison);
    CHECK(again.series[1].machine == "third");
    json.erase("comparison");
    for (Json& series : json["series"])
        series.erase("machine");
    const Campaign before = campaign_from_json(json);
    CHECK_FALSE(before.comparison);
    CHECK(before.series[1].machine.empty());
}

TEST_CASE("errors in a campaign file are reported with their line", "[campaign]") {
    CHECK(mistake_in("seed = 1\n") == "c.toml: there is no [[series]]");
    CHECK(mistake_in("[[series]]\nranks = 1\n") == "c.toml: `series.workload` is missing");
    CHECK(mistake_in("[[series]]\nworkload = \"a\"\nrank = 1\n") == "c.toml:3: unknown key `series.rank`");
    CHECK(mistake_in("launches = 0\n[[series]]\nworkload = \"a\"\n") ==
          "c.toml:1: `launches` must be a whole number from 1 to 100000");
    CHECK(mistake_in("order = \"random\"\n[[series]]\nworkload = \"a\"\n") ==
          "c.toml:1: `order` is neither \"shuffled\" nor \"nested\"");
    CHECK(mistake_in("[[series]]\nworkload = \"a\"\nranks = [1, 1]\n") == "ranks 1 is given twice for a");
    CHECK(mistake_in("[[series]]\nworkload = \"a\"\nranks = [1, 2]\nsize = 5\npaired = true\n") ==
          "a: 1 sizes cannot be paired with 2 numbers of ranks");
    CHECK(mistake_in("[[series]\n").rfind("c.toml:1: ", 0) == 0);
}

TEST_CASE("a seed gives the same order everywhere, and rounds differ", "[campaign]") {
    Campaign campaign;
    campaign.seed = 42;
    const std::vector<Point> points(8);
    const std::vector<std::size_t> first = order_of_round(campaign, points, 1);
    CHECK(first == order_of_round(campaign, points, 1));
    CHECK(first != order_of_round(campaign, points, 2));
    auto sorted = first;
    std::sort(sorted.begin(), sorted.end());
    CHECK(sorted == std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7});
    campaign.order = Campaign::Order::Nested;
    CHECK(order_of_round(campaign, std::vector<Point>(4), 3) == std::vector<std::size_t>{0, 1, 2, 3});
}

TEST_CASE("probes come first in their round, whatever its order", "[campaign]") {
    Campaign campaign;
    campaign.seed = 42;
    std::vector<Point> points(8);
    points[5].probe = points[7].probe = true;
    const std::vector<std::size_t> shuffled = order_of_round(campaign, points, 1);
    CHECK(std::min(shuffled[0], shuffled[1]) == 5);
    CHECK(std::max(shuffled[0], shuffled[1]) == 7);
    campaign.order = Campaign::Order::Nested;
    CHECK(order_of_round(campaign, points, 1) == std::vector<std::size_t>{5, 7, 0, 1, 2, 3, 4, 6});
}

TEST_CASE("a point is launched until its stopping rule is met", "[campaign]") {
    Stopping stopping;
    stopping.launches = 6;
    PointProgress point;
    for (int i = 1; i <= 6; ++i) {
        CHECK(point.wants_more(stopping));
        point.add(entry(1, i, 1 + 0.01 * i));
    }
    CHECK_FALSE(point.wants_more(stopping));
    CHECK(point.launch_seconds() == Approx(2.07));
    stopping.narrower_than = 0.01; // with 6 samples, the interval is their whole range, 5 %
    CHECK(point.wants_more(stopping));
    stopping.most_launches = 6;
    CHECK_FALSE(point.wants_more(stopping));
    CHECK_FALSE(point.has_converged(stopping));
    stopping.narrower_than = 0.06;
    CHECK(point.has_converged(stopping));
}

TEST_CASE("a failed launch excludes a point until it is retried", "[campaign]") {
    Stopping stopping;
    PointProgress point;
    JournalEntry bad = entry(1, 1, 1);
    bad.outcome = loop::formats::Outcome::Failed;
    bad.measured_seconds.reset();
    point.add(bad);
    CHECK_FALSE(point.wants_more(stopping));
    CHECK(point.made(false) == 1);
    CHECK(point.measured() == 0);
    point.forget_failures();
    CHECK(point.wants_more(stopping));
    JournalEntry stopped = entry(1, 2, 1);
    stopped.outcome = loop::formats::Outcome::Interrupted;
    point.add(stopped);
    CHECK(point.wants_more(stopping));
    CHECK(point.measured() == 0);
}

TEST_CASE("the journal keeps complete lines and cuts off an incomplete one", "[journal]") {
    const TemporaryDirectory folder;
    const auto path = folder.path() / "journal.jsonl";
    {
        Journal journal(path);
        JournalEntry bad = entry(2, 1, 1);
        bad.outcome = loop::formats::Outcome::TimedOut;
        bad.failures = {"not \"finished\"\n\xff"};
        journal.append(entry(1, 1, 0.5));
        journal.append(bad);
        CHECK_THROWS_AS(Journal(path), Failure); // another process uses it
    }
    write_file(path, read_file(path) + R"({"point":1,"index":2,"warm_)");
    {
        Journal journal(path);
        CHECK(journal.was_torn());
        REQUIRE(journal.entries().size() == 2);
        CHECK(journal.entries()[0].measured_seconds == 0.5);
        CHECK(journal.entries()[1].outcome == loop::formats::Outcome::TimedOut);
        journal.append(entry(1, 2, 0.6));
    }
    Journal journal(path);
    CHECK_FALSE(journal.was_torn());
    CHECK(journal.entries().size() == 3);
}

TEST_CASE("the journal keeps the notes of a launch, and journals without notes are read", "[journal]") {
    const TemporaryDirectory folder;
    const auto path = folder.path() / "journal.jsonl";
    JournalEntry noted = entry(1, 1, 0.5);
    noted.notes = {"disturbed: a rank waited"};
    Journal(path).append(noted);
    CHECK(Journal(path).entries().at(0).notes == noted.notes);
    std::string text = read_file(path);
    const std::string member = R"(,"notes":["disturbed: a rank waited"])";
    REQUIRE(text.find(member) != std::string::npos);
    write_file(path, text.erase(text.find(member), member.size()));
    CHECK_FALSE(Journal(path).entries().at(0).notes);
}

TEST_CASE("a damaged line in the middle of the journal is an error", "[journal]") {
    const TemporaryDirectory folder;
    const auto path = folder.path() / "journal.jsonl";
    Journal(path).append(entry(1, 1, 0.5));
    write_file(path, "rubbish\n" + read_file(path));
    CHECK_THROWS_WITH(Journal(path), Catch::Contains("journal.jsonl:1: not a launch"));
}

TEST_CASE("pictures that the campaign cannot have are refused before the first launch", "[campaign]") {
    Campaign campaign;
    Series series;
    series.workload = "cg";
    series.ranks = {1, 2};
    series.set = {{"block", {"16", "64"}}, {"type", {"float", "double"}}};
    campaign.series = {series};
    for (const char* factor : {"", "ranks", "block", "type", "machine"}) {
        campaign.x = factor;
        CHECK_NOTHROW(check(campaign));
    }
    campaign.x = "size"; // it has no sizes
    CHECK_THROWS_AS(check(campaign), Failure);
    campaign.x.clear();
    campaign.heat_map = true;
    CHECK_NOTHROW(check(campaign));
    campaign.series[0].set.erase(campaign.series[0].set.begin());
    CHECK_THROWS_AS(check(campaign), Failure);
}
