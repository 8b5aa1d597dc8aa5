#include "small_traces.h"
#include "trace/analysis/analysis.h"
#include "trace/analysis/states/phase_portrait.h"
#include "trace/analysis/states/phases.h"
#include "trace/analysis/waits/critical_path.h"
#include "trace/analysis/waits/inferred_waits.h"
#include "trace/analysis/waits/late_partners.h"

#include <catch2/catch.hpp>

using namespace loop::report;

namespace {

CriticalPath path_of(const Trace& trace) {
    return critical_path(trace, states_of(trace), match_messages(trace), match_collectives(trace));
}

LatePartners late_partners(const Trace& trace) {
    return late_partners_of(trace, match_messages(trace), match_collectives(trace));
}

/// A distribution over all ranks.
Distribution waited(const LatePartners& statistics, Distribution LatePartnerTimes::*which) {
    Distribution all;
    for (const LatePartnerTimes& rank : statistics.suffered_by_rank)
        all.add(rank.*which);
    return all;
}

void check(const PathStep& step, int rank, std::int64_t begin, std::int64_t end) {
    CHECK(step.rank == rank);
    CHECK(step.begin_ns == begin);
    CHECK(step.end_ns == end);
}

/// Rank 1 is 30 late at a barrier. `tells`: its wait is recorded.
Trace barrier(bool tells) {
    TraceBuilder builder(2);
    const auto sync = builder.site("VISIBLE_SYNC", 1);
    builder.rank(0, 0, 100).enter(20, sync);
    if (tells) builder.wait(21).resume(52);
    builder.collective(54, 0).leave(55);
    builder.rank(1, 0, 90).enter(50, sync).collective(53, 0).leave(54);
    return builder.trace;
}

} // namespace

TEST_CASE("a rank that is told when a message is there waited for that one, in whatever order it receives",
          "[path]") {
    // Rank 0 waits for rank 1 from 10 to 80. The message of rank 2 has been there since 20, and is received
    // first.
    TraceBuilder builder(3);
    const auto send = builder.site("SEND", 1);
    builder.rank(0, 0, 100).enter(10, send).wait(10, 1).receive(80, 2, 8);
    builder.wait(81).receive(82, 1, 8).leave(83);
    builder.rank(1, 0, 100).enter(78, send).send(78, 0, 8).leave(79);
    builder.rank(2, 0, 20).enter(15, send).send(15, 0, 8).leave(16);
    const CriticalPath path = path_of(builder.trace);
    REQUIRE(path.steps.size() == 2);
    check(path.steps[0], 1, 0, 79);
    CHECK(path.steps[1].rank == 0);
    CHECK(late_partners(builder.trace).longest.late_rank == 1);
    CHECK(late_partners(builder.trace).longest.late_ns == 68);
}

TEST_CASE("the critical path follows the message that a rank waited for", "[path]") {
    const Trace trace = small_exchange();
    const CriticalPath path = path_of(trace);
    // Rank 1 until it has handled the send of 250, at its next event; the message until 300; then rank 0 to
    // the end. The measurement of rank 0 is suspended 600-650.
    REQUIRE(path.steps.size() == 3);
    check(path.steps[0], 1, 0, 260);
    check(path.steps[1], 0, 300, 600);
    check(path.steps[2], 0, 650, 1000);
    CHECK(path.steps[0].message == no_event);
    CHECK(path.steps[1].message == 0);
    CHECK(path.last_rank == 0);
    CHECK(path.in_transit_ns == 40);
    CHECK(path.by_rank_ns == std::vector<std::int64_t>{650, 260});
    CHECK(path.length_ns == 650 + 260 + 40);
    // Overhead: 240-260 on rank 1, 300-310 on rank 0. Excluded: 600-650.
    CHECK(path.on_ranks.of(State::Overhead) == 30);
    CHECK(path.on_ranks.of(State::Idle) == 0);
    CHECK(path.on_ranks.of(State::Busy) == 240 + 290 + 350);
    // The phase alone: 150-240 on rank 1; 310-400, 500-600, 650-900 on rank 0. Host code: 0-150, 900-1000.
    CHECK(path.sites.by_site[0].measured_ns() == 90 + 90 + 100 + 250);
    CHECK(path.sites.by_site[1].measured_ns() == 30);
    CHECK(path.sites.by_site[2].measured_ns() == 100);
    CHECK(path.sites.host_code.measured_ns() == 250);
    CHECK(path.transit_by_site_ns == std::vector<std::int64_t>{0, 40, 0});
    CHECK(path.at_site_ns(1) == 30 + 40);
}

TEST_CASE("of several messages after a wait, the one that was sent last has ended it", "[path]") {
    TraceBuilder builder(3);
    const auto exchange = builder.site("EXCHANGE", 1);
    // Rank 1 waits for both neighbors. It receives the message of rank 2, which came at once, after the wait.
    builder.rank(0, 0, 1000).enter(900, exchange).send(900, 1, 8).leave(905);
    builder.rank(1, 0, 1010).enter(100, exchange).wait(100).receive(910, 2, 8).receive(911, 0, 8).leave(912);
    builder.rank(2, 0, 120).enter(100, exchange).send(100, 1, 8).leave(105);
    const CriticalPath path = path_of(builder.trace);
    REQUIRE(path.steps.size() == 2);
    check(path.steps[0], 0, 0, 905);
    check(path.steps[1], 1, 910, 1010);
    CHECK(path.in_transit_ns == 5);
    const LatePartners late = late_partners(builder.trace);
    CHECK(late.longest.late_rank == 0);
    CHECK(late.caused_by_rank[2].late_sender_ns.sum == 0);
}

TEST_CASE(
    "a wait before a collective operation is for the last rank to call it, also if something is not measured",
    "[path]") {
    TraceBuilder builder(2);
    const auto reduction = builder.site("ALLREDUCE", 1);
    for (const int rank : {0, 1}) {
        const std::int64_t called = rank == 0 ? 900 : 100;
        builder.rank(rank, 0, 1000).enter(called, reduction).wait(called).resume(905).excluded(906, 910);
        builder.wait(910).resume(918).collective(920, 8).leave(921);
    }
    const LatePartners late = late_partners(builder.trace);
    CHECK(late.longest.late_rank == 0);
    CHECK(late.longest.rank == 1);
    CHECK(late.longest.late_ns == 800);
}

TEST_CASE("a polling loop waits for the messages of the poll that succeeds", "[path]") {
    TraceBuilder builder(3);
    const auto test = builder.site("MPI_Testall", 1, SiteKind::Mpi),
               send = builder.site("MPI_Send", 2, SiteKind::Mpi);
    builder.rank(0, 0, 100).enter(10, test).wait(10).resume(80).leave(80);
    builder.enter(81, test).receive(82, 1, 8).receive(82, 2, 8).leave(83);
    builder.rank(1, 0, 30).enter(20, send).send(20, 0, 8).leave(21);
    builder.rank(2, 0, 80).enter(70, send).send(70, 0, 8).leave(71);
    const Analysis analysis = analyze(builder.trace);
    CHECK(analysis.late_partners.caused_by_rank[2].late_sender_ns.sum == 60); // from 10 to 70
    CHECK(analysis.late_partners.caused_by_rank[1].late_sender_ns.sum == 0);
    CHECK(analysis.path.busy_by_rank_ns[2] == 70);
}

TEST_CASE("a polling loop that ends without a message is not explained by a later one", "[path]") {
    TraceBuilder builder(2);
    const auto test = builder.site("MPI_Test", 1, SiteKind::Mpi),
               send = builder.site("MPI_Send", 2, SiteKind::Mpi),
               receive = builder.site("MPI_Recv", 3, SiteKind::Mpi),
               reads = builder.site("MPI_File_read", 4, SiteKind::Mpi);
    builder.rank(0, 0, 100).enter(10, test).wait(10).resume(50).leave(50).enter(51, test).leave(52);
    for (int time = 60; time < 70; time += 2)
        builder.enter(time, reads).leave(time + 1);
    builder.enter(80, receive).receive(82, 1, 8).leave(83);
    builder.rank(1, 0, 80).enter(40, send).send(40, 0, 8).leave(41);
    CHECK(analyze(builder.trace).late_partners.caused_by_rank[1].late_sender_ns.sum == 0);
}

TEST_CASE("of ranks that end at the same time, the critical path ends on the first", "[path]") {
    TraceBuilder builder(3);
    for (const int rank : {0, 1, 2})
        builder.rank(rank, 0, rank == 0 ? 90 : 100);
    CHECK(path_of(builder.trace).last_rank == 1);
}

TEST_CASE("the critical path follows the last rank to enter a barrier", "[path]") {
    const bool tells = GENERATE(true, false);
    const CriticalPath path = path_of(barrier(tells));
    REQUIRE(path.steps.size() == 2);
    check(path.steps[0], 1, 0, 50);
    check(path.steps[1], 0, tells ? 52 : 54, 100);
}

TEST_CASE("the critical path stays on a receiver that is late", "[path]") {
    // Rank 0 sends at 10. Rank 1 calls at 900 and waits until 905, because MPI made no progress before.
    const auto path = [](std::int64_t came) {
        TraceBuilder builder(2);
        const auto exchange = builder.site("EXCHANGE", 1);
        builder.rank(0, 0, 500).enter(10, exchange).send(10, 1, 8).leave(11);
        builder.rank(1, 0, 1000).enter(came, exchange).wait(came, 0).receive(905, 0, 8).leave(906);
        return path_of(builder.trace);
    };
    // It does not wait for rank 0, but for its data.
    CHECK(path(900).by_rank_ns == std::vector<std::int64_t>{0, 995});
    CHECK(path(900).in_transit_ns == 5);
    // If it waits during most of the transit, the transit counts.
    CHECK(path(100).by_rank_ns == std::vector<std::int64_t>{11, 95});
    CHECK(path(100).in_transit_ns == 894);
}

TEST_CASE("a path without waits stays on one rank", "[path]") {
    TraceBuilder builder(2);
    builder.rank(0, 0, 50).rank(1, 10, 80);
    const CriticalPath path = path_of(builder.trace);
    REQUIRE(path.steps.size() == 1);
    check(path.steps[0], 1, 10, 80);
}

TEST_CASE("the critical path covers measured time, not what ranks do in \\UNTIMED", "[path]") {
    // Rank 1 computes for 400, the others for 100; then all enter \UNTIMED. Rank 2 verifies there until 900
    // and is the last to leave. Then rank 3 computes for 50, the others for 10.
    TraceBuilder builder(4);
    const auto product = builder.site("MATPROD", 1);
    const auto untimed = builder.site("UNTIMED", 2);
    for (int rank = 0; rank < 4; ++rank) {
        const std::int64_t work = rank == 1 ? 400 : 100, more = rank == 3 ? 50 : 10;
        builder.rank(rank, 0, 1000 + more).enter(0, product).leave(work);
        builder.enter(work, untimed).add(work, EventKind::Excluded).leave(work);
        builder.enter(rank == 2 ? 900 : 500, untimed).wait(rank == 2 ? 901 : 501).resume(999);
        builder.collective(1000, 0).add(1000, EventKind::Included).leave(1000);
    }
    const CriticalPath path = path_of(builder.trace);
    CHECK(path.last_rank == 1);
    CHECK(path.length_ns == 410); // its measured time
    CHECK(path.by_rank_ns == std::vector<std::int64_t>{0, 410, 0, 0});
    CHECK(path.sites.by_site[product].measured_ns() == 400);
    CHECK(path.sites.by_site[untimed].measured_ns() == 0);
    REQUIRE_FALSE(path.steps.empty());
    CHECK(path.steps.back().end_ns == 1010);
}

TEST_CASE("the critical path changes ranks in every interval of measured time", "[path]") {
    // Two intervals with an \UNTIMED between them. In each, rank 1 waits for rank 0. Rank 1 is the last rank.
    const std::int64_t stops = GENERATE(81, 120); // when rank 0 enters \UNTIMED, which rank 1 enters at 95
    TraceBuilder builder(2);
    const auto send = builder.site("COMMUNICATE", 1);
    const auto untimed = builder.site("UNTIMED", 2);
    builder.rank(0, 0, 1060);
    builder.enter(80, send)
        .send(80, 1, 8)
        .leave(81)
        .enter(stops, untimed)
        .add(stops, EventKind::Excluded)
        .leave(stops);
    builder.enter(999, untimed).add(1000, EventKind::Included).leave(1000);
    builder.enter(1050, send).send(1050, 1, 8).leave(1051);
    builder.rank(1, 0, 1110);
    builder.enter(10, send).wait(10, 0).receive(90, 0, 8).leave(95);
    builder.enter(95, untimed).add(95, EventKind::Excluded).leave(95);
    builder.enter(999, untimed).add(1000, EventKind::Included).leave(1000);
    builder.enter(1010, send).wait(1010, 0).receive(1055, 0, 8).leave(1056);
    const CriticalPath path = path_of(builder.trace);
    REQUIRE(path.steps.size() == 4);
    check(path.steps[0], 0, 0, 81);
    check(path.steps[1], 1, 90, 95);
    check(path.steps[2], 0, 1000, 1051);
    check(path.steps[3], 1, 1055, 1110);
    CHECK(path.in_transit_ns == 9 + 4);
    CHECK(path.length_ns == 95 + 110);
}

TEST_CASE("the critical path follows a wait that ends while the last rank is not measured", "[path]") {
    // Rank 0 is the last rank. It verifies payloads from 100 to 200. Rank 1 waits meanwhile, from 20 to 150,
    // for rank 2.
    TraceBuilder builder(3);
    const auto exchange = builder.site("EXCHANGE", 1);
    builder.rank(0, 0, 400).enter(90, exchange).excluded(100, 200).wait(200, 1).receive(250, 1, 8).leave(250);
    builder.rank(1, 0, 245).enter(20, exchange).wait(20, 2).receive(150, 2, 8).leave(150);
    builder.enter(240, exchange).send(240, 0, 8).leave(245);
    builder.rank(2, 0, 146).enter(145, exchange).send(145, 1, 8).leave(146);
    const CriticalPath path = path_of(builder.trace);
    CHECK(path.last_rank == 0);
    CHECK(path.length_ns == 300);
    CHECK(path.in_transit_ns == 5);
    CHECK(path.by_rank_ns == std::vector<std::int64_t>{150, 45, 100});
}

TEST_CASE("late senders, late receivers, and late ranks in collectives", "[path]") {
    // Rank 0 waited from 220; rank 1 sent at 250.
    const LatePartners exchange = late_partners(small_exchange());
    CHECK(waited(exchange, &LatePartnerTimes::late_sender_ns).sum == 30);
    CHECK(exchange.suffered_by_rank[0].late_sender_ns.count == 1);
    CHECK(exchange.caused_by_rank[1].late_sender_ns.sum == 30);

    TraceBuilder builder(2);
    const auto send = builder.site("MPI_Ssend", 1, SiteKind::Mpi);
    const auto receive = builder.site("MPI_Recv", 2, SiteKind::Mpi);
    builder.rank(0, 0, 100).enter(10, send).send(11, 1, 8).wait(12, 1).resume(60).leave(61);
    builder.rank(1, 0, 100).enter(50, receive).receive(58, 0, 8).leave(59);
    const LatePartners rendezvous = late_partners(builder.trace);
    CHECK(waited(rendezvous, &LatePartnerTimes::late_receiver_ns).sum == 38); // 12 to 50
    CHECK(rendezvous.caused_by_rank[1].late_receiver_ns.count == 1);

    // While the measurement is suspended, no rank is late.
    Trace still = small_exchange();
    std::vector<Event>& events = still.ranks[0].events;
    events.insert(events.begin() + 1, {150, 0, 0, -1, 0, 0, EventKind::Excluded});
    events.insert(events.end() - 1, {700, 0, 0, -1, 0, 0, EventKind::Included});
    CHECK(waited(late_partners(still), &LatePartnerTimes::late_sender_ns).count == 0);

    Trace again = small_exchange(); // the measurement goes on before rank 0 waits
    std::vector<Event>& begin = again.ranks[0].events;
    begin.insert(begin.begin() + 1,
                 {{150, 0, 0, -1, 0, 0, EventKind::Excluded}, {151, 0, 0, -1, 0, 0, EventKind::Included}});
    CHECK(waited(late_partners(again), &LatePartnerTimes::late_sender_ns).sum == 30);

    CHECK(waited(late_partners(barrier(true)), &LatePartnerTimes::late_collective_ns).sum == 29); // 21 to 50
    CHECK(waited(late_partners(barrier(false)), &LatePartnerTimes::late_collective_ns).sum ==
          30); // its call's begin, 20, to 50
}

TEST_CASE("waits are inferred if a trace has none", "[path]") {
    TraceBuilder builder(2);
    const auto send = builder.site("MPI_Send", 1, SiteKind::Mpi);
    const auto receive = builder.site("MPI_Recv", 2, SiteKind::Mpi);
    const auto sync = builder.site("MPI_Barrier", 3, SiteKind::Mpi);
    builder.rank(0, 0, 100).enter(30, send).send(30, 1, 8).leave(35).enter(40, send).send(40, 1, 8).leave(45);
    builder.enter(90, sync).collective(92, 0).leave(93);
    builder.rank(1, 0, 100).enter(10, receive).receive(33, 0, 8).leave(34);
    builder.enter(60, receive).receive(63, 0, 8).leave(64).enter(70, sync).collective(91, 0).leave(92);
    Trace trace = builder.trace;
    CHECK_FALSE(has_waits(trace));
    infer_waits(trace);
    CHECK(has_waits(trace));
    const StateTimes times = times_in(states_of(trace)[1], whole(trace));
    // The first receive waited from 10 to 33, the second message was already in flight, and the barrier
    // waited for rank 0 from 70 to 90.
    CHECK(times.of(State::Idle) == 23 + 20);
    CHECK(times.of(State::Overhead) == 1 + 4 + 2);
    CHECK(trace.ranks[0].events.size() == builder.trace.ranks[0].events.size());
}

TEST_CASE("phases have visits, times, and spans", "[path]") {
    TraceBuilder builder(2);
    const auto outer = builder.phase("outer", 1);
    const auto inner = builder.phase("inner", 2);
    const auto exchange = builder.site("EXCHANGE", 3);
    builder.rank(0, 0, 100).enter(10, outer).enter(20, inner).enter(25, exchange).leave(30).leave(40);
    builder.enter(50, inner).leave(60).leave(80);
    builder.rank(1, 0, 100).enter(5, outer).leave(50);
    const std::vector<TracedPhase> phases = traced_phases(builder.trace, states_of(builder.trace));
    REQUIRE(phases.size() == 2);
    CHECK(phases[0].site == outer);
    CHECK(phases[0].span.begin_ns == 5);
    CHECK(phases[0].span.end_ns == 80);
    CHECK(phases[0].all.times.measured_ns() == 70 + 45);
    CHECK(phases[1].by_rank[0].calls == 2);
    CHECK(phases[1].span.begin_ns == 20);
    CHECK(phases[1].span.end_ns == 60);
    CHECK(phases[1].by_rank[0].times.of(State::Busy) == 25);
    CHECK(phases[1].by_rank[0].times.of(State::Overhead) == 5);
    CHECK(phases[1].by_rank[1].calls == 0);

    const auto rows = phase_visits(builder.trace);
    REQUIRE(rows[0].size() == 3);
    CHECK(rows[0][2].begin_ns == 50);
    CHECK(rows[0][2].depth == 1);

    const auto counts = ranks_in_phases(builder.trace, phases, {{0, 100}, 4});
    CHECK(counts[0][0] == Approx((15 + 20) / 25.0)); // 0-25: 10-25 of rank 0, 5-25 of rank 1
    CHECK(counts[1][2] == Approx(10 / 25.0));        // 50-75
}

TEST_CASE("the phase portrait joins utilization and traffic", "[path]") {
    const Trace trace = small_exchange();
    const TimeGrid grid{{0, 1000}, 10};
    const auto points =
        phase_portrait(utilization_count(states_of(trace), grid), in_flight(match_messages(trace), grid));
    REQUIRE(points.size() == 10);
    CHECK(points[0].utilization == Approx(100));
    CHECK(points[0].communication == 0);
    // 200-300: only rank 1 is busy, for 60 of 200; all traffic is in this bin.
    CHECK(points[2].utilization == Approx(30));
    CHECK(points[2].communication == Approx(100));
}
