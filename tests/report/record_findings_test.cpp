#include "findings_support.h"
#include "report/document/output_formats.h"

#include <catch2/catch.hpp>

using namespace loop::report;
using namespace loop_tests;
namespace formats = loop::formats;

namespace {

/// A run without a trace: three ranks on two cores, in one launch.
RunDirectory recorded(double core_wait_of_rank_1, int cores) {
    RunDirectory directory;
    formats::RunLaunch launch;
    directory.run.ranks = 3;
    for (int rank = 0; rank < 3; ++rank) {
        formats::RunRank own;
        own.rank = rank;
        own.record.emplace().rank = rank;
        own.record->node_ranks = 3;
        own.record->node_cores = cores;
        own.record->usage = {rank == 1 ? core_wait_of_rank_1 : 0, 2.0};
        own.record->phases = {{"solve", 12, 4, rank == 2 ? 1.5 : 0.5, 0}};
        launch.ranks.push_back(own);
    }
    directory.run.launches = {launch};
    directory.run.summary.program.seconds = Spread{2, 2, 2};
    PhaseTiming phase;
    phase.name = "solve";
    phase.line = 12;
    phase.timing.seconds = Spread{0.5, 0.5, 1.5};
    directory.run.summary.phases = {phase};
    return directory;
}

} // namespace

TEST_CASE("without a trace, phases and records show what they can", "[findings]") {
    const auto found = run_conclusions(recorded(0, 4), nullptr);
    CHECK(ids(found) == std::vector<std::string>{"longest-phase", "slow-rank"});
    CHECK(found[0].text ==
          "The longest phase is \"solve\" (line 12): on the slowest rank, it takes 1.50 s, 75 % of "
          "the program's time.");
    CHECK(found[1].text ==
          "Rank 2 takes 3.0 times as long as the median rank in phase \"solve\" (line 12): 1.50 s "
          "instead of 500 ms.");
    CHECK(found[1].line == 12);
}

TEST_CASE("a run that is too short for the clock of a real machine is not judged", "[findings]") {
    RunDirectory directory = recorded(1.0, 4);
    directory.run.summary.program.seconds = Spread{7e-6, 8e-6, 8e-6};
    const auto found = run_conclusions(directory, nullptr);
    CHECK(ids(found) == std::vector<std::string>{"too-short"});
    CHECK(found[0].text ==
          "The run is too short to judge: it took 8.00 us. Repeat its work (`\\LOOP`) until it takes a "
          "millisecond or more.");
    directory.run.summary.program.seconds = Spread{1e-4, 1e-4, 1e-4};
    CHECK(find(run_conclusions(directory, nullptr), "too-short") == nullptr);
    directory.run.summary.program.seconds = Spread{7e-6, 8e-6, 8e-6};
    directory.run.simulated.emplace().host_compute =
        loop::formats::RunSimulation::HostCompute::Free; // its clock is exact
    CHECK(find(run_conclusions(directory, nullptr), "too-short") == nullptr);
}

TEST_CASE("a rank cannot lack a core for longer than it ran", "[findings]") {
    CHECK(
        text_of(run_conclusions(recorded(1.0, 4), nullptr), "no-core").find("For 50 % of its time, rank 1") ==
        0);
    CHECK(text_of(run_conclusions(recorded(2.0, 4), nullptr), "no-core")
              .find("For 100 % of its time, rank 1") == 0);
    CHECK(find(run_conclusions(recorded(600.0, 4), nullptr), "no-core") == nullptr);
}

TEST_CASE("of several phases, the one with the largest difference names the slow rank", "[findings]") {
    RunDirectory directory = recorded(0, 4);
    PhaseTiming first;
    first.name = "setup";
    first.line = 7;
    first.timing.seconds = Spread{0.1, 0.1, 0.3};
    directory.run.summary.phases.insert(directory.run.summary.phases.begin(), first);
    for (formats::RunRank& rank : directory.run.launches[0].ranks)
        rank.record->phases.push_back({"setup", 7, 1, rank.rank == 0 ? 0.3 : 0.1, 0});
    CHECK(text_of(run_conclusions(directory, nullptr), "slow-rank")
              .find("Rank 2 takes 3.0 times as long as the median rank in phase \"solve\" (line 12)") == 0);
}

TEST_CASE("a rank is slow in a phase if it takes a quarter longer, and that matters", "[findings]") {
    const auto said = [](double own, double others, double program, int line = 12) {
        RunDirectory directory = recorded(0, 4);
        directory.run.summary.program.seconds = Spread{program, program, program};
        directory.run.summary.phases[0].line = line;
        for (formats::RunRank& rank : directory.run.launches[0].ranks)
            rank.record->phases = {{"solve", line, 4, rank.rank == 2 ? own : others, 0}};
        return text_of(run_conclusions(directory, nullptr), "slow-rank");
    };
    CHECK(said(1.5, 1, 2).find("Rank 2 takes 1.5 times as long") == 0);
    CHECK(said(1.2, 1, 2) == "no slow-rank");    // less than a quarter
    CHECK(said(0.15, 0.1, 2) == "no slow-rank"); // a 40th of the program's time
    CHECK(said(0.15, 0.1, 0.5).find("Rank 2 takes 1.5 times as long") == 0);
    CHECK(said(1.5, 0, 2) == "no slow-rank"); // no ratio
    CHECK(said(1.5, 1, 2, 0).find("median rank in phase \"solve\": 1.50 s") !=
          std::string::npos); // no line known
}

TEST_CASE("phases of one name in several lines have no single line", "[findings]") {
    const auto text = [](bool is_one_line) {
        TraceBuilder builder(2);
        const auto one = builder.phase("solve", 3), other = is_one_line ? one : builder.phase("solve", 6),
                   rest = builder.phase("rest", 9);
        const auto work = builder.site("WORK", 4), more = builder.site("WORK", 7);
        for (const int rank : {0, 1}) {
            builder.rank(rank, 0, 1000).enter(0, one).enter(0, work).leave(400).leave(400);
            builder.enter(400, other).enter(400, more).leave(800).leave(800).enter(800, rest).leave(1000);
        }
        return text_of(conclusions_of(builder.trace), "longest-phase");
    };
    CHECK(text(false).find("Phase \"solve\" takes 80 % of the measured time of all ranks") == 0);
    CHECK(text(true).find("Phase \"solve\" (line 3) takes 80 % of the measured time of all ranks") == 0);
}

TEST_CASE("the longest phase is named if it takes a quarter of the program's time", "[findings]") {
    const auto text = [](double program) {
        RunDirectory directory = recorded(0, 4);
        directory.run.summary.program.seconds = Spread{program, program, program};
        return text_of(run_conclusions(directory, nullptr), "longest-phase");
    };
    CHECK(text(5.9).find(
              "The longest phase is \"solve\" (line 12): on the slowest rank, it takes 1.50 s, 25 % of ") ==
          0);
    CHECK(text(6.1) == "no longest-phase");
    CHECK(text(1.4) == "no longest-phase"); // longer than the program: not a share of it
}

TEST_CASE("a rank that had no core is named, unless ranks share cores", "[findings]") {
    CHECK(text_of(run_conclusions(recorded(0.4, 4), nullptr), "no-core") ==
          "For 20 % of its time, rank 1 was ready to run but had no core, for example because another "
          "program used its core. Its computing and waiting contain that time; ranks that waited for "
          "rank 1 meanwhile count it as waiting.");
    RunDirectory throttled = recorded(0.4, 4);
    throttled.run.launches[0].throttled = loop::formats::RunThrottling{12, 0.4, 1.5};
    CHECK(text_of(run_conclusions(throttled, nullptr), "no-core")
              .find("for example because a control group's CPU quota stopped it.") != std::string::npos);
    const auto shared = run_conclusions(recorded(1.8, 2), nullptr);
    CHECK(shared[0].id == "shared-cores"); // 30 % on average: more important than the rest
    CHECK(shared[0].text ==
          "3 ranks share 2 cores: on average, a rank was ready to run but had no core for 30 % of "
          "its time. Their computing and waiting contain that time.");
    CHECK(run_conclusions(recorded(0.9, 2), nullptr).back().id == "shared-cores");
    CHECK(find(run_conclusions(recorded(0.05, 4), nullptr), "no-core") == nullptr);
}

TEST_CASE("launches that differ are reported with their factor", "[findings]") {
    RunDirectory directory;
    directory.run.summary.program.launches = {{1, 1, 2}, {1, 1, 1}, {1, 1, 1.2}};
    const auto found = run_conclusions(directory, nullptr);
    CHECK(ids(found) == std::vector<std::string>{"launches-differ"});
    CHECK(found[0].figure.number == Approx(2));
    CHECK(found[0].text.find(" Compare medians of at least 10 launches.") != std::string::npos);
    directory.run.summary.program.launches.resize(10, {1, 1, 1});
    CHECK(text_of(run_conclusions(directory, nullptr), "launches-differ").find("Compare") ==
          std::string::npos);
    directory.run.summary.program.launches = {{1, 1, 1.3}, {1, 1, 1}};
    CHECK(run_conclusions(directory, nullptr).empty());
}
