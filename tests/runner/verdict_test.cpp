#include "runner/outcome/verdict.h"
#include "support.h"

#include <catch2/catch.hpp>

using namespace loop::runner;
using Word = Verdict::Word;

namespace {

Verdict judged(const LaunchResult& launch, bool verify = true) {
    return judge({launch}, verify, 1, "x.loop");
}

} // namespace

TEST_CASE("good records give a VALID run", "[verdict]") {
    const Verdict verdict = judged(good_launch());
    CHECK(verdict.word == Word::Valid);
    CHECK(verdict.reasons.empty());
}

TEST_CASE("causes of an INVALID run", "[verdict]") {
    LaunchResult launch = good_launch(3);
    SECTION("a verification that fails, once for all ranks") {
        launch.ranks[0].record->verifications[0].failures = 1;
        launch.ranks[2].record->verifications[0].failures = 1;
        CHECK(judged(launch).reasons ==
              std::vector<std::string>{"`x > 0` does not hold on ranks 0 and 2 (x.loop:6)"});
    }
    SECTION("a wrong byte") {
        auto& payload = *launch.ranks[1].record->payload;
        payload.wrong_messages = 1;
        payload.wrong_bytes = 1;
        payload.faults = {{"EXCHANGE", 12, 2}};
        CHECK(judged(launch).reasons ==
              std::vector<std::string>{
                  "1 wrong byte in 1 message to rank 1, first in `EXCHANGE` from rank 2 (x.loop:12)"});
    }
    SECTION("a missing record, whatever the launcher returns") {
        launch.ranks[1] = {1, std::nullopt, {RecordProblem::Kind::Missing}, std::nullopt};
        CHECK_FALSE(judged(launch).reasons.empty());
    }
    SECTION("a death after the end of the measured program") {
        launch.ranks[1].last_seen = seen(loop::RankState::Signalled, false, 9, 6, loop::Construct::Close0);
        CHECK(judged(launch).reasons ==
              std::vector<std::string>{"rank 1 died by signal 6 (aborted), after `\\CLOSE0` at x.loop:9"});
        CHECK(launch.is_complete());
    }
    SECTION("the time-out") {
        launch.ranks[1] = {1, std::nullopt, {RecordProblem::Kind::Missing}, std::nullopt};
        launch.end.timed_out = true;
        CHECK(judged(launch).reasons[0] == "stopped by the timeout");
    }
    CHECK(judged(launch).word == Word::Invalid);
}

TEST_CASE("causes of notes", "[verdict]") {
    LaunchResult launch = good_launch();
    std::string expected;
    bool verify = true;
    SECTION("more ranks than cores") {
        for (auto& rank : launch.ranks)
            rank.record->node_cores = 1;
        expected = "oversubscribed: 2 ranks share 1 core";
    }
    SECTION("MPICH without shared memory") {
        launch.ranks[0].record->mpi.transport = {{"device", "ch4:ucx"}, {"MPIR_CVAR_NOLOCAL", "1"}};
        expected = "slow messages: ranks of one host share no memory, as MPIR_CVAR_NOLOCAL is 1; unset it";
    }
    SECTION("MPICH with groups of ranks") {
        launch.ranks[0].record->mpi.transport = {{"MPIR_CVAR_NOLOCAL", "0"}, {"MPIR_CVAR_NUM_CLIQUES", "2"}};
        expected = "slow messages: the ranks of one host are in 2 groups that share no memory, as "
                   "MPIR_CVAR_NUM_CLIQUES is 2; unset it";
    }
    SECTION("Open MPI without shared memory") {
        launch.ranks[0].record->mpi = {"Open MPI v4.1.4",
                                       {{{"components", "btl_self btl_sm btl_tcp pml_ob1"}}}};
        expected = "slow messages: ranks of one host share no memory, as Open MPI did not load its component "
                   "`vader`: add it to `btl` (OMPI_MCA_btl, `--mca btl`, or a parameter file)";
    }
    SECTION("a quota that stopped the ranks, instead of another program") {
        launch.ranks[0].record->usage.core_wait_seconds = 0.2;
        launch.throttled = loop::formats::RunThrottling{12, 0.3, 1.5};
        expected = "disturbed: a control group's quota of 1.50 cores stopped the ranks 12 times, for 0.3 s "
                   "summed over processors; ranks show that time as idle; use no more ranks and threads than "
                   "the quota has cores";
    }
    SECTION("a rank on a processor that the command may not use") {
        launch.allowed = {1, 2};
        launch.ranks[0].record->cpus = "0-3";
        launch.ranks[1].record->cpus = "2";
        expected = "rank 0 could run on processors 0,3, which the command may not use (only 1-2)";
    }
    SECTION("a rank that another program kept from its core, once for all of them") {
        for (auto& rank : launch.ranks)
            rank.record->usage.core_wait_seconds = 0.2; // of 1 and 2 s
        expected = "disturbed: a rank waited more than 5 % of the time for its core, which another program "
                   "used; ranks that waited for it show that time as idle";
    }
    SECTION("a launcher that returns an error though every rank finished") {
        launch.end.status.code = 7;
        expected = "the launcher returned 7 although every rank finished";
    }
    SECTION("a launch that reached its time limit though every rank had finished, whatever its launcher "
            "returned") {
        launch.end.timed_out = true;
        launch.end.status.code = 15;
        expected = "the launch reached its time limit after every rank had written its record; the ranks "
                   "were stopped";
    }
    SECTION("a result that is no number, once for its ranks") {
        for (auto& rank : launch.ranks)
            rank.record->results = {{"ratio", "1", 8, -INFINITY}};
        expected = "result `ratio` is -inf on ranks 0 and 1 (x.loop:8)";
    }
    SECTION("what the ranks note, once") {
        for (auto& rank : launch.ranks)
            rank.record->notes = {"something"};
        expected = "something";
    }
    SECTION("events that found the trace buffer full, of all ranks together") {
        for (auto& rank : launch.ranks)
            rank.trace = loop::formats::TraceFile{"rank-0.trace", 0, 3};
        expected =
            "the trace lacks the last 6 events of ranks 0 and 1: the buffer was full (the last argument of "
            "\\OPEN0 is its size, or --disk of `loop record`)";
    }
    SECTION("a trace that could not be written") {
        launch.ranks[1].trace =
            loop::formats::TraceFile{"rank-1.trace", 0, 0, 0, 0, "cannot write `x`: No space left on device"};
        expected = "the trace of rank 1 is missing: cannot write `x`: No space left on device";
    }
    SECTION("no verification") {
        verify = false;
        expected = "not verified: `--no-verify` was given";
    }
    SECTION("processes that had to be killed") {
        launch.end.swept = 1;
        expected = "1 process outlived the launcher and was killed";
    }
    const Verdict verdict = judged(launch, verify);
    CHECK(verdict.word == Word::ValidWithNotes);
    CHECK(verdict.reasons == std::vector<std::string>{expected});
}

TEST_CASE("another program is named beside a quota that explains less than half", "[verdict]") {
    LaunchResult launch = good_launch();
    launch.ranks[0].record->usage.core_wait_seconds = 0.9;
    launch.throttled = loop::formats::RunThrottling{1, 0.1, 1.5};
    CHECK(judged(launch).reasons.size() == 2);
    launch.ranks[0].record->usage.core_wait_seconds = 0; // it cost no rank any time that counts
    CHECK(judged(launch).reasons.empty());
}

TEST_CASE("waits for a core that do not count as a disturbance", "[verdict]") {
    LaunchResult launch = good_launch();
    auto& record = *launch.ranks[0].record;
    record.usage = {0.04, std::nullopt}; // of 1 s
    CHECK(judged(launch).word == Word::Valid);
    // Most of the time was excluded, so the wait is a large share of the measured time.
    record.excluded_seconds = 9.0;
    record.usage = {0.2, 1.0};
    CHECK(judged(launch).word == Word::ValidWithNotes);
    record.usage = {0.04, 1.0};
    CHECK(judged(launch).word == Word::Valid);
    record.excluded_seconds = 0.0;
    record.elapsed_seconds = 1e-4;
    record.usage = {5e-5, std::nullopt};
    CHECK(judged(launch).word == Word::Valid);
    record.usage = {0.9, std::nullopt};
    record.node_cores = 1; // two ranks share the core, which is the reason that the verdict gives
    CHECK(judged(launch).reasons == std::vector<std::string>{"oversubscribed: 2 ranks share 1 core"});
}

TEST_CASE("what the calls of all ranks show goes into the verdict", "[verdict]") {
    using Weight = loop::formats::RunFinding::Weight;
    LaunchResult launch = good_launch();
    const auto finds = [&](Weight weight, const std::string& what) {
        launch.findings = {{what, weight, what + ": `MPI_Bcast` at x.loop:4", {0}, {"x.loop:4"}}};
    };
    SECTION("a fault makes it invalid") {
        finds(Weight::Fault, "different sequence");
        CHECK(judged(launch).word == Word::Invalid);
        CHECK(judged(launch).reasons[0] == "different sequence: `MPI_Bcast` at x.loop:4");
    }
    SECTION("a note is a note") {
        finds(Weight::Note, "epoch");
        CHECK(judged(launch).word == Word::ValidWithNotes);
    }
    SECTION("a fact is none of both") {
        finds(Weight::Fact, "never freed");
        CHECK(judged(launch).word == Word::Valid);
    }
    SECTION("a hang whose reason is only guessed has this one") {
        finds(Weight::Fault, "different sequence");
        launch.end.hung = true;
        for (auto& rank : launch.ranks) {
            rank.record.reset();
            rank.last_seen = seen(loop::RankState::HostCode, false, 3);
            rank.last_seen->waits = loop::WaitKind::Barrier;
            rank.last_seen->waits_for = loop::waits_for_everyone;
        }
        CHECK(end_sentences(launch, "x.loop")[1] == "different sequence: `MPI_Bcast` at x.loop:4");
        finds(Weight::Note, "epoch");
        CHECK(end_sentences(launch, "x.loop")[1].substr(0, 12) == "nobody sends");
        CHECK(end_sentences(launch, "x.loop")[2] == "epoch: `MPI_Bcast` at x.loop:4");
    }
    SECTION("a launch that the timeout stopped has it before the status of its ranks") {
        finds(Weight::Fault, "different arguments");
        launch.end.timed_out = true;
        launch.ranks[1] = {1, std::nullopt, {RecordProblem::Kind::Missing}, std::nullopt};
        CHECK(end_sentences(launch, "x.loop")[0] == "different arguments: `MPI_Bcast` at x.loop:4");
    }
    SECTION("a death after `\\CLOSE0` may come from what was left") {
        finds(Weight::Fact, "never freed");
        launch.ranks[1].last_seen = seen(loop::RankState::Signalled, false, 9, 6, loop::Construct::Close0);
        CHECK(end_sentences(launch, "x.loop")[0] == "never freed: `MPI_Bcast` at x.loop:4");
    }
    SECTION("a failure has it first") {
        finds(Weight::Fault, "different arguments");
        launch.ranks[1] = {1, std::nullopt, {RecordProblem::Kind::Missing}, std::nullopt};
        CHECK(end_sentences(launch, "x.loop")[0] == "different arguments: `MPI_Bcast` at x.loop:4");
    }
}

TEST_CASE("MPI that shares memory, or does not say how it moves messages, is no cause of a note",
          "[verdict]") {
    const auto with = [](const char* library, const char* name, const char* value, int node_ranks = 2) {
        LaunchResult launch = good_launch();
        for (auto& rank : launch.ranks)
            rank.record->node_ranks = node_ranks;
        launch.ranks[0].record->mpi = {library, {{{name, value}}}};
        return judged(launch).reasons;
    };
    CHECK(with("MPICH 4.0.2", "MPIR_CVAR_NOLOCAL", "1").size() == 1);
    CHECK(with("MPICH 4.0.2", "MPIR_CVAR_NOLOCAL", "1", 1).empty()); // each rank has a host
    CHECK(with("MPICH 4.0.2", "MPIR_CVAR_NOLOCAL", "0").empty());
    CHECK(with("MPICH 4.0.2", "MPIR_CVAR_NUM_CLIQUES", "1").empty());
    CHECK(with("MPICH 4.0.2", "MPIR_CVAR_NUM_CLIQUES", "many").empty());
    CHECK(with("Open MPI v4.1.4", "components", "btl_self btl_vader pml_ob1").empty());
    CHECK(with("Open MPI v5.0.1", "components", "btl_self btl_sm pml_ob1").empty());
    CHECK(with("Open MPI v5.0.1", "components", "btl_self btl_tcp pml_ob1").size() == 1);
    CHECK(with("Open MPI v4.1.4", "components", "pml_ucx").empty()); // UCX shares memory by itself
    CHECK(with("Open MPI v4.1.4", "components", "").empty());
}
