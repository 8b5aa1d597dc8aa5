#include "findings_support.h"
#include "report/document/output_formats.h"
#include "report/findings/time_split.h"

#include <catch2/catch.hpp>

using namespace loop::report;
using namespace loop_tests;
namespace formats = loop::formats;

namespace {

/// Rank 1 waits in a SEND until 900, because rank 0 is not measured from 100 to `to`.
RunDirectory waits_for_unmeasured(std::int64_t to, const char* excluded_in) {
    TraceBuilder builder(2);
    const auto send = builder.site("SEND", 3), other = builder.site(excluded_in, 4);
    builder.rank(0, 0, 1000).enter(100, other).excluded(100, to).leave(to);
    builder.enter(890, send).send(890, 1, 8).leave(900);
    builder.rank(1, 0, 1000).enter(100, send).wait(100, 0).receive(900, 0, 8).leave(900);
    RunDirectory directory = traced(builder.trace);
    directory.run.summary.payload.verified = true;
    directory.run.summary.payload.messages = 1;
    return directory;
}

std::string said_of(const RunDirectory& directory) {
    const Analysis analysis = analyze(*directory.trace);
    return text_of(run_conclusions(directory, &analysis), "waits-for-unmeasured");
}

} // namespace

TEST_CASE("waiting for a rank whose payloads are verified is told, and nothing bounds such a run",
          "[findings]") {
    const RunDirectory verified = waits_for_unmeasured(700, "SEND");
    CHECK(said_of(verified) ==
          "For 60 % of the run's time, ranks wait for a rank that is not measured "
          "meanwhile: LOOP fills or verifies its payloads (measure with `--no-verify`).");
    const Analysis analysis = analyze(*verified.trace);
    CHECK_FALSE(time_split(analysis));
    CHECK(text_of(run_conclusions(verified, &analysis), "bound-by-communication") ==
          "no bound-by-communication");
    CHECK(said_of(waits_for_unmeasured(700, "VEC")) ==
          "For 60 % of the run's time, ranks wait for a rank that is not measured meanwhile: LOOP fills or "
          "verifies "
          "payloads, allocates arrays, or leaves out `\\UNTIMED`.");
}

namespace {

/// Two ranks that are busy but for a wait of rank 1, which takes 20 % of its time. Off their cores they were
/// for so many of 2 s.
std::string said_of_cores(double off_of_rank_0, double off_of_rank_1, double seconds = 2) {
    TraceBuilder builder(2);
    const auto send = builder.site("SEND", 3);
    builder.rank(0, 0, 1000).enter(890, send).send(890, 1, 8).leave(900);
    builder.rank(1, 0, 1000).enter(700, send).wait(700, 0).receive(900, 0, 8).leave(900);
    RunDirectory directory = traced(builder.trace);
    directory.run.ranks = 2;
    formats::RunLaunch launch;
    for (const double off : {off_of_rank_0, off_of_rank_1}) {
        formats::RunRank own;
        own.rank = static_cast<int>(launch.ranks.size());
        own.record.emplace().rank = own.rank;
        own.record->usage = {0, seconds, off};
        launch.ranks.push_back(own);
    }
    directory.run.launches = {launch};
    const Analysis analysis = analyze(*directory.trace);
    return text_of(run_conclusions(directory, &analysis), "off-core");
}

} // namespace

TEST_CASE("a rank that is busy by the trace, but uses no core, does not compute", "[findings]") {
    const std::string why = "slept, or waited for a file, a device, or another program.";
    // It is not known what rank 0 did in its 1 % of overhead.
    CHECK(said_of_cores(1.02, 0) ==
          "For 50 % of its time, rank 0 is counted as computing but used no core: it " + why);
    CHECK(said_of_cores(1.02, 1.4) ==
          "For up to 50 % of their time, ranks 0 and 1 are counted as computing but used no core: they " +
              why);
    // Rank 1 may have been off its core while it waited in MPI.
    CHECK(said_of_cores(0, 0.4) == "no off-core");
    CHECK(said_of_cores(0, 0.6).find("For 10 % of its time, rank 1") == 0);
    CHECK(said_of_cores(0.1, 0) == "no off-core");
    CHECK(said_of_cores(600, 0) == "no off-core"); // it cannot be
    CHECK(said_of_cores(1, 1, 0) == "no off-core");
}

TEST_CASE("little unmeasured time, or none on the critical path, is not told", "[findings]") {
    CHECK(said_of(waits_for_unmeasured(110, "SEND")) == "no waits-for-unmeasured");
    TraceBuilder builder(2); // rank 0 is not measured, and nobody waits for it
    const auto send = builder.site("SEND", 3);
    builder.rank(0, 0, 1000).enter(100, send).send(100, 1, 8).excluded(101, 700).leave(700);
    builder.rank(1, 0, 1000).enter(100, send).wait(100, 0).receive(120, 0, 8).leave(120);
    CHECK(said_of(traced(builder.trace)) == "no waits-for-unmeasured");
}
