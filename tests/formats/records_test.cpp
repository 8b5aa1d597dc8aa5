#include "base/formats/bundle.h"
#include "base/formats/journal.h"
#include "base/formats/kept_results.h"
#include "base/formats/plan.h"
#include "base/formats/run_record.h"

#include <catch2/catch.hpp>

using namespace loop::formats;
using loop::Json;
namespace kinds = loop::kinds;

namespace {

std::string record_of(const Json& json) {
    return json.dump() + "\n" + loop::record_checksum(json.dump()) + "\n";
}

} // namespace

TEST_CASE("a run.json keeps unknown members of ranks, machine, and environment", "[formats]") {
    const Json json = Json::parse(R"({"schema": "loop-run/1", "verdict": {"word": "VALID", "reasons": []},
        "machine": {"name": "m", "new": 1}, "environment": {"new": 2},
        "launches": [{"index": 1, "ranks": [{"rank": 0, "record": {"rank": 0, "new": 3}}]}]})");
    Problems problems;
    const auto record = read_run_record(json, problems);
    REQUIRE(record);
    CHECK(problems.empty());
    const Json again = Json::parse(text_of(*record));
    CHECK(again["machine"] == json["machine"]);
    CHECK(again["environment"] == json["environment"]);
    CHECK(again["launches"][0]["ranks"][0]["record"] == json["launches"][0]["ranks"][0]["record"]);
    CHECK(again["verdict"] == json["verdict"]);
    CHECK_FALSE(read_run_record(Json::parse(R"({"schema": "loop-run/2"})"), problems));
}

TEST_CASE("flags and libraries of a program are in run.json and bundle.json only if it asks for them",
          "[formats]") {
    RunRecord record;
    CHECK(to_json(record)["source"].find("flags") == nullptr);
    CHECK(to_json(record)["source"].find("libraries") == nullptr);
    Bundle bundle;
    CHECK(to_json(bundle).find("flags") == nullptr);
    bundle.source.flags = {"-fopenmp", "-g"};
    bundle.source.libraries = {"fftw3"};
    record.source = bundle.source;

    Problems problems;
    const auto run_again = from_json<RunRecord>(to_json(record), problems);
    const auto bundle_again = from_json<Bundle>(to_json(bundle), problems);
    CHECK(problems.empty());
    REQUIRE(run_again);
    REQUIRE(bundle_again);
    for (const RunSource& source : {run_again->source, bundle_again->source}) {
        CHECK(source.flags == bundle.source.flags);
        CHECK(source.libraries == bundle.source.libraries);
    }
}

TEST_CASE("an unknown verdict counts as INVALID and keeps its reasons", "[formats]") {
    Problems problems;
    const auto run = read_run_record(
        Json::parse(R"({"schema": "loop-run/1", "verdict": {"word": "WRONG", "reasons": ["all of it"]}})"),
        problems);
    REQUIRE(run);
    REQUIRE(run->verdict);
    CHECK(run->verdict->word == Verdict::Word::Invalid);
    CHECK(run->verdict->reasons == std::vector<std::string>{"all of it"});
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].text() == "`verdict.word` is `\"WRONG\"`, not a known word");
}

TEST_CASE("results are found by tag, those of older runs by name", "[formats]") {
    const auto tag = [](const char* name, const char* unit) { return tag_of_name(name, unit); };
    CHECK(tag("g infinity", "flop/32-bit word").is(kinds::g_infinity));
    CHECK(tag("near: g infinity", "flop/32-bit word").call == "near");
    CHECK(tag("n-half", "32-bit words").is(kinds::n_half));
    CHECK_FALSE(tag("n-half", "bytes").is(kinds::n_half));
    CHECK(tag("bandwidth, 64 bytes", "MB/s").at == 64);
    CHECK(tag("bandwidth, 64 bytes", "MB/s").is(kinds::bandwidth));
    CHECK(tag("bandwidth, many bytes", "MB/s").tag.empty());
    CHECK(tag("user time, average", "s").is(kinds::user_time, kinds::average));
    CHECK(tag("answer", "1").tag.empty());
    Problems problems;
    const auto run = read_run_record(Json::parse(R"({"schema": "loop-run/1", "summary": {"results": [
        {"name": "l high", "unit": "flop"}, {"name": "l high", "unit": "flop", "tag": "my.own", "call": "c"}]}})"),
                                     problems);
    REQUIRE(run);
    CHECK(run->summary.results.at(0).tag.is(kinds::l_high));
    CHECK(run->summary.results.at(1).tag.tag == "my.own");
}

TEST_CASE("a rank record is accepted only if all of it is valid", "[formats]") {
    const Json json{
        {"schema", "loop-rank-record/1"}, {"rank", 3}, {"elapsed_seconds", 1.5}, {"flops", "inf"}};
    RankRecord record;
    CHECK(read_rank_record(record_of(json), record).empty());
    CHECK(record.rank == 3);
    CHECK(record.elapsed_seconds == 1.5);
    CHECK(record.whole == json);
    for (const char* key : {"elapsed_seconds", "payload"}) {
        Json damaged = json;
        damaged[key] = nullptr;
        CHECK(read_rank_record(record_of(damaged), record) ==
              std::string("has a record with an invalid `") + key + "`");
    }
    CHECK(read_rank_record("", record) == "has an incomplete record");
    CHECK(read_rank_record("{}\nchecksum\n", record) == "has a record with a wrong checksum");
    CHECK(read_rank_record(record_of(7), record) == "has a record that is not of schema loop-rank-record/1");
}

TEST_CASE("a journal is read up to its last complete line", "[formats]") {
    JournalEntry entry;
    entry.point = 2;
    entry.outcome = Outcome::TimedOut;
    const std::string line = line_of(entry);
    const ReadJournal whole = read_journal(line + line + line.substr(0, 9));
    CHECK(whole.entries.size() == 2);
    CHECK(whole.entries[1].outcome == Outcome::TimedOut);
    CHECK(whole.wrong_line == 0);
    CHECK(whole.end == 2 * line.size());
    const ReadJournal wrong = read_journal(line + "{\"point\":2}\n");
    CHECK(wrong.wrong_line == 2);
    CHECK(wrong.entries[1].outcome == Outcome::Failed);
    CHECK_FALSE(wrong.entries[1].notes);
}

TEST_CASE("a damaged plan is read as far as possible", "[formats]") {
    PlanRecord plan;
    plan.name = "p";
    plan.campaign.series = {{"a.loop", {1, 2}, {}, {}, {{"set", {"x"}}}, {{"v", {{"a", "b"}}}}}};
    plan.points = {{1, "points/1", "a.loop", "local", "v", 2, {}, 3, {{"a", "b"}}}};
    Problems problems;
    const auto again = read_plan(text_of(plan), problems);
    REQUIRE(again);
    CHECK(problems.empty());
    CHECK(text_of(*again) == text_of(plan));
    CHECK(read_plan(R"({"schema": "loop-sweep/1"})", problems));
    CHECK(problems.size() == 3);
    CHECK_FALSE(read_plan("{", problems));
}
