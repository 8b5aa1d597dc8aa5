#include "small_traces.h"
#include "trace/analysis/analysis.h"
#include "trace/analysis/messages/collectives.h"
#include "trace/analysis/messages/in_flight.h"
#include "trace/analysis/messages/matrix.h"
#include "trace/analysis/messages/message_index.h"
#include "trace/analysis/messages/messages.h"
#include "trace/analysis/messages/queues.h"
#include "trace/analysis/messages/thread_messages.h"
#include "trace/analysis/messages/traffic.h"

#include <loop/calls.h>
#include <loop/collective_data.h>

#include <catch2/catch.hpp>

using namespace loop::report;
using loop::CallKind;
using loop::has_root;
using loop::tag_of_begun;

namespace {

void check(const Distribution& distribution, std::uint64_t count, std::int64_t sum, std::int64_t min,
           std::int64_t max) {
    CHECK(distribution.count == count);
    CHECK(distribution.sum == sum);
    CHECK(distribution.min == min);
    CHECK(distribution.max == max);
}

} // namespace

TEST_CASE("messages of threads match by thread, in order", "[messages]") {
    TraceBuilder builder(2);
    builder.rank(0, 0, 1000).rank(1, 0, 1000);
    builder.trace.ranks[0].thread_messages = {
        {10, 8, 0, 1, false}, {20, 16, 0, 1, false}, {15, 32, 2, 1, false}, {400, 1, 1, 1, true}};
    builder.trace.ranks[1].thread_messages = {
        {50, 8, 0, 0, true}, {60, 16, 0, 0, true}, {30, 32, 2, 0, true}};
    const auto messages = match_thread_messages(builder.trace);
    REQUIRE(messages.size() == 3); // not the receive without a send
    CHECK(messages[0].bytes == 8);
    CHECK(messages[0].received_ns == 50);
    CHECK(messages[1].thread == 2);
    CHECK(messages[1].received_ns == 30);
    CHECK(messages[2].bytes == 16);
    const Analysis analysis = analyze(builder.trace);
    CHECK(analysis.matrix.at(0, 1).bytes == 56);
    CHECK(analysis.flight.high_water.messages == 3);
    CHECK(analysis.queues[1].high_water.messages == 3);
    CHECK(analysis.messages.matched.empty());
}

TEST_CASE("sends match their receives", "[messages]") {
    const Trace trace = small_exchange();
    const Messages messages = match_messages(trace);
    REQUIRE(messages.matched.size() == 2);
    const Message& first = messages.matched[0];
    CHECK(first.receiver == 0);
    CHECK(first.sender == 1);
    CHECK(first.bytes == 32);
    CHECK(first.transit_ns() == 50); // 250 to 300
    CHECK(trace.ranks[1].events[first.send_event].kind == EventKind::Send);
    CHECK(trace.ranks[0].events[first.receive_event].time_ns == 300);
    CHECK(messages.unreceived.empty());
    CHECK(messages.unsent.empty());
    CHECK(by_sending_time(messages) == std::vector<std::uint32_t>{1, 0});
}

TEST_CASE("messages match by sender, tag, and communicator, first in, first out", "[messages]") {
    TraceBuilder builder(3);
    builder.trace.communicators.push_back({"other", {0, 1, 2}});
    builder.rank(0, 0, 100).send(1, 2, 10, 7).send(2, 2, 11, 7).send(3, 2, 12, 8).send(4, 2, 13, 7);
    builder.trace.ranks[0].events.back().communicator = 1;
    builder.rank(1, 0, 100).send(5, 2, 14, 7);
    builder.rank(2, 0, 100).receive(20, 0, 12, 8).receive(21, 1, 14, 7).receive(22, 0, 13, 7);
    builder.trace.ranks[2].events.back().communicator = 1;
    builder.receive(23, 0, 10, 7).receive(24, 0, 11, 7);
    const Messages messages = match_messages(builder.trace);
    std::vector<std::int64_t> sent;
    for (const Message& message : messages.matched)
        sent.push_back(message.sent_ns);
    CHECK(sent == std::vector<std::int64_t>{3, 5, 4, 1, 2});
}

TEST_CASE("unmatched messages are reported, and whether the partner's trace explains them", "[messages]") {
    TraceBuilder builder(3);
    builder.rank(0, 0, 100).send(1, 1, 10).send(2, 1, 10).send(3, 2, 10);
    builder.rank(1, 0, 100).receive(5, 0, 10).receive(6, 2, 99);
    builder.rank(2, 0, 100);
    builder.trace.ranks[2].complete = false;
    const Messages messages = match_messages(builder.trace);
    CHECK(messages.matched.size() == 1);
    REQUIRE(messages.unreceived.size() == 2);
    CHECK(messages.unreceived[0].event == 1);
    CHECK_FALSE(messages.unreceived[0].explained);
    CHECK(messages.unreceived[1].explained);
    REQUIRE(messages.unsent.size() == 1);
    CHECK(messages.unsent[0].rank == 1);
    CHECK(messages.unsent[0].explained);
    const CommunicationMatrix matrix = communication_matrix(builder.trace, messages);
    CHECK(matrix.at(0, 1).messages == 2);
    CHECK(matrix.at(2, 1).bytes == 99);
    CHECK(matrix.at(1, 0).messages == 0);
}

TEST_CASE("a message received before it was sent is counted as violated", "[messages]") {
    TraceBuilder builder(2);
    builder.rank(0, 0, 100).send(50, 1, 10).send(60, 1, 10);
    builder.rank(1, 0, 100).receive(45, 0, 10).receive(70, 0, 10);
    const Messages messages = match_messages(builder.trace);
    CHECK(messages.violated == 1);
    CHECK(messages.worst_violation_ns == 5);
    check(traffic_of(builder.trace, messages).transit_ns, 1, 10, 10, 10);
}

TEST_CASE("messages and collective operations that are not measured do not count", "[messages]") {
    TraceBuilder builder(2);
    const auto exchange = builder.site("EXCHANGE", 4), sum = builder.site("ALLREDUCE", 5);
    for (const int rank : {0, 1}) {
        builder.rank(rank, 0, 100).excluded_from(10);
        builder.enter(10, exchange).send(12, 1 - rank, 64, 5).receive(18, 1 - rank, 64, 5).leave(20);
        builder.enter(20, sum).collective(30, 8).leave(30).included(30);
        builder.enter(40, exchange).send(42, 1 - rank, 32, 5).receive(48, 1 - rank, 32, 5).leave(50);
        builder.enter(50, sum).collective(54, 8).leave(54);
    }
    const TrafficStatistics traffic = traffic_of(builder.trace, match_messages(builder.trace));
    check(traffic.all.sent.bytes, 2, 64, 32, 32);
    check(traffic.by_rank[0].received.bytes, 1, 32, 32, 32);
    check(traffic.by_site[exchange].sent.bytes, 2, 64, 32, 32);
    check(traffic.collectives_by_site[sum].ns, 2, 8, 4, 4);
    check(traffic.transit_ns, 2, 12, 6, 6);
}

TEST_CASE("messages of a warm-up are in no table, not even if they arrive later", "[messages]") {
    TraceBuilder builder(2);
    builder.rank(0, 0, 100).excluded_from(10).send(12, 1, 64, 5).send(14, 1, 64, 5).included(20);
    builder.send(40, 1, 8, 5).excluded_from(60).send(62, 1, 16, 7).included(70).send(72, 1, 32, 7);
    builder.rank(1, 0, 100).excluded_from(10).receive(15, 0, 64, 5).included(20).receive(50, 0, 64, 5);
    builder.receive(55, 0, 8, 5);
    builder.trace.ranks[0].thread_messages = {{15, 128, 1, 1, false}, {80, 256, 1, 1, false}};
    builder.trace.ranks[1].thread_messages = {{18, 128, 1, 0, true}, {90, 256, 1, 0, true}};
    const Analysis analysis = analyze(builder.trace);
    REQUIRE(analysis.messages.matched.size() == 3);
    CHECK_FALSE(analysis.messages.matched[0].is_measured);
    CHECK_FALSE(analysis.messages.matched[1].is_measured); // sent in the warm-up, and received after it
    CHECK(analysis.messages.matched[2].is_measured);
    check(analysis.traffic.transit_ns, 1, 15, 15, 15);
    CHECK(analysis.matrix.at(0, 1).messages == 3); // and one that was never received, and one of threads
    CHECK(analysis.matrix.at(0, 1).bytes == 8 + 32 + 256);
    CHECK(analysis.queues[1].high_water.messages == 1);
    CHECK(analysis.flight.high_water.bytes == 256);
}

TEST_CASE("sends and receives: counts, bytes, and times", "[messages]") {
    const Trace trace = small_exchange();
    const TrafficStatistics traffic = traffic_of(trace, match_messages(trace));
    // Rank 0 sends from the begin of its call, 200, until it waits at 220; rank 1 sends from 240 to 260.
    check(traffic.all.sent.ns, 2, 40, 20, 20);
    check(traffic.all.sent.bytes, 2, 96, 32, 64);
    // Rank 0 receives from 220, when its send is done, to the end of its call, 310, and waits for 80 of it.
    // Rank 1 receives from 250, while it sends, to 280.
    check(traffic.by_rank[0].received.ns, 1, 90, 90, 90);
    check(traffic.by_rank[0].received.waited_ns, 1, 80, 80, 80);
    check(traffic.by_rank[1].received.ns, 1, 30, 30, 30);
    check(traffic.by_rank[1].received.waited_ns, 0, 0, 0, 0);
    CHECK(traffic.by_site[1].received.ns.average() == 60);
    CHECK(traffic.by_site[0].sent.ns.count == 0); // the enclosing phase has no messages of its own
    check(traffic.transit_ns, 2, 100, 50, 50);
}

TEST_CASE("the message of a blocking call lasts as long as the call", "[messages]") {
    TraceBuilder builder(2);
    const auto send = builder.site("MPI_Send", 1, SiteKind::Mpi);
    const auto receive = builder.site("MPI_Recv", 2, SiteKind::Mpi);
    builder.rank(0, 0, 100).enter(10, send).send(11, 1, 8).leave(30);
    builder.enter(40, send).send(41, 1, 8).wait(45, 1).resume(60).leave(62);
    builder.rank(1, 0, 100).enter(5, receive).wait(7, 0).receive(25, 0, 8).leave(27);
    builder.enter(55, receive).receive(61, 0, 8).leave(63);
    const TrafficStatistics traffic = traffic_of(builder.trace, match_messages(builder.trace));
    check(traffic.by_rank[0].sent.ns, 2, 20 + 22, 20, 22);
    check(traffic.by_rank[0].sent.waited_ns, 1, 15, 15, 15);
    check(traffic.by_rank[1].received.ns, 2, 22 + 8, 8, 22);
    check(traffic.by_rank[1].received.waited_ns, 1, 18, 18, 18);
}

TEST_CASE("incoming queues and their high-water marks", "[messages]") {
    TraceBuilder builder(2);
    builder.rank(0, 0, 100).send(10, 1, 100).send(20, 1, 1).send(30, 1, 1).send(60, 1, 500);
    builder.rank(1, 0, 100).receive(25, 0, 100).receive(40, 0, 1).receive(50, 0, 1).receive(70, 0, 500);
    const Messages messages = match_messages(builder.trace);
    // 1 message from 10, 2 from 20, 1 from 25, 2 from 30, 1 from 40, 0 from 50, 1 of 500 B from 60 to 70.
    const std::vector<Queue> queues = queues_of(builder.trace, messages, {{0, 100}, 4});
    CHECK(queues[0].high_water.messages == 0);
    CHECK(queues[1].high_water.messages == 2);
    CHECK(queues[1].high_water_at_ns == 20);
    CHECK(queues[1].high_water.bytes == 500);
    CHECK(queues[1].highest[0].bytes == 101);  // 0-25
    CHECK(queues[1].highest[1].messages == 2); // 25-50
    CHECK(queues[1].highest[2].messages == 1); // 50-75
    CHECK(queues[1].highest[3].messages == 0);
}

TEST_CASE("messages with very many tags match in any order of receiving", "[messages]") {
    constexpr int tags = 300;
    TraceBuilder builder(2);
    builder.rank(0, 0, 1000);
    for (int tag = 0; tag < tags; ++tag)
        builder.send(tag, 1, tag, tag);
    builder.rank(1, 0, 1000);
    for (int tag = tags; tag-- > 0;)
        builder.receive(900 - tag, 0, tag, tag);
    const Messages messages = match_messages(builder.trace);
    REQUIRE(messages.matched.size() == tags);
    CHECK(messages.unreceived.empty());
    for (const Message& message : messages.matched)
        CHECK((message.sent_ns == message.bytes && message.received_ns == 900 - message.bytes));
}

TEST_CASE("messages in flight over time", "[messages]") {
    const Trace trace = small_exchange();
    const InFlight flight = in_flight(match_messages(trace), {{200, 300}, 4});
    // 64 B from 210 to 260, 32 B from 250 to 300.
    CHECK(flight.high_water.messages == 2);
    CHECK(flight.high_water.bytes == 96);
    CHECK(flight.average_messages[0] == Approx(15 / 25.0));               // 200-225
    CHECK(flight.average_bytes[2] == Approx((10 * 64 + 25 * 32) / 25.0)); // 250-275
    CHECK(flight.highest[3].bytes == 32);
    // Bins of one nanosecond each, and an empty range.
    const InFlight fine = in_flight(match_messages(trace), {{200, 300}, 100});
    CHECK(fine.average_messages[9] == 0);
    CHECK(fine.average_messages[55] == 2);
    CHECK(fine.average_bytes[20] == 64);
    const InFlight none = in_flight(match_messages(trace), {{250, 250}, 1});
    CHECK(none.average_messages[0] == 0);
    CHECK(none.average_bytes[0] == 0);
}

TEST_CASE("messages in time that diagrams leave out are in flight one after the other", "[messages]") {
    constexpr int warm_ups = 10;
    TraceBuilder builder(2);
    builder.rank(0, 0, 1000);
    for (int message = 0; message < warm_ups; ++message)
        builder.send(100 + 10 * message, 1, 8, 0);
    builder.send(500, 1, 8, 0);
    builder.rank(1, 0, 1000);
    for (int message = 0; message < warm_ups; ++message)
        builder.receive(105 + 10 * message, 0, 8, 0);
    builder.receive(600, 0, 8, 0);
    const InFlight flight = in_flight(match_messages(builder.trace), {{0, 1000}, 4, Breaks({{50, 450}})});
    CHECK(flight.high_water.messages == 1);
    CHECK(flight.high_water.bytes == 8);
    CHECK(flight.average_messages[0] == Approx(50 / 150.0)); // shown: from 100 to 200
    CHECK(flight.average_messages[1] == Approx(50 / 150.0));
}

TEST_CASE("two operations in one call have separate times", "[messages]") {
    TraceBuilder builder(1);
    const auto sync = builder.site("VISIBLE_SYNC", 1);
    builder.rank(0, 0, 100).enter(10, sync).wait(10).resume(20).collective(20, 0).send(30, 0, 1);
    builder.receive(35, 0, 1).wait(40).resume(50).collective(50, 0).leave(55);
    const Collectives collectives = match_collectives(builder.trace);
    REQUIRE(collectives.parts.size() == 2);
    CHECK(collectives.parts[0].begin_ns == 10);
    CHECK(collectives.parts[0].end_ns == 20);
    CHECK(collectives.parts[1].begin_ns == 40);
    CHECK(collectives.parts[1].end_ns == 55);
}

TEST_CASE("the root of a reduction waits for the others, the root of a broadcast does not", "[messages]") {
    TraceBuilder builder(2);
    const auto reduce = builder.site("MPI_Reduce", 1, SiteKind::Mpi);
    const auto broadcast = builder.site("MPI_Bcast", 2, SiteKind::Mpi);
    // Rank 0 is the root and calls first.
    builder.rank(0, 0, 100).enter(10, reduce).collective(20, 8, 0).leave(21).enter(30, broadcast);
    builder.collective(32, 4, 0).leave(33);
    builder.rank(1, 0, 100).enter(15, reduce).collective(20, 8, 0).leave(22).enter(35, broadcast);
    builder.collective(38, 4, 0).leave(39);
    const Collectives collectives = match_collectives(builder.trace);
    REQUIRE(collectives.operations.size() == 2);
    const auto needed = [&](int rank, std::uint32_t event) {
        return needed_by(builder.trace, collectives, *collectives.part_of(rank, event)).rank;
    };
    CHECK(needed(0, 1) == 1);
    CHECK(needed(1, 1) == no_partner);
    CHECK(needed(0, 4) == no_partner);
    CHECK(needed(1, 4) == 0);
}

TEST_CASE("in a broadcast, ranks may wait for one that comes late and passes the data on", "[messages]") {
    // Rank 0 is the root. Rank 2 comes at 500; rank 3 has its data soon after that, or long before.
    const auto needed = [](std::int64_t end_of_rank_3) {
        TraceBuilder builder(4);
        const auto broadcast = builder.site("MPI_Bcast", 1, SiteKind::Mpi);
        const auto part = [&](int rank, std::int64_t begin, std::int64_t end) {
            builder.rank(rank, 0, 1000).enter(begin, broadcast).collective(end, 8, 0).leave(end);
        };
        part(0, 10, 15);
        part(1, 10, 20);
        part(2, 500, 505);
        part(3, 10, end_of_rank_3);
        const Collectives collectives = match_collectives(builder.trace);
        std::vector<int> ranks;
        for (int rank = 0; rank < 4; ++rank)
            ranks.push_back(needed_by(builder.trace, collectives, *collectives.part_of(rank, 1)).rank);
        return ranks;
    };
    CHECK(needed(510) == std::vector<int>{no_partner, 0, 0, 2});
    CHECK(needed(25) == std::vector<int>{no_partner, 0, 0, 0});  // rank 2 comes when rank 3 is through
    CHECK(needed(900) == std::vector<int>{no_partner, 0, 0, 0}); // and long before it is through
}

TEST_CASE("a rank that calls a broadcast long after the root has its data", "[messages]") {
    // Of 4 ranks, rank 3 needs 10 at most, and another one may pass the data on. Rank 2 calls so long after
    // the root.
    const auto has_data = [](std::int64_t after) {
        TraceBuilder builder(4);
        const auto broadcast = builder.site("BCAST", 1);
        const auto part = [&](int rank, std::int64_t begin, std::int64_t end) {
            builder.rank(rank, 0, 1000).enter(begin, broadcast).collective(end, 8, 0).leave(end);
        };
        part(0, 100, 105);
        part(1, 50, 108);
        part(2, 100 + after, 100 + after + 5);
        part(3, 100, 110);
        return match_collectives(builder.trace).part_of(2, 1)->has_data;
    };
    CHECK(has_data(40));
    CHECK(!has_data(39));
    CHECK(!has_data(0));
}

TEST_CASE("who waits for whom in a nonblocking operation is as in the blocking one", "[messages]") {
    struct Row {
        const char* call;
        CallKind kind;
        int root_needs, other_needs;
    };
    for (const Row& row : {Row{"MPI_Ibcast", CallKind::Bcast, no_partner, 0},
                           {"MPI_Iscatter", CallKind::Scatter, no_partner, 0},
                           {"MPI_Iscatterv", CallKind::Scatterv, no_partner, 0},
                           {"MPI_Igather", CallKind::Gather, 1, no_partner},
                           {"MPI_Igatherv", CallKind::Gatherv, 1, no_partner},
                           {"MPI_Ireduce", CallKind::Reduce, 1, no_partner},
                           {"MPI_Iscan", CallKind::Scan, no_partner, no_partner},
                           {"MPI_Iallreduce", CallKind::Allreduce, 1, no_partner}}) {
        INFO(row.call);
        TraceBuilder builder(2);
        const auto call = builder.site(row.call, 1, SiteKind::Mpi);
        const auto wait = builder.site("MPI_Wait", 2, SiteKind::Mpi);
        const int root = has_root(row.kind) ? 0 : -1, tag = tag_of_begun(row.kind);
        const auto completes = [&](std::int64_t time) {
            builder.add(time, EventKind::Collective, root, 8, tag).leave(time + 1);
        };
        builder.rank(0, 0, 100).enter(10, call).leave(11).enter(20, wait);
        completes(30);
        builder.rank(1, 0, 100).enter(15, call).leave(16).enter(22, wait);
        completes(31);
        const Collectives collectives = match_collectives(builder.trace);
        REQUIRE(collectives.operations.size() == 1);
        const auto needed = [&](int rank) {
            return needed_by(builder.trace, collectives, *collectives.part_of(rank, 3)).rank;
        };
        CHECK(needed(0) == row.root_needs);
        CHECK(needed(1) == row.other_needs);
        CHECK(broadcasts(builder.trace, collectives, collectives.operations[0]) ==
              (row.kind == CallKind::Bcast));
    }
}

TEST_CASE("a persistent operation begins with its last start that starts no message", "[messages]") {
    TraceBuilder builder(1);
    const auto start = builder.site("MPI_Start", 1, SiteKind::Mpi);
    const auto wait = builder.site("MPI_Wait", 2, SiteKind::Mpi);
    builder.rank(0, 0, 100).enter(5, start).leave(6).enter(10, start).leave(11);
    builder.enter(20, start).send(21, 0, 8).leave(22);
    builder.enter(30, wait).add(35, EventKind::Collective, 0, 8, tag_of_begun(CallKind::Bcast)).leave(36);
    const Collectives collectives = match_collectives(builder.trace);
    REQUIRE(collectives.parts.size() == 1);
    CHECK(collectives.parts[0].started_ns == 10);
}

TEST_CASE("a fence does not complete a nonblocking operation", "[messages]") {
    TraceBuilder builder(1);
    const auto broadcast = builder.site("MPI_Ibcast", 1, SiteKind::Mpi);
    const auto fence = builder.site("MPI_Win_fence", 2, SiteKind::Mpi);
    builder.rank(0, 0, 100).enter(5, broadcast).leave(6).enter(10, fence).collective(15, 0).leave(16);
    const Collectives collectives = match_collectives(builder.trace);
    REQUIRE(collectives.parts.size() == 1);
    CHECK(collectives.parts[0].started_ns == 10);
}

TEST_CASE("operations of different kinds that are completed in another order keep their begins",
          "[messages]") {
    TraceBuilder builder(1);
    const auto first = builder.site("MPI_Ibcast", 1, SiteKind::Mpi);
    const auto second = builder.site("MPI_Ireduce", 2, SiteKind::Mpi);
    const auto wait = builder.site("MPI_Wait", 3, SiteKind::Mpi);
    builder.rank(0, 0, 100).enter(10, first).leave(11).enter(20, second).leave(21);
    builder.enter(30, wait).add(35, EventKind::Collective, 0, 8, tag_of_begun(CallKind::Reduce)).leave(36);
    builder.enter(40, wait).add(45, EventKind::Collective, 0, 8, tag_of_begun(CallKind::Bcast)).leave(46);
    const Collectives collectives = match_collectives(builder.trace);
    REQUIRE(collectives.parts.size() == 2);
    CHECK(collectives.parts[0].started_ns == 20);
    CHECK(collectives.parts[1].started_ns == 10);
}

TEST_CASE("the k-th collective operation on a communicator is the same on all ranks", "[messages]") {
    TraceBuilder builder(2);
    const auto reduce = builder.site("MPI_Allreduce", 1, SiteKind::Mpi);
    const auto broadcast = builder.site("MPI_Bcast", 2, SiteKind::Mpi);
    builder.rank(0, 0, 100).enter(10, reduce).collective(20, 8).leave(21).enter(30, broadcast);
    builder.collective(32, 4, 0).leave(33);
    builder.rank(1, 0, 100).enter(15, reduce).collective(20, 8).leave(22).enter(25, broadcast);
    builder.collective(34, 4, 0).leave(35);
    const Collectives collectives = match_collectives(builder.trace);
    REQUIRE(collectives.operations.size() == 2);
    CHECK(collectives.operations[0].last_rank == 1);
    CHECK(collectives.operations[0].last_begin_ns == 15);
    CHECK(collectives.parts[1].end_ns == 22);
    // In the reduction, rank 0 waits for rank 1. In the broadcast, rank 1 waits for the root, which waits for
    // no rank.
    CHECK(needed_by(builder.trace, collectives, *collectives.part_of(0, 1)).rank == 1);
    CHECK(needed_by(builder.trace, collectives, *collectives.part_of(1, 1)).rank == no_partner);
    CHECK(needed_by(builder.trace, collectives, *collectives.part_of(0, 4)).rank == no_partner);
    CHECK(needed_by(builder.trace, collectives, *collectives.part_of(1, 4)).begin_ns == 30);
    CHECK(collectives.part_of(0, 0) == nullptr);
    builder.trace.sites[0].construct = "MPI_Scan"; // waits for lower ranks only
    CHECK(needed_by(builder.trace, collectives, *collectives.part_of(0, 1)).rank == no_partner);
    const TrafficStatistics traffic = traffic_of(builder.trace, match_messages(builder.trace));
    check(traffic.collectives_by_site[0].ns, 2, 11 + 7, 7, 11);
    check(traffic.collectives_by_site[1].bytes, 2, 8, 4, 4);
}
