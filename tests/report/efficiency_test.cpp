// The factors of parallel efficiency, on traces with one planted loss.
#include "trace/analysis/messages/collectives.h"
#include "trace/analysis/messages/messages.h"
#include "trace/analysis/waits/efficiency.h"
#include "trace_builder.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace loop::report;

namespace {

std::vector<StateTimes> times_of(const Trace& trace, const std::vector<RankStates>& states) {
    std::vector<StateTimes> times;
    for (const RankStates& rank : states)
        times.push_back(times_in(rank, whole(trace)));
    return times;
}

EfficiencyFactors factors_of(const Trace& trace) {
    const std::vector<RankStates> states = states_of(trace);
    const auto path = critical_path(trace, states, match_messages(trace), match_collectives(trace));
    const auto factors = efficiency_factors(times_of(trace, states), path);
    REQUIRE(factors);
    REQUIRE(factors->serialization);
    REQUIRE(factors->transfer);
    CHECK(*factors->serialization * *factors->transfer == Approx(factors->communication));
    return *factors;
}

/// Two ranks compute, and trade messages that arrive `transit` after both have begun to wait. Rank r computes
/// for `computing[r][i]` before its i-th trade.
Trace trades(const std::vector<std::vector<int>>& computing, int transit) {
    TraceBuilder builder(2);
    const auto edges = builder.site("EXCHANGE", 1);
    std::vector<std::vector<std::int64_t>> begins(2);
    std::vector<std::int64_t> arrivals;
    std::int64_t now = 0;
    for (std::size_t i = 0; i < computing[0].size(); ++i) {
        for (const std::size_t rank : {0U, 1U})
            begins[rank].push_back(now + computing[rank][i]);
        now = std::max(begins[0][i], begins[1][i]) + transit;
        arrivals.push_back(now);
    }
    for (const int rank : {0, 1}) {
        builder.rank(rank, 0, now);
        for (std::size_t i = 0; i < arrivals.size(); ++i) {
            const std::int64_t begin = begins[static_cast<std::size_t>(rank)][i];
            builder.enter(begin, edges).send(begin, 1 - rank, 8).wait(begin, 1 - rank);
            builder.receive(arrivals[i], 1 - rank, 8).leave(arrivals[i]);
        }
    }
    return builder.trace;
}

} // namespace

TEST_CASE("messages in transit are a loss of transfer", "[path]") {
    const EfficiencyFactors factors = factors_of(trades({{800, 800}, {800, 800}}, 200));
    CHECK(factors.load_balance == Approx(1));
    CHECK(*factors.serialization == Approx(1));
    CHECK(*factors.transfer == Approx(0.8));
    CHECK(factors.parallel() == Approx(0.8));
}

TEST_CASE("a rank that computes longer is a loss of load balance", "[path]") {
    const EfficiencyFactors factors = factors_of(trades({{1000, 1000}, {500, 500}}, 0));
    CHECK(factors.load_balance == Approx(0.75));
    CHECK(*factors.serialization == Approx(1));
    CHECK(*factors.transfer == Approx(1));
    CHECK(factors.by_rank[1].of(State::Idle) == 1000);
}

TEST_CASE("ranks that are late in turn are a loss of serialization", "[path]") {
    const EfficiencyFactors factors = factors_of(trades({{1000, 500}, {500, 1000}}, 0));
    CHECK(factors.load_balance == Approx(1));
    CHECK(*factors.serialization == Approx(0.75));
    CHECK(*factors.transfer == Approx(1));
}

TEST_CASE("without a critical path, communication is not divided; without computing, there are no factors",
          "[path]") {
    const Trace trace = trades({{800}, {800}}, 200);
    const std::vector<RankStates> states = states_of(trace);
    const auto factors = efficiency_factors(times_of(trace, states), no_critical_path(trace, states));
    REQUIRE(factors);
    CHECK(factors->communication == Approx(0.8));
    CHECK_FALSE(factors->serialization);
    CHECK_FALSE(factors->transfer);
    CHECK_FALSE(efficiency_factors({}, CriticalPath()));
}
