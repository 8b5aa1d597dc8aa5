#include "made_trace.h"
#include "trace/export/export.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <sstream>
#include <tuple>

using namespace loop::report;

namespace {

std::string table(const Trace& trace, const EventFilter& filter = {},
                  std::optional<std::uint64_t> most = std::nullopt) {
    std::ostringstream out;
    write_events_text(trace, filter, most, out);
    return out.str();
}

/// Time and rank of each listed event, and its address.
std::vector<std::tuple<std::int64_t, int, const Event*>> listed(const Trace& trace,
                                                                const EventFilter& filter) {
    std::vector<std::tuple<std::int64_t, int, const Event*>> all;
    for_each_event(trace, filter, [&](const RankTrace& rank, const Event& event) {
        all.emplace_back(event.time_ns, rank.rank, &event);
        return true;
    });
    return all;
}

/// The same without the code under test.
template <typename Passes>
std::vector<std::tuple<std::int64_t, int, const Event*>> expected(const Trace& trace, Passes passes) {
    std::vector<std::tuple<std::int64_t, int, const Event*>> all;
    for (const RankTrace& rank : trace.ranks)
        for (const Event& event : rank.events)
            if (passes(rank, event)) all.emplace_back(event.time_ns, rank.rank, &event);
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return std::tuple(std::get<0>(a), std::get<1>(a)) < std::tuple(std::get<0>(b), std::get<1>(b));
    });
    return all;
}

} // namespace

TEST_CASE("the table has every event of a small trace, by time", "[text]") {
    CHECK(table(made::two_ranks()) ==
          "time, us  rank  event       in                                   partner        bytes  tag or "
          "number\n"
          "   0.010     0  enter       phase the \"main\", part made.loop:10\n"
          "   0.020     0  enter       \\COMMUNICATE made.loop:12\n"
          "   0.020     1  enter       \\COMMUNICATE made.loop:12\n"
          "   0.025     0  send        \\COMMUNICATE made.loop:12            to 1           100 B  1\n"
          "   0.030     1  wait        \\COMMUNICATE made.loop:12\n"
          "   0.040     0  leave       \\COMMUNICATE made.loop:12\n"
          "   0.060     1  receive     \\COMMUNICATE made.loop:12            from 0         100 B  1\n"
          "   0.070     1  leave       \\COMMUNICATE made.loop:12\n"
          "   0.090     0  leave       phase the \"main\", part made.loop:10\n");
}

TEST_CASE("a limit ends the table, which says so", "[text]") {
    std::ostringstream out;
    const WrittenEvents three = write_events_text(made::two_ranks(), {}, 3, out);
    CHECK(three.count == 3);
    CHECK(three.has_more);
    const std::string text = out.str();
    CHECK(std::count(text.begin(), text.end(), '\n') == 4);
    CHECK_FALSE(write_events_text(made::two_ranks(), {}, 9, out).has_more);
}

TEST_CASE("the table ends when nobody reads it any more", "[text]") {
    std::ostringstream out;
    out.setstate(std::ios::badbit);
    CHECK(write_events_text(made::random_program(4, 50, 1), {}, std::nullopt, out).count == 0);
}

TEST_CASE("other events, and events outside of constructs", "[text]") {
    made::Maker maker(2);
    maker.mark(0, 5, -42).enter(0, 10, made::bcast).collective(0, 20, 1, 2048).leave(0, 30, made::bcast);
    maker.enter(1, 10, made::post_call).post(1, 12, -1, 7).leave(1, 14, made::post_call).excluded(1, 50, 60);
    maker.end(0, 2'000'000).end(1, 2'000'000);
    const std::string text = table(maker.trace);
    CHECK(text.find("time, ms  rank") != std::string::npos);
    for (const char* line :
         {"0.000005     0  mark        host code", "-42\n", "root 1      2.00 KiB\n", "post        ",
          "from any         0 B  7\n", "excluded    host code\n", "included    host code\n"}) {
        INFO(line << " in\n" << text);
        CHECK(text.find(line) != std::string::npos);
    }
    EventFilter outside;
    outside.names = {host_code};
    CHECK(listed(maker.trace, outside).size() == 3);
    outside.lines = {maker.trace.sites[made::bcast].line};
    CHECK(listed(maker.trace, outside).empty());
}

TEST_CASE("events are listed by time over ranks, once each", "[text]") {
    for (const unsigned seed : {1U, 2U, 3U}) {
        const Trace trace = made::random_program(5, 40, seed);
        CHECK(listed(trace, {}) == expected(trace, [](const auto&, const Event&) { return true; }));
    }
}

TEST_CASE("each filter keeps what it names, and filters combine", "[text]") {
    const Trace trace = made::random_program(6, 60, 4);
    const auto& events = trace.ranks[1].events;
    const std::int64_t middle = events[events.size() / 3].time_ns, later = events[events.size() / 2].time_ns;
    const auto check = [&](const EventFilter& filter, auto passes) {
        const auto all = expected(trace, passes);
        CHECK_FALSE(all.empty());
        CHECK(listed(trace, filter) == all);
    };
    EventFilter filter;
    filter.ranks = {1, 4};
    check(filter, [](const RankTrace& rank, const Event&) { return rank.rank == 1 || rank.rank == 4; });
    filter.from_ns = middle;
    filter.until_ns = later;
    check(filter, [&](const RankTrace& rank, const Event& event) {
        return (rank.rank == 1 || rank.rank == 4) && event.time_ns >= middle && event.time_ns <= later;
    });
    filter = {};
    filter.kinds = {EventKind::Send, EventKind::Receive};
    filter.partners = {2};
    check(filter, [](const RankTrace&, const Event& event) {
        return (event.kind == EventKind::Send || event.kind == EventKind::Receive) && event.partner == 2;
    });
    const TraceSite& ring = trace.sites[made::ring];
    const auto in_ring = [&](const Event& event) {
        return event.site < trace.sites.size() && trace.sites[event.site].construct == ring.construct;
    };
    for (const std::string& name : {ring.construct, "\\" + ring.construct}) {
        filter = {};
        filter.names = {name};
        check(filter, [&](const RankTrace&, const Event& event) { return in_ring(event); });
    }
    filter = {};
    filter.lines = {ring.line};
    check(filter, [&](const RankTrace&, const Event& event) {
        return event.site < trace.sites.size() && trace.sites[event.site].line == ring.line;
    });
}

TEST_CASE("names in the table cannot control the terminal", "[text]") {
    Trace trace = made::two_ranks();
    for (TraceSite& site : trace.sites)
        site.file = "a\nb\x1b[2J";
    const std::string text = table(trace);
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(std::count(text.begin(), text.end(), '\n') == 10);
}
