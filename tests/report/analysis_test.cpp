#include "random_program.h"
#include "scratch.h"
#include "trace/analysis/analysis.h"
#include "trace/analysis/waits/inferred_waits.h"
#include "trace/read/read_trace.h"
#include "trace_encoder.h"

#include <catch2/catch.hpp>

#include <numeric>

using namespace loop::report;

namespace {

/// The max length of a rank's queue, found by checking every message at every send.
QueueLength longest_queue(const std::vector<RandomProgram::Way>& ways, int rank) {
    QueueLength longest;
    for (const auto& moment : ways) {
        if (moment.receiver != rank) continue;
        QueueLength length;
        for (const auto& way : ways)
            if (way.receiver == rank && way.sent_ns <= moment.sent_ns && moment.sent_ns <= way.received_ns) {
                ++length.messages;
                length.bytes += way.bytes;
            }
        longest.messages = std::max(longest.messages, length.messages);
        longest.bytes = std::max(longest.bytes, length.bytes);
    }
    return longest;
}

void check_states(const RandomProgram& program, const Analysis& analysis) {
    const auto ranks = static_cast<double>(program.accounts.size());
    std::array<double, state_count> total{};
    std::int64_t measured = 0;
    for (std::size_t rank = 0; rank < program.accounts.size(); ++rank) {
        const RandomProgram::RankAccount& account = program.accounts[rank];
        const StateTimes& times = analysis.times_by_rank[rank];
        REQUIRE(times.of(State::Busy) == account.busy);
        REQUIRE(times.of(State::Overhead) == account.overhead);
        REQUIRE(times.of(State::Idle) == account.idle);
        REQUIRE(times.of(State::Excluded) == account.excluded);
        REQUIRE(times.measured_ns() + account.excluded == program.end());
        for (std::size_t s = 0; s < state_count; ++s)
            total[s] += static_cast<double>(times.ns[s]);
        measured += account.busy + account.overhead + account.idle;
    }
    // The concurrency profile has the same times, relative to the measured time.
    REQUIRE(analysis.concurrency.base_ns == measured);
    for (std::size_t s = 0; s < state_count && measured > 0; ++s) {
        const std::vector<double>& shares = analysis.concurrency.percent[s];
        double percent = 0;
        for (const double share : shares)
            percent += share;
        REQUIRE(percent == Approx(100));
        const double share_of_state = 100 * total[s] / static_cast<double>(measured);
        if (static_cast<State>(s) != State::Excluded) REQUIRE(100 - shares[0] >= share_of_state - 1e-6);
        if (program.accounts.size() == 1 && static_cast<State>(s) != State::Excluded)
            REQUIRE(shares[1] == Approx(share_of_state).margin(1e-9));
    }
    for (std::size_t bin = 0; bin < analysis.grid.bins; ++bin) {
        double here = 0;
        for (const std::vector<double>& state : analysis.utilization.ranks)
            here += state[bin];
        if (analysis.grid.bin(bin).length_ns() > 0)
            REQUIRE(here == Approx(ranks)); // otherwise, the trace is shorter than its bins
    }
}

void check_messages(const RandomProgram& program, const Analysis& analysis) {
    REQUIRE(analysis.messages.matched.size() == program.ways.size());
    REQUIRE(analysis.messages.unreceived.empty());
    REQUIRE(analysis.messages.unsent.empty());
    std::int64_t transit = 0;
    std::map<std::pair<int, int>, std::pair<std::uint64_t, std::int64_t>> matrix;
    for (const RandomProgram::Way& way : program.ways) {
        transit += way.received_ns - way.sent_ns;
        auto& cell = matrix[{way.sender, way.receiver}];
        ++cell.first;
        cell.second += way.bytes;
    }
    REQUIRE(analysis.traffic.transit_ns.sum == transit);
    REQUIRE(analysis.matrix.cells.size() == matrix.size());
    for (const MatrixCell& cell : analysis.matrix.cells)
        REQUIRE(std::pair(cell.messages, cell.bytes) == matrix[{cell.sender, cell.receiver}]);
    for (std::size_t rank = 0; rank < program.accounts.size(); ++rank) {
        const RandomProgram::RankAccount& account = program.accounts[rank];
        REQUIRE(analysis.traffic.by_rank[rank].sent.bytes.count == account.sent);
        REQUIRE(analysis.traffic.by_rank[rank].sent.bytes.sum == account.bytes_sent);
        REQUIRE(analysis.traffic.by_rank[rank].received.ns.count == account.received);
        REQUIRE(analysis.traffic.by_rank[rank].received.bytes.sum == account.bytes_received);
        const QueueLength longest = longest_queue(program.ways, static_cast<int>(rank));
        REQUIRE(analysis.queues[rank].high_water.messages == longest.messages);
        REQUIRE(analysis.queues[rank].high_water.bytes == longest.bytes);
    }
    // Each message is in flight until it is received. The series leave out the breaks of the grid.
    double under_way = 0, expected = 0;
    for (const RandomProgram::Way& way : program.ways)
        expected += static_cast<double>(
            analysis.grid.breaks.shown(TimeRange{way.sent_ns, way.received_ns}).length_ns());
    for (std::size_t bin = 0; bin < analysis.grid.bins; ++bin)
        under_way +=
            analysis.flight.average_messages[bin] * static_cast<double>(analysis.grid.bin(bin).length_ns());
    REQUIRE(under_way == Approx(expected).margin(1e-6));
}

/// Checks that the path's steps are in order and are as long as the longest measured time.
void check_path(const RandomProgram& program, const Analysis& analysis) {
    const CriticalPath& path = analysis.path;
    std::int64_t longest = 0;
    for (const auto& account : program.accounts)
        longest = std::max(longest, account.busy + account.overhead + account.idle);
    REQUIRE(path.steps.empty() == (longest == 0)); // one rank may have no operation, and end when it begins
    REQUIRE(path.length_ns == longest);
    REQUIRE(analysis.times_by_rank[static_cast<std::size_t>(path.last_rank)].measured_ns() == longest);
    std::int64_t length = path.in_transit_ns, on_sites = path.on_ranks.of(State::Excluded), on_ranks = 0;
    for (const PathStep& step : path.steps) {
        REQUIRE(step.begin_ns <= step.end_ns);
        length += step.end_ns - step.begin_ns;
    }
    for (std::size_t rank = 0; rank < path.waits_for_transit.size(); ++rank)
        for (const TimeRange& wait : path.waits_for_transit[rank])
            length -= times_in(analysis.states[rank], wait).of(State::Idle);
    REQUIRE(length == path.length_ns);
    for (std::size_t i = 1; i < path.steps.size(); ++i)
        REQUIRE(path.steps[i - 1].end_ns <= path.steps[i].begin_ns);
    for (const StateTimes& times : path.sites.by_site)
        on_sites += times.measured_ns();
    on_sites += path.sites.host_code.measured_ns();
    for (const std::int64_t ns : path.on_ranks.ns)
        on_ranks += ns;
    REQUIRE(on_sites == on_ranks);
    REQUIRE(path.in_transit_ns + on_ranks == length);
    REQUIRE(std::accumulate(path.transit_by_site_ns.begin(), path.transit_by_site_ns.end(),
                            std::int64_t{0}) == path.in_transit_ns);
}

} // namespace

TEST_CASE("the analysis agrees with the counts of random programs", "[analysis]") {
    const loop_tests::Scratch scratch;
    const unsigned seed = std::random_device()();
    INFO("seed " << seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 150; ++round) {
        INFO("round " << round);
        const int ranks = 1 + static_cast<int>(random() % 9);
        const RandomProgram program(ranks, static_cast<int>(random() % 200), random);
        trace_encoder::Options options;
        options.events_a_block = 1 + random() % 100;
        trace_encoder::write(program.trace(), scratch.path() / std::to_string(round), options);
        const Trace trace = read_trace(scratch.path() / std::to_string(round));
        REQUIRE(trace.problems.empty());
        const Analysis analysis = analyze(trace, 1 + random() % 50);
        check_states(program, analysis);
        check_messages(program, analysis);
        check_path(program, analysis);
        REQUIRE(analysis.phases.size() == 1);
        REQUIRE(analysis.phases[0].all.calls == static_cast<std::uint64_t>(ranks));
    }
}

TEST_CASE("the analysis ends for any sequence of events", "[analysis]") {
    const unsigned seed = std::random_device()();
    INFO("seed " << seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 300; ++round) {
        // Impossible events, ordered by time as the reader delivers them.
        const int ranks = 1 + static_cast<int>(random() % 4);
        TraceBuilder builder(ranks);
        builder.phase("p", 1);
        builder.site("EXCHANGE", 2);
        builder.site("MPI_Bcast", 3, SiteKind::Mpi);
        for (RankTrace& rank : builder.trace.ranks) {
            std::int64_t now = static_cast<std::int64_t>(random() % 100) - 50;
            rank.begin_ns = now;
            for (std::size_t i = random() % 60; i > 0; --i) {
                now += static_cast<std::int64_t>(random() % 5);
                Event event{};
                event.time_ns = now;
                event.kind = static_cast<EventKind>(1 + random() % 11);
                const bool named = event.kind == EventKind::Enter || event.kind == EventKind::Leave;
                event.site = named || random() % 2 ? random() % 3 : no_site;
                event.partner = static_cast<int>(random() % static_cast<unsigned>(ranks + 1)) - 1;
                event.bytes = static_cast<std::int64_t>(random() % 100);
                rank.events.push_back(event);
            }
            rank.end_ns = now;
            rank.present = random() % 10 != 0;
            if (!rank.present) rank.events.clear();
            if (rank.present && random() % 2) rank.gaps.push_back({rank.begin_ns + 3, rank.begin_ns + 9});
        }
        Trace& trace = builder.trace;
        if (round % 2) infer_waits(trace);
        const Analysis analysis = analyze(trace, 1 + random() % 20);
        for (const StateTimes& times : analysis.times_by_rank) {
            std::int64_t all = 0;
            for (const std::int64_t ns : times.ns) {
                REQUIRE(ns >= 0);
                all += ns;
            }
            REQUIRE(all == analysis.grid.range.length_ns());
        }
        if (analysis.path.last_rank != no_partner) {
            const auto last = static_cast<std::size_t>(analysis.path.last_rank);
            REQUIRE(analysis.path.length_ns == analysis.times_by_rank[last].measured_ns());
        }
        phase_visits(trace);
        for (int rank = 0; rank < ranks; ++rank)
            visits_of(trace, rank);
    }
}

TEST_CASE("a trace without ranks or events can be analyzed", "[analysis]") {
    CHECK(analyze(Trace{}).path.steps.empty());
    TraceBuilder builder(2);
    builder.rank(0, 0, 0).rank(1, 0, 0);
    CHECK(analyze(builder.trace, 3).times.measured_ns() == 0);
}
