#include "small_traces.h"
#include "trace/analysis/states/dealer.h"
#include "trace/analysis/states/imbalance.h"
#include "trace/analysis/states/marks.h"
#include "trace/analysis/states/phases.h"
#include "trace/analysis/states/site_times.h"
#include "trace/analysis/states/states.h"
#include "trace/analysis/states/thread_states.h"
#include "trace/analysis/states/utilization.h"

#include <loop/calls.h>

#include <catch2/catch.hpp>

#include <numeric>

using namespace loop::report;

namespace {

void check(const StateTimes& times, std::int64_t busy, std::int64_t overhead, std::int64_t idle,
           std::int64_t excluded = 0, std::int64_t unknown = 0) {
    CHECK(times.of(State::Busy) == busy);
    CHECK(times.of(State::Overhead) == overhead);
    CHECK(times.of(State::Idle) == idle);
    CHECK(times.of(State::Excluded) == excluded);
    CHECK(times.of(State::Unknown) == unknown);
}

StateTimes times_of_all(const std::vector<RankStates>& ranks, TimeRange range) {
    StateTimes times;
    for (const RankStates& rank : ranks)
        times += times_in(rank, range);
    return times;
}

} // namespace

TEST_CASE("busy, overhead, and idle", "[states]") {
    const Trace trace = small_exchange();
    const std::vector<RankStates> states = states_of(trace);
    // Rank 0: busy 0-200, 310-600, 650-1000; overhead 200-220, 300-310; idle 220-300; excluded 600-650.
    check(times_in(states[0], whole(trace)), 200 + 290 + 350, 20 + 10, 80, 50);
    // Rank 1: busy 0-240, 280-800; overhead 240-280; after its end, 800-1000, it is not measured.
    check(times_in(states[1], whole(trace)), 240 + 520, 40, 0, 200);
    // Within 210-320 of rank 0: overhead 210-220, idle 220-300, overhead 300-310, busy 310-320.
    check(times_in(states[0], {210, 320}), 10, 20, 80);
    check(times_of_all(states, {210, 320}), 10 + 30 + 40, 20 + 40, 80); // rank 1: busy 210-240, 280-320
    check(times_in(states[0], {-50, 100}), 100, 0, 0);
    check(times_in(states[0], {100, 100}), 0, 0, 0);
    CHECK(state_at(states[0], 219) == State::Overhead);
    CHECK(state_at(states[0], 220) == State::Idle);
    CHECK(state_at(states[0], 299) == State::Idle);
    CHECK(state_at(states[0], 450) == State::Busy); // a product
    const StateTimes times = times_in(states[0], whole(trace));
    CHECK(times.measured_ns() == 950);
    CHECK(times.percent(State::Busy) + times.percent(State::Overhead) + times.percent(State::Idle) ==
          Approx(100));
}

TEST_CASE("phases do not change the state, computation is busy, and nested constructs count", "[states]") {
    TraceBuilder builder(1);
    const auto phase = builder.phase("p", 1);
    const auto exchange = builder.site("EXCHANGE", 2);
    const auto flops = builder.site("FLOPS", 3);
    const auto call = builder.site("send0", 4, SiteKind::Picl);
    const auto region = builder.site("", 0, SiteKind::Region, "solve");
    builder.rank(0, 0, 100).enter(10, phase).enter(20, exchange).enter(30, phase).leave(40).enter(45, flops);
    builder.leave(50).leave(60).enter(70, call).leave(75).leave(80).enter(85, region).leave(95);
    const std::vector<RankStates> states = states_of(builder.trace);
    // Overhead 20-45, 50-60 and 70-75; the flops inside the construct are busy.
    check(times_in(states[0], {0, 100}), 100 - 40, 25 + 10 + 5, 0);
}

TEST_CASE("the states inside a kernel are unknown", "[states]") {
    TraceBuilder builder(1);
    const auto clue = builder.site("CLUE", 1);
    builder.rank(0, 0, 100).enter(10, clue).leave(90);
    check(times_in(states_of(builder.trace)[0], {0, 100}), 20, 0, 0, 0, 80);
}

TEST_CASE("an MPI call that is not recorded in full has its own state", "[states]") {
    TraceBuilder builder(1);
    const auto lock = builder.site("MPI_Win_lock", 1, SiteKind::Mpi);
    builder.rank(0, 0, 100).enter(10, lock).leave(90);
    const StateTimes times = times_in(states_of(builder.trace)[0], {0, 100});
    check(times, 20, 0, 0);
    CHECK(times.of(State::InMpi) == 80);
    CHECK(times.measured_ns() == 100);
    CHECK(times.percent(State::InMpi) == Approx(80));
    CHECK(times.is_known());
}

TEST_CASE("whether MPI calls are recorded in full is in the table of the runtime", "[states]") {
    // The compiler checks that the runtime does what the table says (LOOP_RECORDED, LOOP_BEGIN_AND_END).
    const auto inside_of = [](std::string_view call) {
        TraceSite site;
        site.kind = SiteKind::Mpi;
        site.construct = call;
        return inside(site);
    };
    int calls = 0;
    for (const loop::CallInfo& call : loop::all_calls) {
        if (call.name.rfind("MPI_", 0) != 0) continue;
        INFO(call.name);
        CHECK(inside_of(call.name) ==
              (call.trace == loop::CallTrace::Recorded ? Inside::Overhead : Inside::Mpi));
        ++calls;
    }
    CHECK(calls > 100);
    CHECK(inside_of("MPI_Sendrecv") == Inside::Overhead);
    CHECK(inside_of("MPI_Win_lock") == Inside::Mpi);
    CHECK(inside_of("MPI_File_open") == Inside::Mpi); // not in the table
}

TEST_CASE("shares are known if 90 % of the measured time is known", "[states]") {
    const auto times = [](std::int64_t busy, std::int64_t unknown) {
        StateTimes result;
        result.ns[static_cast<std::size_t>(State::Busy)] = busy;
        result.ns[static_cast<std::size_t>(State::Unknown)] = unknown;
        return result;
    };
    CHECK(times(90, 10).is_known());
    CHECK_FALSE(times(89, 11).is_known());
    CHECK_FALSE(times(0, 0).is_known());
    CHECK(known_part_text(times(100, 0)).empty());
    CHECK(known_part_text(times(60, 40)) == "only 60 % of the measured time is known");
    CHECK(known_part_text(times(0, 40)) == "nothing is known");
}

TEST_CASE("a wait ends with a message, a Resume, or its own call", "[states]") {
    TraceBuilder builder(1);
    const auto exchange = builder.site("EXCHANGE", 2);
    const auto call = builder.site("MPI_Test", 0, SiteKind::Mpi);
    builder.rank(0, 0, 100);
    builder.enter(10, exchange).wait(12).resume(15).wait(20).leave(30); // idle 12-15 and 20-30
    builder.enter(40, exchange).wait(42).enter(45, call).leave(47).receive(50, 0, 1).leave(60); // 42-45,
                                                                                                // 47-50
    const std::vector<RankStates> states = states_of(builder.trace);
    check(times_in(states[0], {0, 100}), 60, 40 - 19, 3 + 10 + 3 + 3);
}

TEST_CASE("excluded times may nest, and contain constructs", "[states]") {
    TraceBuilder builder(1);
    const auto exchange = builder.site("EXCHANGE", 2);
    builder.rank(0, 0, 100).add(10, EventKind::Excluded).enter(20, exchange).excluded(25, 30).wait(32);
    builder.resume(35).leave(40).add(60, EventKind::Included).enter(70, exchange).leave(80);
    check(times_in(states_of(builder.trace)[0], {0, 100}), 40, 10, 0, 50);
}

TEST_CASE("a rank is measured from its begin to its end; a rank without a trace is unknown", "[states]") {
    TraceBuilder builder(3);
    builder.rank(0, 0, 100).rank(1, 30, 60);
    builder.trace.ranks[2].present = builder.trace.ranks[2].complete = false;
    const std::vector<RankStates> states = states_of(builder.trace);
    check(times_in(states[1], {0, 100}), 30, 0, 0, 70);
    check(times_in(states[2], {0, 100}), 0, 0, 0, 0, 100);
    CHECK(times_in(states[2], {0, 100}).percent(State::Busy) == 0);
}

TEST_CASE("after a gap, neither states nor open sites are known", "[states]") {
    TraceBuilder builder(1);
    const auto exchange = builder.site("EXCHANGE", 2);
    builder.rank(0, 0, 100).enter(10, exchange).wait(20); // after this, a block is lost
    builder.enter(60, exchange).leave(70);
    builder.trace.ranks[0].gaps = {{20, 60}, {90, 100}};
    const std::vector<RankStates> states = states_of(builder.trace);
    // Busy 0-10, 70-90; overhead 10-20, 60-70; unknown 20-60 and 90-100.
    check(times_in(states[0], {0, 100}), 30, 20, 0, 0, 50);
}

TEST_CASE("the unknown time after the last event counts for no call", "[states]") {
    TraceBuilder builder(1);
    const auto send = builder.site("MPI_Send", 5);
    builder.rank(0, 0, 100).enter(10, send).leave(15).enter(20, send); // then the buffer was full
    builder.trace.ranks[0].gaps = {{20, 100}};
    const SiteTimes times = site_times(builder.trace, states_of(builder.trace), 0);
    const auto& ns = times.by_site[send].ns;
    CHECK(std::accumulate(ns.begin(), ns.end(), std::int64_t{0}) == 5);
}

TEST_CASE("the number of ranks in each state over time", "[states]") {
    const Trace trace = small_exchange();
    const UtilizationCount count = utilization_count(states_of(trace), {{0, 1000}, 5});
    const auto at = [&](State state, std::size_t bin) {
        return count.ranks[static_cast<std::size_t>(state)][bin];
    };
    CHECK(at(State::Busy, 0) == Approx(2));
    // 200-400: rank 0 busy 310-400, rank 1 200-240 and 280-400: 90 + 160 of 200.
    CHECK(at(State::Busy, 1) == Approx(250 / 200.0));
    CHECK(at(State::Overhead, 1) == Approx((30 + 40) / 200.0));
    CHECK(at(State::Idle, 1) == Approx(80 / 200.0));
    CHECK(at(State::Excluded, 3) == Approx(50 / 200.0));
    CHECK(at(State::Idle, 4) == Approx(0));
    CHECK(at(State::Excluded, 4) == Approx(1)); // rank 1 has ended
}

TEST_CASE("the time for which exactly k ranks are in a state", "[states]") {
    const Trace trace = small_exchange();
    const ConcurrencyProfile profile = concurrency_profile(states_of(trace), whole(trace));
    const auto percent = [&](State state, std::size_t k) {
        return profile.percent[static_cast<std::size_t>(state)][k];
    };
    // Base: the measured time of both ranks, 950 + 800. Both busy: 0-200, 310-600, 650-800, twice 640. None
    // busy: 240-280, twice 40. One busy: 200-240 and 280-310, twice 70; also 600-650 and 800-1000, where only
    // one rank is measured.
    CHECK(profile.base_ns == 1750);
    CHECK(percent(State::Busy, 2) == Approx(128000 / 1750.0));
    CHECK(percent(State::Busy, 0) == Approx(8000 / 1750.0));
    CHECK(percent(State::Busy, 1) == Approx(39000 / 1750.0));
    CHECK(percent(State::Idle, 1) == Approx(16000 / 1750.0)); // 220-300, both measured
}

TEST_CASE("time that is not measured is in no share, also not for k = 0", "[states]") {
    // Two ranks, busy for 20 and 40, then idle for 10, then in \UNTIMED until 1000.
    TraceBuilder builder(2);
    const auto sync = builder.site("VISIBLE_SYNC", 1);
    const auto untimed = builder.site("UNTIMED", 2);
    for (const int rank : {0, 1}) {
        const std::int64_t work = rank == 0 ? 20 : 40;
        builder.rank(rank, 0, 1000).enter(work, sync).wait(work).resume(work + 10).leave(work + 10);
        builder.enter(work + 10, untimed).add(work + 10, EventKind::Excluded).leave(work + 10);
        builder.enter(900, untimed).wait(900).resume(1000).add(1000, EventKind::Included).leave(1000);
    }
    const std::vector<RankStates> states = states_of(builder.trace);
    check(times_in(states[0], {0, 1000}), 20, 0, 10, 970);
    check(times_in(states[1], {0, 1000}), 40, 0, 10, 950);
    const StateTimes all = times_of_all(states, {0, 1000});
    CHECK(all.percent(State::Busy) == Approx(75));
    const ConcurrencyProfile profile = concurrency_profile(states, {0, 1000});
    CHECK(profile.base_ns == all.measured_ns());
    const auto& busy = profile.percent[static_cast<std::size_t>(State::Busy)];
    CHECK(busy[0] == Approx(12.5)); // 40-50, only rank 1
    CHECK(100 - busy[0] >= all.percent(State::Busy));
}

TEST_CASE("the rank that only deals out tasks is no part of the load", "[states]") {
    // Rank 0 answers for tasks; ranks 1 and 2 compute 400 and 800; rank 3 finds no task left.
    const auto dealt = [](const char* construct, std::int64_t own_work) {
        TraceBuilder builder(4);
        const auto deal = builder.site(construct, 1), work = builder.site("WORK", 2);
        builder.rank(0, 0, 1000);
        if (own_work > 0) builder.enter(0, work).leave(own_work);
        builder.enter(own_work, deal).wait(own_work);
        builder.receive(310, 1, 8).receive(320, 2, 8).receive(330, 3, 8).leave(1000);
        for (const int rank : {1, 2, 3}) {
            builder.rank(rank, 0, 1000).enter(0, deal);
            if (rank < 3) builder.enter(10, work).leave(10 + 400 * rank);
            builder.wait(900).receive(990, 0, 8).leave(1000);
        }
        const Trace& trace = builder.trace;
        std::vector<StateTimes> times;
        for (const RankStates& rank : states_of(trace))
            times.push_back(times_in(rank, whole(trace)));
        const auto dealer = dealer_of(trace, states_of(trace), times);
        return std::pair(dealer, *imbalance_of(times, dealer));
    };
    const auto [dealer, imbalance] = dealt("DEAL", 0);
    CHECK(dealer == 0);
    CHECK(imbalance.mean_ns == 400); // of ranks 1 to 3
    CHECK(imbalance.min_rank == 3);
    CHECK_FALSE(dealt("DEAL", 300).first); // it computes, too
    CHECK_FALSE(dealt("LOOP", 0).first);
}

TEST_CASE("imbalance of busy time", "[states]") {
    const Trace trace = small_exchange();
    std::vector<StateTimes> times;
    for (const RankStates& rank : states_of(trace))
        times.push_back(times_in(rank, whole(trace)));
    const auto imbalance = imbalance_of(times);
    REQUIRE(imbalance);
    CHECK(imbalance->max_rank == 0);
    CHECK(imbalance->min_ns == 760);
    CHECK(imbalance->mean_ns == 800);
    CHECK(imbalance->percent() == Approx(5)); // 840 / 800
    CHECK_FALSE(imbalance_of({StateTimes{}}));
    const auto equal = imbalance_of({times[0], times[0], times[0]}); // the first of equal ranks is named
    CHECK(equal->max_rank == 0);
    CHECK(equal->min_rank == 0);
}

TEST_CASE("a phase has a stretch for each time that no other phase of its depth is in between", "[states]") {
    TraceBuilder builder(2);
    const auto outer = builder.phase("outer", 1), other = builder.phase("other", 2),
               inner = builder.phase("inner", 3), uneven = builder.phase("uneven", 4);
    const auto step = [&](std::int64_t begin) {
        builder.enter(begin, outer).enter(begin + 10, inner).leave(begin + 20);
        builder.enter(begin + 30, inner).leave(begin + 40).leave(begin + 50);
    };
    builder.rank(0, 0, 1000);
    step(0), step(100); // one stretch
    builder.enter(200, other).leave(250);
    step(300);
    builder.enter(400, uneven).leave(410);
    builder.rank(1, 0, 1000);
    step(105);
    builder.enter(210, other).leave(260);
    step(310);
    builder.enter(400, uneven).leave(410).enter(500, other).leave(510).enter(600, uneven).leave(610);
    const std::vector<RankStates> states = states_of(builder.trace);
    const std::vector<TracedPhase> phases = traced_phases(builder.trace, states);
    const auto stretches = phase_stretches(builder.trace, phases, phase_visits(builder.trace));
    const std::vector<int> of_site = phases_by_site(builder.trace, phases);
    const auto times = [&](std::uint32_t site) {
        std::vector<std::int64_t> result;
        for (const TimeRange& stretch : stretches[static_cast<std::size_t>(of_site[site])]) {
            result.push_back(stretch.begin_ns);
            result.push_back(stretch.end_ns);
        }
        return result;
    };
    CHECK(times(outer) == std::vector<std::int64_t>{0, 155, 300, 360});
    CHECK(times(inner) == std::vector<std::int64_t>{10, 145, 310, 350});
    CHECK(times(other).empty()); // rank 1 has one more stretch
    CHECK(times(uneven).empty());
}

TEST_CASE("marks by number, over all ranks", "[states]") {
    TraceBuilder builder(3);
    builder.rank(0, 0, 1000).mark(100, 7).mark(300, -1).mark(500, 7);
    builder.rank(1, 0, 1000).mark(50, 7);
    builder.rank(2, 0, 1000);
    const auto marks = marks_of(builder.trace);
    REQUIRE(marks.size() == 2);
    CHECK(marks[0].number == -1);
    CHECK(marks[0].count == 1);
    CHECK(marks[0].ranks == 1);
    CHECK(marks[0].first_ns == 300);
    CHECK(marks[1].number == 7);
    CHECK(marks[1].count == 3);
    CHECK(marks[1].ranks == 2);
    CHECK(marks[1].first_ns == 50);
    CHECK(marks[1].last_ns == 500);
}

TEST_CASE("the state of a rank is that of all its threads together", "[states]") {
    using Doing = ThreadEvent::State;
    TraceBuilder builder(1);
    const auto threads = builder.site("THREADS", 1);
    const auto send = builder.site("SEND", 2);
    builder.rank(0, 0, 1000).enter(100, threads).leave(900).enter(900, send).leave(950).excluded(960, 980);
    RankTrace& rank = builder.trace.ranks[0];
    const auto times = [&] { return times_in(states_of(builder.trace)[0], whole(builder.trace)); };
    check(times(), 930, 50, 0, 20);
    rank.threads = {
        {100, 0, Doing::Busy}, {500, 0, Doing::Ended}, {100, 1, Doing::Busy}, {900, 1, Doing::Ended}};
    check(times(), 930, 50, 0, 20); // they only compute
    rank.threads = {{100, 0, Doing::Busy},  {200, 0, Doing::Communicating}, {500, 0, Doing::Busy},
                    {600, 0, Doing::Ended}, {100, 1, Doing::Busy},          {300, 1, Doing::Communicating},
                    {800, 1, Doing::Ended}};
    // Both are in MPI from 300 to 500, and thread 1 alone from 600 to 800.
    check(times(), 930 - 400, 50, 0, 20);
    CHECK(times().of(State::InMpi) == 400);
    CHECK(state_at(states_of(builder.trace)[0], 300) == State::InMpi);
    CHECK(state_at(states_of(builder.trace)[0], 799) == State::InMpi);
    CHECK(state_at(states_of(builder.trace)[0], 800) == State::Busy);
    rank.threads[5].state = Doing::NotRecorded; // thread 1, from 300 on
    check(times(), 930 - 400, 50, 0, 20, 400);
    CHECK(state_at(states_of(builder.trace)[0], 500) == State::Busy);        // thread 0 computes
    rank.threads = {{100, 0, Doing::Communicating}, {970, 0, Doing::Ended}}; // into time that is not measured
    check(times(), 100 + 20, 0, 0, 20);
}

TEST_CASE("a diagram shows the same number of threads of each rank, as many as fit", "[states]") {
    std::vector<std::vector<ThreadStates>> threads(3);
    threads[0].resize(3);
    threads[2].resize(1);
    const auto shown = [&](std::size_t most_rows) { return shown_threads(threads, most_rows); };
    CHECK(shown(3).of_rank == std::vector<std::size_t>{0, 0, 0});
    CHECK(shown(4).left_out == 4);
    CHECK_FALSE(shown(4).any());
    CHECK(shown(5).of_rank == std::vector<std::size_t>{1, 0, 1});
    CHECK(shown(5).left_out == 2);
    CHECK(shown(6).of_rank == std::vector<std::size_t>{2, 0, 1});
    CHECK(shown(100).of_rank == std::vector<std::size_t>{3, 0, 1});
    CHECK(shown(100).left_out == 0);
    CHECK(shown(100).any());
}

TEST_CASE("the labels of phases with the same name contain their lines", "[states]") {
    TraceBuilder builder(1);
    const auto solve = builder.phase("solve", 3), again = builder.phase("solve", 9),
               check = builder.phase("check", 5), other = builder.phase("check", 0);
    builder.rank(0, 0, 100);
    for (const auto phase : {solve, again, check, other})
        builder.enter(10 * phase, phase).leave(10 * phase + 5);
    CHECK(phase_labels(builder.trace, traced_phases(builder.trace, states_of(builder.trace))) ==
          std::vector<std::string>{"solve, line 3", "solve, line 9", "check, line 5", "check"});
    TraceBuilder single(1);
    const auto only = single.phase("solve", 3);
    single.rank(0, 0, 100).enter(1, only).leave(2);
    CHECK(phase_labels(single.trace, traced_phases(single.trace, states_of(single.trace))) ==
          std::vector<std::string>{"solve"});
}
