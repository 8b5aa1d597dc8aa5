#include "report/viewer/columns.h"
#include "report/viewer/page_data.h"
#include "rounds.h"
#include "small_traces.h"

#include <catch2/catch.hpp>
#include <fmt/core.h>

using namespace loop::report;

namespace {

std::vector<std::uint64_t> varints(const std::string& column) {
    std::vector<std::uint64_t> values;
    std::uint64_t value = 0;
    int shift = 0;
    for (const char c : column) {
        value |= static_cast<std::uint64_t>(static_cast<unsigned char>(c) & 0x7f) << shift;
        shift += 7;
        if ((static_cast<unsigned char>(c) & 0x80) != 0) continue;
        values.push_back(value);
        value = 0;
        shift = 0;
    }
    return values;
}

std::vector<std::uint64_t> column(const ViewData& data, Column which) {
    return varints(data.chunks[0].columns[static_cast<std::size_t>(which)]);
}

using Values = std::vector<std::uint64_t>;

} // namespace

TEST_CASE("intervals of a rank cover its time without gaps", "[columns]") {
    const Trace trace = small_exchange();
    const auto states = states_of(trace);
    const auto intervals = intervals_of(trace.ranks[0], trace.sites, states[0], whole(trace));
    struct Expected {
        std::int64_t begin;
        State state;
        std::uint32_t site;
        bool begins;
    };
    // The phase encloses everything and is not the site of any interval; 1 is EXCHANGE, 2 is MATPROD.
    const std::vector<Expected> expected{
        {0, State::Busy, no_site, false},   {200, State::Overhead, 1, true},
        {220, State::Idle, 1, false},       {300, State::Overhead, 1, false},
        {310, State::Busy, no_site, false}, {400, State::Busy, 2, true},
        {500, State::Busy, no_site, false}, {600, State::Excluded, no_site, false},
        {650, State::Busy, no_site, false}};
    REQUIRE(intervals.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        INFO("interval " << i);
        CHECK(intervals[i].begin_ns == expected[i].begin);
        CHECK(intervals[i].state == expected[i].state);
        CHECK(intervals[i].site == expected[i].site);
        CHECK(intervals[i].begins_call == expected[i].begins);
    }
}

TEST_CASE("a window that ends within a call does not change the call", "[columns]") {
    const Trace trace = small_exchange();
    const auto states = states_of(trace);
    const auto intervals = intervals_of(trace.ranks[0], trace.sites, states[0], {0, 250});
    REQUIRE(intervals.size() == 3);
    CHECK(intervals[2].begin_ns == 220);
    CHECK(intervals[2].state == State::Idle);
    CHECK(intervals[2].site == 1);
}

TEST_CASE("the columns contain what a click shows", "[columns]") {
    const Trace trace = small_exchange();
    const ViewData data = view_data(trace, analyze(trace), {});
    REQUIRE(data.chunks.size() == 1);
    // Rank 0's nine intervals, then rank 1's: busy until 240, overhead until 280, busy until 800, ended until
    // 1000.
    CHECK(column(data, Column::Duration) ==
          Values{200, 20, 80, 10, 90, 100, 100, 50, 350, 240, 40, 520, 200});
    // Both ranks send in their interval 1, 10 ns after its begin.
    CHECK(column(data, Column::SendInterval) == Values{1, 1});
    CHECK(column(data, Column::SendOffset) == Values{10, 10});
    CHECK(column(data, Column::SendPartner) == Values{1, 1});
    CHECK(column(data, Column::SendBytes) == Values{128, 64}); // zigzag of 64 and 32
    // Rank 0 receives when its wait ends, rank 1 20 ns after the begin of its call.
    CHECK(column(data, Column::ReceiveInterval) == Values{3, 1});
    CHECK(column(data, Column::ReceiveOffset) == Values{0, 20});
    CHECK(column(data, Column::ReceiveOrdinal) ==
          Values{1, 1}); // the expected index: the first message of the pair
    CHECK(column(data, Column::PhaseBegin) == Values{100, 150});
    CHECK(column(data, Column::PhaseDuration) == Values{800, 550});
}

TEST_CASE("marks are in the columns, by time", "[columns]") {
    TraceBuilder builder(1);
    builder.rank(0, 0, 1000).mark(100, 7).mark(250, -3);
    const ViewData data = view_data(builder.trace, analyze(builder.trace), {});
    CHECK(data.chunks[0].ranks[0].marks == 2);
    CHECK(column(data, Column::MarkTime) == Values{100, 150});
    CHECK(column(data, Column::MarkNumber) == Values{14, 5}); // zigzag of 7 and -3
}

TEST_CASE("a page says how much of the critical path it contains", "[columns]") {
    const Trace trace = rounds(4, 50);
    const Analysis analysis = analyze(trace);
    REQUIRE(analysis.path.steps.size() > 10);
    ViewLimits limits;
    CHECK(page_data(trace, analysis, limits).data.find("\"path_cut\":\"\"") != std::string::npos);
    limits.path_steps = 10;
    const std::string told = fmt::format("the first 10 of {} steps are drawn", analysis.path.steps.size());
    CHECK(page_data(trace, analysis, limits).data.find(told) != std::string::npos);
}

TEST_CASE("the size of a page is bounded, and the page says what it leaves out", "[columns]") {
    const Trace trace = rounds(4, 50);
    const Analysis analysis = analyze(trace);
    const ViewData data = view_data(trace, analysis, {100, {}});
    CHECK(data.cut);
    CHECK(data.intervals <= 100);
    CHECK(data.intervals > 80);
    CHECK(page_data(trace, analysis, {100, {}}).data.find("--from SECONDS") != std::string::npos);
    CHECK_FALSE(view_data(trace, analysis, {}).cut);
}

TEST_CASE("what threads do counts for the size of a page", "[columns]") {
    Trace trace = rounds(2, 5);
    using State = ThreadEvent::State;
    for (int i = 0; i < 100; ++i)
        trace.ranks[1].threads.push_back({10 * i, 1, i % 2 == 0 ? State::Busy : State::Communicating});
    trace.ranks[0].thread_messages = {{4000, 96, 1, 1, false}};
    trace.ranks[1].thread_messages = {{4100, 96, 1, 0, true}};
    const Analysis analysis = analyze(trace);
    const ViewData all = view_data(trace, analysis, {});
    CHECK(all.chunks[0].ranks[1].threads == 1);
    CHECK(column(all, Column::ThreadChanges) == Values{100});
    CHECK(all.chunks[0].ranks[0].thread_messages == 0); // rank 0 has no thread 1
    const ViewData data = view_data(trace, analysis, {50, {}});
    CHECK(data.cut);
    CHECK(data.intervals <= 50);
    CHECK(column(data, Column::ThreadChanges)[0] < 50);
}

TEST_CASE("a window of the run has the messages within it", "[columns]") {
    const Trace trace = rounds(4, 50);
    // Rounds 10 to 19; ranks are staggered, so only calls that end before 20 us.
    const ViewData data = view_data(trace, analyze(trace), {1000, TimeRange{10'000, 20'000}});
    CHECK(data.range.begin_ns == 10'000);
    std::size_t sends = 0;
    for (const RankCounts& rank : data.chunks[0].ranks)
        sends += rank.sends;
    CHECK(sends == 40);
    for (const std::uint64_t ordinal : column(data, Column::ReceiveOrdinal))
        CHECK(ordinal == 1);
}
