#include "random_program.h"
#include "rounds_of_work.h"
#include "trace/analysis/analysis.h"
#include "trace/analysis/saved.h"
#include "trace/analysis/states/few_compute.h"
#include "trace/analysis/waits/usual_transit.h"

#include <catch2/catch.hpp>

using namespace loop::report;

namespace {

/// How much shorter a run would be if these ranks computed as long as the other ones; -1: not known.
Saved saved_by_these(const Trace& trace, const std::vector<int>& ranks) {
    const Analysis analysis = analyze(trace);
    std::vector<int> others;
    for (const int rank : compared_ranks(analysis))
        if (std::find(ranks.begin(), ranks.end(), rank) == ranks.end()) others.push_back(rank);
    return saved_by(trace, analysis, ranks, others).value_or(Saved{-1, -1});
}

/// Where that is sure.
std::int64_t saved(const Trace& trace, const std::vector<int>& ranks) {
    const Saved found = saved_by_these(trace, ranks);
    CHECK(found.least_ns == found.most_ns);
    return found.least_ns;
}

std::optional<std::int64_t> unchanged(const Trace& trace) {
    const Messages messages = match_messages(trace);
    const Collectives collectives = match_collectives(trace);
    const auto same =
        replay(trace, states_of(trace), dependencies_of(trace, messages, collectives), collectives, {});
    if (!same) return std::nullopt;
    return same->longest_ns;
}

/// Rank 0 computes for `own`, then receives the message of rank 1, which computes for 100 and waits for rank
/// 0 at the end. `meets`: rank 1 waits until rank 0 receives; the message then takes 50. Else it is on its
/// way meanwhile, for 500.
Trace receiver_computes(std::int64_t own, bool meets) {
    TraceBuilder builder(2);
    const auto work = builder.site("WORK", 1), send = builder.site("SEND", 2),
               sync = builder.site("BARRIER", 3);
    const std::int64_t arrives = meets ? own + 50 : 600;
    builder.rank(0, 0, arrives).enter(0, work).leave(own).enter(own, send).wait(own, 1);
    builder.receive(arrives, 1, 8).leave(arrives).enter(arrives, sync).collective(arrives, 0).leave(arrives);
    builder.rank(1, 0, arrives).enter(0, work).leave(100).enter(100, send).send(100, 0, 8);
    if (meets) builder.wait(100, 0).resume(arrives);
    const std::int64_t sent = meets ? arrives : 100;
    builder.leave(sent).enter(sent, sync).wait(sent).resume(arrives).collective(arrives, 0).leave(arrives);
    return builder.trace;
}

} // namespace

TEST_CASE("a run whose ranks do what they did takes as long as it took", "[path]") {
    std::mt19937 random(49);
    for (int program = 0; program < 200; ++program) {
        const RandomProgram made(1 + program % 6, 40 + program, random);
        const CriticalPath path = analyze(made.trace()).path;
        REQUIRE(unchanged(made.trace()) == path.length_ns);
    }
    CHECK(unchanged(rounds_of_messages(5, 7, 30, 100)) == 7 * 130);
    CHECK(unchanged(turns(3, 4, 200)).has_value());
}

TEST_CASE("dependencies that contradict each other have no replay", "[path]") {
    const Trace trace = receiver_computes(400, true);
    const Collectives collectives = match_collectives(trace);
    std::vector<RankDependencies> both(2);
    both[0].needs = {{0, 1, 0, 0}};
    both[1].needs = {{0, 0, 0, 0}};
    CHECK(!replay(trace, states_of(trace), both, collectives, {}).has_value());
    both[1].needs = {{0, 1, 3, 0}}; // its own future
    CHECK(!replay(trace, states_of(trace), both, collectives, {}).has_value());
}

TEST_CASE("longer computing costs what the others wait for it", "[path]") {
    CHECK(saved(rounds_of_work({4, 10, 950, 50, {0, 100}}), {1}) == 1000);
    CHECK(saved(rounds_of_work({4, 10, 950, 50, {300, 100}}), {0}) == 10 * (300 - 100)); // rank 1 is next
    CHECK(saved(rounds_of_work({4, 10, 950, 50, {300, 100}}), {0, 1}) == 3000);
    CHECK(saved(rounds_of_work({4, 10, 950, 50, {}, 200}), {0}) == 2000); // alone
}

TEST_CASE("ranks that compute on a line of their own are compared with those that compute there", "[path]") {
    // First, rank 0 computes on line 1, the others as long on line 2; then rank 1 computes longer than all.
    TraceBuilder builder(4);
    const auto one = builder.site("WORK", 1), two = builder.site("WORK", 2), three = builder.site("WORK", 4),
               first = builder.site("BARRIER", 3), second = builder.site("BARRIER", 5);
    for (int rank = 0; rank < 4; ++rank) {
        const std::int64_t until = rank == 1 ? 130 : 50;
        builder.rank(rank, 0, 130).enter(0, rank == 0 ? one : two).leave(30);
        builder.enter(30, first).collective(30, 0).leave(30).enter(30, three).leave(until);
        builder.enter(until, second);
        if (until < 130) builder.wait(until).resume(130);
        builder.collective(130, 0).leave(130);
    }
    CHECK(saved(builder.trace, {1}) == 80);
}

TEST_CASE("computing while a message is on its way costs nothing", "[path]") {
    CHECK(saved(receiver_computes(400, false), {0}) == 0);
    CHECK(saved(receiver_computes(400, true), {0}) == 300);
}

TEST_CASE("other ranks may do a part of a large collective operation before the last one comes", "[path]") {
    const auto late = [](std::int64_t bytes) {
        TraceBuilder builder(4);
        const auto work = builder.site("WORK", 1), gather = builder.site("ALLGATHER", 2);
        for (int rank = 0; rank < 4; ++rank) {
            const std::int64_t own = rank == 0 ? 1000 : 10;
            builder.rank(rank, 0, 1100).enter(0, work).leave(own).enter(own, gather);
            if (rank != 0) builder.wait(own).resume(1100);
            builder.collective(1100, bytes).leave(1100);
        }
        return builder.trace;
    };
    CHECK(saved(late(8), {0}) == 990);
    const Saved large = saved_by_these(late(10'000), {0});
    CHECK(large.least_ns == 1100 - 10 - 3 * 100); // the last 100, and as much for each doubling
    CHECK(large.most_ns == 990);
}

namespace {

struct Pair {
    std::int64_t computes, takes;
};

/// In each round, which takes `round`, the even rank of each pair computes and sends to the odd one, which
/// waits for the message from the beginning; a barrier follows.
Trace pairs_of_messages(const std::vector<Pair>& pairs, int rounds, std::int64_t round, std::int64_t bytes) {
    const int ranks = 2 * static_cast<int>(pairs.size());
    TraceBuilder builder(ranks);
    const auto work = builder.site("WORK", 1), send = builder.site("SEND", 2),
               sync = builder.site("BARRIER", 3);
    for (int rank = 0; rank < ranks; ++rank) {
        builder.rank(rank, 0, round * rounds);
        const Pair& pair = pairs[static_cast<std::size_t>(rank / 2)];
        for (std::int64_t begin = 0; begin < round * rounds; begin += round) {
            const std::int64_t sent = begin + pair.computes, end = begin + round;
            std::int64_t done = sent;
            if (rank % 2 == 0) {
                builder.enter(begin, work).leave(sent).enter(sent, send).send(sent, rank + 1, bytes);
            } else {
                done = sent + pair.takes;
                builder.enter(begin, send).wait(begin, rank - 1).receive(done, rank - 1, bytes);
            }
            builder.leave(done).enter(done, sync);
            if (done < end) builder.wait(done).resume(end);
            builder.collective(end, 0).leave(end);
        }
    }
    return builder.trace;
}

} // namespace

TEST_CASE("large messages may share links if they are sent at the same time", "[path]") {
    const std::vector<Pair> two{{10, 100}, {1000, 100}}, four{{10, 100}, {1000, 100}, {10, 100}, {10, 100}};
    CHECK(saved(pairs_of_messages(two, 1, 1100, 8), {2}) == 990); // these are small
    const Saved large = saved_by_these(pairs_of_messages(two, 1, 1100, 10'000), {2});
    CHECK(large.most_ns == 990);
    CHECK(large.least_ns == 890); // both messages take twice as long
    // Three messages at once take no longer than the one of rank 2; four may take a third longer.
    const Saved seen = saved_by_these(pairs_of_messages(four, 2, 1100, 10'000), {2});
    CHECK(seen.most_ns == 2 * 990);
    CHECK(seen.least_ns == 2 * (990 - 33));
}

TEST_CASE("large messages may take longer in the run because of the late rank", "[path]") {
    // The first message takes 600, others of this size 100: then nothing is lost, or all that rank 2 computes
    // longer.
    const std::vector<Pair> pairs{{10, 600}, {500, 100}, {10, 100}, {10, 100}};
    const Saved found = saved_by_these(pairs_of_messages(pairs, 1, 610, 10'000), {2});
    CHECK(found.least_ns == 0);
    CHECK(found.most_ns == 490);
    // As long as messages take in the run, all ranks together save nothing.
    const Trace trace = pairs_of_messages(pairs, 1, 610, 10'000);
    const Analysis analysis = analyze(trace);
    const std::vector<int> ranks = compared_ranks(analysis);
    CHECK(analysis.surplus_ns == most_saved_by(trace, analysis, ranks, ranks));
    CHECK(*most_saved_with_messages_by(trace, analysis, ranks, ranks) > *analysis.surplus_ns);
}

TEST_CASE("other ranks may do more before the last one comes if they have more data", "[path]") {
    // The last rank has a hundredth of the data of another one: that may take all the time until the end.
    TraceBuilder builder(2);
    const auto work = builder.site("WORK", 1), gather = builder.site("GATHER", 2);
    builder.rank(0, 0, 1010).enter(0, work).leave(10).enter(10, gather).wait(10).resume(1010);
    builder.collective(1010, 100'000, 0).leave(1010);
    builder.rank(1, 0, 1010).enter(0, work).leave(1000).enter(1000, gather).collective(1010, 1000, 0);
    builder.leave(1010);
    CHECK(saved_by_these(builder.trace, {1}).least_ns == 0);
    CHECK(saved_by_these(builder.trace, {1}).most_ns == 990);
}

TEST_CASE("the rest of a large operation may take longer because of the late rank", "[path]") {
    // Rank 2 starts at 1000, and is through 20 after that; the others need 300. On time, all may need 20.
    const auto trace = [](std::int64_t bytes, std::int64_t second) {
        TraceBuilder builder(3);
        const auto work = builder.site("WORK", 1), gather = builder.site("ALLGATHER", 2);
        const std::int64_t begins[]{100, second, 1000};
        for (int rank = 0; rank < 3; ++rank) {
            const std::int64_t begin = begins[rank], end = rank == 2 ? 1020 : 1300;
            builder.rank(rank, 0, end + 500).enter(0, work).leave(begin).enter(begin, gather);
            if (rank != 2) builder.wait(begin).resume(end);
            builder.collective(end, bytes).leave(end).enter(end, work).leave(end + 500);
        }
        return builder.trace;
    };
    CHECK(saved_by_these(trace(8, 100), {2}).most_ns == 900); // small ones take as long as in the run
    CHECK(saved_by_these(trace(8, 800), {2}).most_ns == 1000 - 800);
    CHECK(saved_by_these(trace(100'000, 800), {2}).most_ns == 1000 - 800 + 280);
    CHECK(saved_by_these(trace(100'000, 100), {2}).most_ns == 900); // not more than it computes longer
}

TEST_CASE("the root of a reduction may have what early ranks sent before the late one comes", "[path]") {
    // Each rank computes and takes part, twice. Rank 2 is late; 50 after it, the root is through.
    TraceBuilder builder(3);
    const auto work = builder.site("WORK", 1), reduce = builder.site("REDUCE", 2);
    for (int rank = 0; rank < 3; ++rank) {
        std::int64_t now = 0;
        builder.rank(rank, 0, rank == 0 ? 2050 : rank == 1 ? 200 : 2000);
        for (const std::int64_t end : {1050, 2050}) {
            const std::int64_t own = now + (rank == 2 ? 1000 : 100);
            builder.enter(now, work).leave(own).enter(own, reduce);
            if (rank == 0) builder.wait(own).resume(end);
            now = rank == 0 ? end : own;
            builder.collective(now, 8, 0).leave(now);
        }
    }
    const Saved rooted = saved_by_these(builder.trace, {2});
    // 50 after the root has come, and the 25 of another step of three ranks.
    CHECK(rooted.least_ns == 2050 - 2 * (100 + 50 + 25));
    CHECK(rooted.most_ns == 2050 - (100 + 50 + 100)); // it has all by then
}

TEST_CASE("what a late root finds done takes longer if it is not late", "[path]") {
    // The root computes for 1000, the other ranks for 100, and then they are in the call for so long.
    const auto least_saved = [](std::int64_t others, std::int64_t root, std::int64_t bytes) {
        TraceBuilder builder(4);
        const auto work = builder.site("WORK", 1), gather = builder.site("GATHER", 2);
        for (int rank = 0; rank < 4; ++rank) {
            const std::int64_t begin = rank == 0 ? 1000 : 100, end = begin + (rank == 0 ? root : others);
            builder.rank(rank, 0, end).enter(0, work).leave(begin).enter(begin, gather);
            builder.collective(end, bytes, 0).leave(end);
        }
        return saved_by_these(builder.trace, {0}).least_ns;
    };
    CHECK(least_saved(1, 1, 8) == 900);
    CHECK(least_saved(1, 1, 1000) == 900 - 4 * 2);   // it only handles them: two doublings of ranks
    CHECK(least_saved(20, 1, 1000) == 900 - 4 * 20); // as long as another rank is in its call, for each rank
    CHECK(least_saved(20, 300, 1000) == 0);
}

TEST_CASE("data of a root that comes early may move only once a rank has called", "[path]") {
    // The root computes for 500 in each of three passes, rank 1 for 100; then it gets the data within 100.
    TraceBuilder builder(2);
    const auto work = builder.site("WORK", 1), broadcast = builder.site("BCAST", 2);
    builder.rank(0, 0, 1500);
    for (int pass = 0; pass < 3; ++pass) {
        const std::int64_t called = 500 * (pass + 1);
        builder.enter(500 * pass, work).leave(called).enter(called, broadcast);
        builder.collective(called, 50'000, 0).leave(called);
    }
    builder.rank(1, 0, 1600);
    for (int pass = 0; pass < 3; ++pass) {
        const std::int64_t begin = pass == 0 ? 0 : 500 * pass + 100, end = 500 * (pass + 1) + 100;
        builder.enter(begin, work).leave(begin + 100).enter(begin + 100, broadcast).wait(begin + 100);
        builder.resume(end).collective(end, 50'000, 0).leave(end);
    }
    // After the first call, in which both may need twice as long, the root is ahead. Still rank 1 may get the
    // data of each pass within 100 of its own call.
    CHECK(saved_by_these(builder.trace, {0}).least_ns == 1600 - (100 + 200) - 2 * (100 + 100));
}

TEST_CASE("large messages of one sender come one after the other", "[path]") {
    // Rank 0 computes for 500 before each of ten messages, which take 490; rank 1 computes for 250 each.
    const auto least_saved = [](std::int64_t bytes) {
        TraceBuilder builder(2);
        const auto work = builder.site("WORK", 1), send = builder.site("SEND", 2);
        builder.rank(0, 0, 5000);
        for (int pass = 0; pass < 10; ++pass) {
            const std::int64_t sent = 500 * (pass + 1);
            builder.enter(500 * pass, work).leave(sent).enter(sent, send).send(sent, 1, bytes).leave(sent);
        }
        builder.rank(1, 0, 5490);
        for (int pass = 0; pass < 10; ++pass) {
            const std::int64_t begin = pass == 0 ? 0 : 500 * pass + 490, came = 500 * (pass + 1) + 490;
            builder.enter(begin, work).leave(begin + 250).enter(begin + 250, send).wait(begin + 250, 0);
            builder.receive(came, 0, bytes).leave(came);
        }
        return saved_by_these(builder.trace, {0}).least_ns;
    };
    CHECK(least_saved(8) == 5490 - (2500 + 490)); // all are on their way at once
    CHECK(least_saved(10'000) <= 5490 - (250 + 10 * 490));
}

TEST_CASE("a message that nobody waited for may have come at once", "[path]") {
    // Rank 1 computes for 1000 and takes what rank 0 sent after 100.
    TraceBuilder builder(2);
    const auto work = builder.site("WORK", 1), send = builder.site("SEND", 2);
    builder.rank(0, 0, 100).enter(0, work).leave(100).enter(100, send).send(100, 1, 8).leave(100);
    builder.rank(1, 0, 1001).enter(0, work).leave(1000).enter(1000, send).receive(1001, 0, 8).leave(1001);
    const Saved found = saved_by_these(builder.trace, {1});
    CHECK(found.least_ns == 0);
    CHECK(found.most_ns == 900);
}

TEST_CASE("a slow visit costs what a usual one would save", "[path]") {
    // Rank 0 computes for 500 in the second of three passes, for 100 in the others; all meet after each.
    TraceBuilder builder(2);
    const auto work = builder.site("WORK", 1), sync = builder.site("BARRIER", 2);
    for (int rank = 0; rank < 2; ++rank) {
        builder.rank(rank, 0, 700);
        std::int64_t now = 0;
        for (const std::int64_t longest : {100, 500, 100}) {
            const std::int64_t own = now + (rank == 0 ? longest : 100), end = now + longest;
            builder.enter(now, work).leave(own).enter(own, sync);
            if (own < end) builder.wait(own).resume(end);
            builder.collective(end, 0).leave(end);
            now = end;
        }
    }
    const Analysis analysis = analyze(builder.trace);
    const auto saved_with = [&](int rank, TimeRange range, std::uint32_t site) {
        const auto found = saved_by_shorter(builder.trace, analysis, {{rank, range, site, no_site, 0.2}});
        CHECK(found.value().least_ns == found.value().most_ns);
        return found.value().most_ns;
    };
    CHECK(saved_with(0, {100, 600}, work) == 400);
    CHECK(saved_with(0, {100, 600}, sync) == 0); // nothing is computed there
    CHECK(saved_with(0, {0, 100}, work) == 0);   // rank 1 computes then, too
    CHECK(saved_with(1, {100, 600}, work) == 0);
}

TEST_CASE("what a run saves may be more if most of it would be for messages, or others be served", "[path]") {
    Saved saved{10, 20};
    saved.with_quickest_ns = 22;
    CHECK(!saved.may_be_more());
    saved.with_quickest_ns = 23;
    CHECK(saved.may_be_more());
    saved.with_quickest_ns = 201; // of which 20 are about nothing
    CHECK(!saved.may_be_more());
    Saved other_order{10, 20, true}, large{10, 20};
    large.has_large_operations = true;
    CHECK(other_order.may_be_more());
    CHECK(large.may_be_more());
}

TEST_CASE("messages may take as long as the slowest of their kind once a rank is not late", "[path]") {
    // In each of ten rounds, one or two of ten messages take 300, and one is sent after 200.
    const auto least_saved = [](int slow) {
        std::vector<Pair> pairs(10, {10, 100});
        pairs[0] = {1000, 100};
        pairs[1] = {200, 100};
        for (int i = 0; i < slow; ++i)
            pairs[2 + static_cast<std::size_t>(i)] = {10, 300};
        const auto found = saved_by_these(pairs_of_messages(pairs, 10, 1100, 8), {0});
        CHECK(found.most_ns == 10 * (1100 - 310));
        return found.least_ns;
    };
    CHECK(least_saved(1) == 10 * (1100 - 310)); // no more than a tenth
    CHECK(least_saved(2) == 10 * (1100 - 200 - 300));
}

TEST_CASE("small operations take a step longer on ranks that are no power of two", "[path]") {
    // All ranks compute and meet in a barrier, which takes 60 after the last one.
    const auto least_saved = [](int ranks) {
        TraceBuilder builder(ranks);
        const auto work = builder.site("WORK", 1), sync = builder.site("BARRIER", 2);
        for (int rank = 0; rank < ranks; ++rank) {
            const std::int64_t own = rank == 1 ? 1000 : 100;
            builder.rank(rank, 0, 1060).enter(0, work).leave(own).enter(own, sync).wait(own).resume(1060);
            builder.collective(1060, 0).leave(1060);
        }
        return saved_by_these(builder.trace, {1}).least_ns;
    };
    CHECK(least_saved(2) == 900);
    CHECK(least_saved(4) == 900);
    CHECK(least_saved(3) == 900 - 60 / 2);
    CHECK(least_saved(5) == 900 - 60 / 3);
}

TEST_CASE("uneven steps cost what even ones would save", "[path]") {
    // Each rank computes as long as the other, but they take turns.
    TraceBuilder builder(2);
    const auto work = builder.site("WORK", 1), sync = builder.site("BARRIER", 2);
    for (int rank = 0; rank < 2; ++rank) {
        builder.rank(rank, 0, 4 * 400);
        for (int step = 0; step < 4; ++step) {
            const std::int64_t begin = 400 * step;
            const std::int64_t done = begin + (step % 2 == rank ? 400 : step == 0 ? 100 : 200);
            builder.enter(begin, work).leave(done).enter(done, sync);
            if (done < begin + 400) builder.wait(done).resume(begin + 400);
            builder.collective(begin + 400, 0).leave(begin + 400);
        }
    }
    const Analysis analysis = analyze(builder.trace);
    CHECK(analysis.uneven_steps_ns == 150 + 3 * 100);
    CHECK(*analysis.surplus_ns <= 50);
}

TEST_CASE("what one rank computes after the other would be shared by all", "[path]") {
    // The n-th panel takes as long on each rank, as does each update.
    TraceBuilder builder(4);
    const auto panel = builder.site("WORK", 1), broadcast = builder.site("BCAST", 2),
               update = builder.site("WORK", 3);
    for (int rank = 0; rank < 4; ++rank) {
        builder.rank(rank, 0, 8 * 500);
        for (int step = 0; step < 8; ++step) {
            const std::int64_t begin = 500 * step, done = begin + 400;
            if (step % 4 == rank)
                builder.enter(begin, panel).leave(done).enter(done, broadcast);
            else
                builder.enter(begin, broadcast).wait(begin).resume(done);
            builder.collective(done, 0).leave(done).enter(done, update).leave(done + 100);
        }
    }
    CHECK(analyze(builder.trace).uneven_steps_ns == 8 * 300);
}

TEST_CASE("nothing is known of balanced runs, nor of what nobody waited for alone", "[path]") {
    CHECK(saved(rounds_of_work({4, 10}), {1}) == -1);
    CHECK(analyze(rounds_of_work({4, 10})).dependencies.empty());
    CHECK(!analyze(rounds_of_work({4, 10})).surplus_ns.has_value());
}

TEST_CASE("without what each rank computes longer than the average, a run takes as long as its average rank",
          "[path]") {
    CHECK(analyze(rounds_of_work({4, 10, 950, 50, {0, 100}})).surplus_ns == 750);
    CHECK(analyze(rounds_of_work({4, 10, 950, 50, {0, 100, 200, 300}})).surplus_ns == 1500);
}

TEST_CASE("few ranks compute while at most half of them do", "[path]") {
    const auto states = states_of(rounds_of_work({4, 1, 100, 10, {0, 0, 20, 50}}));
    const auto few = few_compute(states);
    REQUIRE(few.size() == 1);
    CHECK(few[0].begin_ns == 100);
    CHECK(few[0].end_ns == 150);
    CHECK(few_compute(states_of(rounds_of_work({4, 3}))).empty());
}

TEST_CASE("messages take as long as others of their size, else of a size that is not much smaller",
          "[path]") {
    UsualTransit transit;
    for (const std::int64_t ns : {30, 10, 20})
        transit.add(100, ns);
    transit.add(1000, 90);
    transit.finish();
    CHECK(!transit.of(99).has_value());
    CHECK(transit.of(100) == 20);
    CHECK(transit.of(200) == 20);
    CHECK(!transit.of(201).has_value());
    CHECK(transit.of(2000) == 90);
    UsualTransit bounds;
    for (const std::int64_t ns : {300, 100, 200})
        bounds.add_bound(100, ns);
    bounds.finish();
    CHECK(bounds.of(100) == 100);
}

namespace {

/// Each of three ranks starts an operation at 0, computes until `begin`, and then ends it, which takes 50 for
/// handling its data; then again, but rank 2 starts late, and the others wait for it.
Trace started_operations() {
    TraceBuilder builder(3);
    const auto start = builder.site("MPI_Iallreduce", 1, SiteKind::Mpi),
               wait = builder.site("MPI_Wait", 2, SiteKind::Mpi);
    for (int rank = 0; rank < 3; ++rank) {
        builder.rank(rank, 0, 1110).enter(0, start).leave(0);
        builder.enter(100, wait).collective(150, 8).leave(150);
        const std::int64_t own = rank == 2 ? 1050 : 150;
        builder.enter(own, start).leave(own).enter(own + 10, wait);
        if (rank != 2) builder.wait(own + 10).resume(1110);
        builder.collective(1110, 8).leave(1110);
    }
    return builder.trace;
}

/// The needs of a rank's event of its own.
std::vector<Dependency> own_needs(const Trace& trace, std::size_t rank, std::uint32_t event) {
    const auto dependencies = dependencies_of(trace, match_messages(trace), match_collectives(trace));
    std::vector<Dependency> found;
    for (const Dependency& need : dependencies[rank].needs)
        if (need.event == event && need.rank == static_cast<std::int32_t>(rank)) found.push_back(need);
    return found;
}

} // namespace

TEST_CASE("a rank handles the data of an operation that it has started in the call that ends it", "[path]") {
    Trace trace = started_operations();
    const auto last_collective = [&](std::size_t rank) {
        std::uint32_t last = 0;
        for (std::uint32_t i = 0; i < trace.ranks[rank].events.size(); ++i)
            if (trace.ranks[rank].events[i].kind == EventKind::Collective) last = i;
        return last;
    };
    const auto needs = own_needs(trace, 0, last_collective(0));
    REQUIRE(needs.size() == 1);
    CHECK(needs[0].after_ns == 50);
    CHECK(needs[0].is_sure);
    // In a blocking call, all of that is in its one call.
    for (RankTrace& rank : trace.ranks)
        for (Event& event : rank.events)
            if (event.kind == EventKind::Enter && event.site == 0) event.site = 1;
    trace.sites[1].construct = "MPI_Allreduce";
    CHECK(own_needs(trace, 0, last_collective(0)).empty());
}

TEST_CASE("messages that nobody waited for do not show whether they take longer together", "[path]") {
    // Of three messages at once, each takes as long as one alone. If all twenty are sent together, they may
    // take longer in proportion to the bytes that the run has shown not to matter.
    const auto times_longer = [](bool waits) {
        TraceBuilder builder(2);
        const auto send = builder.site("SEND", 1), work = builder.site("WORK", 2);
        builder.rank(0, 0, 10'000);
        for (std::int64_t begin = 0; begin < 10'000; begin += 1000) {
            builder.enter(begin, send).send(begin, 1, 5000);
            if (begin % 2000 == 0) builder.send(begin, 1, 5000, 1).send(begin, 1, 5000, 2);
            builder.leave(begin);
        }
        builder.rank(1, 0, 10'000);
        for (std::int64_t begin = 0; begin < 10'000; begin += 1000) {
            const std::int64_t from = waits ? begin : begin + 100;
            if (!waits) builder.enter(begin, work).leave(from);
            builder.enter(from, send);
            for (int tag = 0; tag < (begin % 2000 == 0 ? 3 : 1); ++tag) {
                if (waits) builder.wait(from, 0);
                builder.receive(begin + 100, 0, 5000, tag);
            }
            builder.leave(begin + 100);
        }
        const Messages messages = match_messages(builder.trace);
        const auto dependencies = dependencies_of(builder.trace, messages, match_collectives(builder.trace));
        EventTimes times;
        for (const RankTrace& rank : builder.trace.ranks) {
            times.emplace_back();
            for (const Event& event : rank.events)
                times.back().push_back(event.time_ns);
        }
        const EventTimes together{std::vector<std::int64_t>(times[0].size(), 0), times[1]};
        const auto longer = SharedLinks(messages, dependencies, times).at(together, dependencies);
        double most = 1;
        for (std::size_t i = 0; i < longer[1].needs.size(); ++i)
            if (const auto before = dependencies[1].needs[i].after_ns; before > 0)
                most = std::max(most, static_cast<double>(longer[1].needs[i].after_ns) /
                                          static_cast<double>(before));
        return most;
    };
    CHECK(times_longer(true) < 9);
    CHECK(times_longer(false) > 19);
}
