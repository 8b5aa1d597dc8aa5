#include "report/figures/figure.h"
#include "report/figures/patterns.h"
#include "report/figures/time_axis.h"
#include "rounds.h"
#include "small_traces.h"

#include <catch2/catch.hpp>

#include <set>

using namespace loop::report;

namespace {

constexpr Area area{100, 0, 1000, 50};

std::string drawn(const Trace& trace, const std::string& name, ExcludedTime excluded) {
    const Analysis analysis = analyze(trace, 1000, excluded);
    return figure_named(name)->draw({trace, analysis}).element("");
}

/// Two ranks that are measured from 1000 to 1100 and from 5000 to 5100 ns, of 10000 ns; rank 1 a bit later.
Trace twice_measured() {
    TraceBuilder builder(2);
    builder.rank(0, 0, 10000).excluded(0, 1000).excluded(1100, 5000).excluded(5100, 10000);
    builder.rank(1, 0, 10000).excluded(0, 1010).excluded(1110, 5010).excluded(5110, 10000);
    return builder.trace;
}

Breaks breaks_in(const Trace& trace) {
    return breaks_of(states_of(trace), whole(trace));
}

std::vector<std::pair<std::int64_t, std::int64_t>> pairs(const Breaks& breaks) {
    std::vector<std::pair<std::int64_t, std::int64_t>> result;
    for (const TimeRange& range : breaks.ranges())
        result.emplace_back(range.begin_ns, range.end_ns);
    return result;
}

using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

} // namespace

TEST_CASE("breaks are the long stretches in which no rank is measured", "[axis]") {
    CHECK(pairs(breaks_in(twice_measured())) == Pairs{{0, 1000}, {1110, 5000}, {5110, 10000}});
    CHECK(breaks_in(rounds(4, 10)).empty()); // all is measured

    TraceBuilder nothing(2);
    nothing.rank(0, 0, 1000).excluded(0, 1000).rank(1, 0, 1000).excluded(0, 1000);
    CHECK(breaks_in(nothing.trace).empty());    // nothing is measured, so there is nothing else to show
    CHECK(breaks_in(small_exchange()).empty()); // excluded on one rank only, or too short

    Trace lost = twice_measured();
    lost.ranks.resize(3); // of rank 2 nothing is known
    CHECK(pairs(breaks_in(lost)).size() == 3);
}

/// Two ranks in a kernel from 0 to 10000 ns, which record a part from 1000 to 1100 and one from 5000 to 5100
/// ns; a third rank waits in the kernel.
Trace sampled_kernel() {
    TraceBuilder builder(3);
    const auto kernel = builder.site("PINGPONG", 4),
               short_part = builder.site("PINGPONG", 4, SiteKind::Part, "8 bytes"),
               long_part = builder.site("PINGPONG", 4, SiteKind::Work, "16 bytes");
    for (const int rank : {0, 1}) {
        builder.rank(rank, 0, 10000).enter(0, kernel);
        builder.enter(1000, short_part).leave(1100).enter(5000, long_part).leave(5100).leave(10000);
    }
    builder.rank(2, 0, 10000).enter(0, kernel).wait(10).resume(9000).leave(10000);
    return builder.trace;
}

TEST_CASE("stretches between the recorded parts of a kernel are breaks", "[axis]") {
    const Trace trace = sampled_kernel();
    const auto states = states_of(trace);
    CHECK(state_at(states[0], 500) == State::Unknown);
    CHECK(state_at(states[0], 1050) == State::Overhead);
    CHECK(state_at(states[0], 5050) == State::Busy);
    const Breaks breaks = breaks_of(states, whole(trace), between_parts(trace));
    CHECK(pairs(breaks) == Pairs{{0, 1000}, {1100, 5000}, {5100, 10000}});
    CHECK(breaks.is_unrecorded(0));
    CHECK(drawn(trace, "spacetime", ExcludedTime::LeftOut).find("not recorded on all ranks: 3.90 us") !=
          std::string::npos);

    Trace opaque = trace; // a kernel without parts: how long it took is all that is known
    for (RankTrace& rank : opaque.ranks)
        rank.events.resize(1);
    opaque.sites.resize(1);
    CHECK(breaks_of(states_of(opaque), whole(opaque), between_parts(opaque)).empty());
    CHECK_FALSE(Breaks({{0, 10}}).is_unrecorded(0));
}

TEST_CASE("many short excluded stretches are breaks, too", "[axis]") {
    TraceBuilder builder(1);
    builder.rank(0, 0, 400000);
    for (int i = 0; i < 400; ++i)
        builder.excluded(1000 * i, 1000 * i + 750);
    const Breaks breaks = breaks_in(builder.trace);
    CHECK(breaks.ranges().size() == 400);
    CHECK(breaks.shown(whole(builder.trace)).length_ns() == 100000);
}

TEST_CASE("shown time leaves out the breaks before it", "[axis]") {
    const Breaks breaks({{0, 1000}, {1110, 5000}});
    CHECK(breaks.shown(std::int64_t{500}) == 0);
    CHECK(breaks.shown(std::int64_t{1050}) == 50);
    CHECK(breaks.shown(std::int64_t{2000}) == 110);
    CHECK(breaks.shown(std::int64_t{5001}) == 111);
    CHECK(breaks.time(0) == 1000);
    CHECK(breaks.time(50) == 1050);
    CHECK(breaks.time(110) == 5000);
    CHECK(breaks.time(111) == 5001);
    CHECK(breaks.length_in({1100, 5010}) == 3890);
    CHECK(Breaks().shown(std::int64_t{7}) == 7);
    CHECK(Breaks().time(7) == 7);
}

TEST_CASE("an axis without breaks is to scale", "[axis]") {
    const TimeAxis axis(area, {{2000, 4000}, 1});
    CHECK(axis.x(2000) == Approx(100));
    CHECK(axis.x(3000) == Approx(600));
    CHECK(axis.x(4000) == Approx(1100));
    CHECK(axis.edge(0, 4) == Approx(100));
    CHECK(axis.edge(1, 4) == Approx(350));
    CHECK(axis.edge(4, 4) == Approx(1100));
    const TimeAxis nothing(area, {{5, 5}, 1});
    CHECK(nothing.x(5) == Approx(100));
}

TEST_CASE("each break of an axis takes a narrow gap", "[axis]") {
    const TimeAxis axis(area, {{0, 10000}, 1, Breaks({{0, 1000}, {1110, 5000}, {5110, 10000}})});
    const double gap = axis.x(1000) - axis.x(0);
    CHECK(gap == Approx(14));
    CHECK(axis.x(5000) - axis.x(1110) == Approx(gap));
    CHECK(axis.x(10000) == Approx(area.right()));
    // The rest is to scale: 220 ns in what the gaps leave.
    const double scale = (area.width - 3 * gap) / 220;
    CHECK(axis.x(1110) - axis.x(1000) == Approx(110 * scale));
    CHECK(axis.x(5110) - axis.x(5000) == Approx(110 * scale));
    CHECK(axis.edge(1, 2) == Approx(axis.x(5000)));
}

TEST_CASE("many breaks take at most a fifth of the axis", "[axis]") {
    std::vector<TimeRange> ranges;
    for (std::int64_t i = 0; i < 1000; ++i)
        ranges.push_back({1000 * i, 1000 * i + 900});
    const TimeAxis axis(area, {{0, 1000000}, 1, Breaks(ranges)});
    CHECK(axis.x(900) - axis.x(0) == Approx(0.2));
    CHECK(axis.x(1000) - axis.x(900) == Approx(0.8));
}

TEST_CASE("figures over time leave out excluded time, unless it is wanted", "[axis]") {
    const Trace trace = twice_measured();
    for (const char* name :
         {"spacetime", "gantt", "utilization", "queues", "traffic", "phases", "phase-count"}) {
        INFO(name);
        const std::string text = drawn(trace, name, ExcludedTime::LeftOut);
        CHECK(text.find("on all ranks: 3.89 us") != std::string::npos);
        CHECK(text.find("url(#break-") != std::string::npos);
        CHECK(drawn(trace, name, ExcludedTime::Shown).find("on all ranks") == std::string::npos);
        CHECK(drawn(rounds(2, 3), name, ExcludedTime::LeftOut).find("on all ranks") == std::string::npos);
    }
}

TEST_CASE("series over time have all their bins in the measured part", "[axis]") {
    const Analysis analysis = analyze(twice_measured(), 220);
    const auto& busy = analysis.utilization.ranks[static_cast<std::size_t>(State::Busy)];
    CHECK(busy[0] == Approx(1)); // rank 1 is not yet measured
    CHECK(busy[50] == Approx(2));
    CHECK(busy[109] == Approx(1)); // only rank 1
    CHECK(busy[119] == Approx(1));
    CHECK(busy[120] == Approx(2));
}

TEST_CASE("no two phases have the same style", "[axis]") {
    for (const std::size_t count : {1, 8, 9, 24}) {
        const auto kinds = assign_kinds(std::vector<double>(count, 1));
        CHECK(std::set<std::size_t>(kinds.begin(), kinds.end()).size() == count);
        CHECK(*std::max_element(kinds.begin(), kinds.end()) < kind_styles);
    }
    std::vector<double> weights(30, 1);
    weights[29] = 5;
    const auto kinds = assign_kinds(weights);
    CHECK(kinds[0] == 0);
    CHECK(kinds[29] == kind_styles - 1); // the longest has a style of its own
    CHECK(std::count(kinds.begin(), kinds.end(), kind_styles) == 6);
    CHECK(kinds[28] == kind_styles);
    CHECK(kind_class(kind_styles) == "kind-others");
}

TEST_CASE("phases beyond the colors are hatched, and others are counted", "[axis]") {
    TraceBuilder builder(1);
    std::vector<std::uint32_t> sites;
    for (int i = 0; i < 30; ++i)
        sites.push_back(builder.phase(i % 2 == 0 ? "same" : "name " + std::to_string(i), i + 1));
    builder.rank(0, 0, 3000);
    for (int i = 0; i < 30; ++i)
        builder.enter(100 * i, sites[static_cast<std::size_t>(i)]).leave(100 * i + 90);
    const std::string text = drawn(builder.trace, "phases", ExcludedTime::LeftOut);
    CHECK(text.find("<pattern id=\"kind8-") != std::string::npos);
    CHECK(text.find(">same, line 3<") != std::string::npos);
    CHECK(text.find(">name 1<") != std::string::npos);
    CHECK(text.find(">6 other phases<") != std::string::npos);
}

TEST_CASE("a file distinguishes phases without colors", "[axis]") {
    const Trace trace = rounds(2, 3);
    const Analysis analysis = analyze(trace);
    const std::string text = figure_named("phases")->draw({trace, analysis}).file("phases", 84);
    CHECK(text.find(" width=\"84mm\"") != std::string::npos);
    CHECK(text.find("<pattern id=\"print-kind1\"") != std::string::npos);
    CHECK(text.find(".figure .kind1 { fill: url(#print-kind1); }") != std::string::npos);
}
