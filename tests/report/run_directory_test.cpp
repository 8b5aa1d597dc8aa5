#include "report/read/run_directory.h"
#include "scratch.h"
#include "small_traces.h"
#include "support.h"
#include "trace_encoder.h"

#include <catch2/catch.hpp>

using namespace loop::report;
namespace fs = std::filesystem;

namespace {

std::string id_of(int launch) {
    return "run-" + std::to_string(launch);
}

/// The stored run on 3 ranks: one failed launch, then `launches` complete ones.
Json record_of(int launches) {
    Json record = stored_run();
    record["launches"] = Json::array();
    for (int i = 1; i <= launches; ++i)
        record["launches"].push_back({{"index", i}, {"id", id_of(i)}, {"complete", launches == 1 || i > 1}});
    return record;
}

class StoredRun {
public:
    explicit StoredRun(int launches) { write(record_of(launches)); }
    void write(const Json& record) const { trace_encoder::write_file(path() / "run.json", record.dump()); }
    /// Writes a trace of 3 ranks for a launch, 1 to 7.
    void add_trace(int launch, const std::string& id, const std::string& folder) {
        TraceBuilder builder(3);
        for (int rank = 0; rank < 3; ++rank)
            builder.rank(rank, 0, 100 * launch);
        trace_encoder::Options options;
        options.launch = id;
        trace_encoder::write(builder.trace, path() / folder, options);
    }
    const fs::path& path() const { return scratch_.path(); }

private:
    loop_tests::Scratch scratch_;
};

} // namespace

TEST_CASE("a run directory without a trace", "[run_directory]") {
    const StoredRun stored(1);
    const RunDirectory run = read_run_directory(stored.path());
    CHECK(run.run.source.name == stored_run()["source"]["name"]);
    CHECK(run.run.source.text == stored_run()["source"].value("text", ""));
    CHECK_FALSE(run.trace);
}

TEST_CASE("each launch has its own trace", "[run_directory]") {
    StoredRun stored(7);
    for (const int launch : {1, 2})
        stored.add_trace(launch, id_of(launch), "launch-" + std::to_string(launch) + "/records");
    CHECK(read_run_directory(stored.path()).launch == 2); // no times: the first complete one
    CHECK(read_run_directory(stored.path(), 1).trace->end_ns() == 100);
    const RunDirectory second = read_run_directory(stored.path(), 2);
    REQUIRE(second.trace);
    CHECK(second.trace->problems.empty());
    CHECK(second.trace->end_ns() == 200);
    CHECK_FALSE(read_run_directory(stored.path(), 3).trace);
    CHECK_THROWS_AS(read_run_directory(stored.path(), 8), ChoiceError);
    CHECK_THROWS_WITH(read_run_directory(stored.path(), 8), "there is no launch 8: the run had 7 launches");
}

TEST_CASE("the launch with the median time is shown", "[run_directory]") {
    const StoredRun stored(7);
    Json record = record_of(7);
    record["summary"]["program"]["launches"] = Json::array();
    for (const double slowest : {9.0, 1.0, 5.0, 2.0, 7.0, 3.0}) // of the complete ones, 2 to 7
        record["summary"]["program"]["launches"].push_back({{"min", 1.0}, {"median", 1.0}, {"max", slowest}});
    stored.write(record);
    CHECK(read_run_directory(stored.path()).launch == 7); // 3 s, the lower one of the two in the middle
    CHECK(read_run_directory(stored.path(), 2).launch == 2);
}

TEST_CASE("a trace of an earlier launch is reported", "[run_directory]") {
    StoredRun stored(1);
    stored.add_trace(1, "of yesterday", "records");
    const RunDirectory run = read_run_directory(stored.path());
    REQUIRE(run.trace);
    REQUIRE(run.trace->problems.size() == 1);
    CHECK_THAT(run.trace->problems[0], Catch::StartsWith("ranks 0 to 2: its file is of another launch"));
}

TEST_CASE("a directory that is not a run is rejected", "[run_directory]") {
    const loop_tests::Scratch scratch;
    CHECK_THROWS_AS(read_run_directory(scratch.path()), FormatError);
    trace_encoder::write_file(scratch.path() / "run.json", "{");
    CHECK_THROWS_WITH(read_run_directory(scratch.path()), "`run.json` is not JSON");
    trace_encoder::write_file(scratch.path() / "run.json", "[1, 2]");
    CHECK_THROWS_AS(read_run_directory(scratch.path()), FormatError);
}
