#include "report/figures/figure.h"
#include "report/figures/plot.h"
#include "rounds.h"
#include "small_traces.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace loop::report;

namespace {

/// Rank i is on node i of a mesh.
NetworkLoad on_mesh(const Trace& trace, const CommunicationMatrix& matrix) {
    std::vector<int> nodes;
    for (const RankTrace& rank : trace.ranks)
        nodes.push_back(static_cast<int>(&rank - trace.ranks.data()));
    const int count = std::max(static_cast<int>(nodes.size()), 1);
    return network_load({*loop::network::parse_topology("mesh", count).topology, nodes}, matrix);
}

Svg drawn(const Trace& trace, const std::string& name) {
    const Analysis analysis = analyze(trace);
    const NetworkLoad network = on_mesh(trace, analysis.matrix);
    return figure_named(name)->draw({trace, analysis, 0, &network});
}

std::size_t count_of(const std::string& text, const std::string& what) {
    std::size_t count = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++count;
    return count;
}

/// The number of lines for messages in a space-time figure.
std::size_t messages_in(const std::string& text) {
    const std::size_t begin = text.find("class=\"messages\""), end = text.find("/>", begin);
    return count_of(text.substr(begin, end - begin), "M");
}

} // namespace

TEST_CASE("every figure can be drawn for any trace", "[figures]") {
    const Trace nothing;
    Trace nobody;
    nobody.ranks.resize(3);
    for (const std::string& name : figure_names()) {
        INFO(name);
        for (const Trace& trace : {nothing, nobody, TraceBuilder(1).trace, small_exchange(), rounds(2, 3)}) {
            const std::string text = drawn(trace, name).file(name);
            CHECK(text.find("</svg>") != std::string::npos);
            CHECK(text.find("nan") == std::string::npos);
            CHECK(text.find("inf\"") == std::string::npos);
        }
    }
}

TEST_CASE("the size of a figure is bounded", "[figures]") {
    const Trace few = rounds(8, 2000), many = rounds(8, 20000);
    for (const std::string& name : figure_names()) {
        const Svg small = drawn(few, name), large = drawn(many, name);
        INFO(name);
        CHECK(large.shapes() <= small.shapes() + 20); // axis labels may differ
        CHECK(large.element("").size() < 2 * small.element("").size() + 20000);
    }
    CHECK(drawn(rounds(600, 3), "spacetime").shapes() < 3000);
}

TEST_CASE("each thread of a rank has a row", "[figures]") {
    using State = ThreadEvent::State;
    Trace trace = rounds(2, 3);
    const std::int64_t middle = (trace.begin_ns() + trace.end_ns()) / 2;
    for (const int thread : {0, 1})
        trace.ranks[1].threads.insert(trace.ranks[1].threads.end(),
                                      {{trace.begin_ns(), thread, State::Busy},
                                       {middle, thread, thread == 0 ? State::Communicating : State::Ended}});
    trace.ranks[1].threads.push_back({trace.end_ns(), 0, State::Ended});
    std::sort(trace.ranks[1].threads.begin(), trace.ranks[1].threads.end(),
              [](const ThreadEvent& a, const ThreadEvent& b) { return a.time_ns < b.time_ns; });
    trace.ranks[1].thread_messages = {{middle, 8, 1, 0, false}, {middle, 8, 9, 0, true}};
    trace.ranks[0].thread_messages = {{middle, 8, 1, 1, true}};
    trace.ranks[0].threads = {{trace.begin_ns(), 1, State::Busy}, {middle, 1, State::Communicating}};
    const std::string with_threads = drawn(trace, "spacetime").element("");
    CHECK(with_threads.find("rank 1, thread 1") != std::string::npos);
    CHECK(with_threads.find(">1:1<") != std::string::npos);
    CHECK(with_threads.find("rank 1, thread 0") == std::string::npos); // the row of the rank
    const std::string without = drawn(rounds(2, 3), "spacetime").element("");
    CHECK(count_of(with_threads, "stroke busy") == count_of(without, "stroke busy") + 2);
    CHECK(count_of(with_threads, "stroke overhead") == count_of(without, "stroke overhead"));
    CHECK(count_of(with_threads, "stroke mpi") == 3); // both ranks, and thread 1 of rank 0
    CHECK(messages_in(with_threads) == messages_in(without) + 1);
    CHECK(drawn(trace, "gantt").element("").find("rank 0, thread 1") != std::string::npos);
    trace.ranks[1].threads.push_back({middle, 3000, State::Busy});
    const Svg many = drawn(trace, "spacetime");
    CHECK(many.shapes() < 3000);
    CHECK(many.element("").find("2747 threads are not drawn") != std::string::npos);
}

TEST_CASE("a space-time figure shows each message of a short run", "[figures]") {
    const std::string text = drawn(rounds(4, 10), "spacetime").element("");
    CHECK(messages_in(text) == 40);
}

TEST_CASE("the phases of `fingerprint` have the paper's numbers", "[figures]") {
    TraceBuilder builder(2);
    const char* names[] = {"1 computation", "2a short messages", "2b medium messages", "2c long messages"};
    std::vector<std::uint32_t> sites;
    for (const char* name : names)
        sites.push_back(builder.phase(name, 1));
    for (int rank = 0; rank < 2; ++rank) {
        builder.rank(rank, 0, 4000);
        for (int i = 0; i < 4; ++i)
            builder.enter(1000 * i + 100 * rank, sites[static_cast<std::size_t>(i)])
                .leave(1000 * i + 600 + 100 * rank);
    }
    const std::string text = drawn(builder.trace, "spacetime").element("");
    for (const char* name : names)
        CHECK(text.find(name) != std::string::npos);
    CHECK(text.find(">3</text>") != std::string::npos);
    CHECK(count_of(text, "class=\"front\"") == 8); // begin and end of each phase, across the ranks
}

TEST_CASE("the legend of a space-time figure lists what it shows", "[figures]") {
    const std::string rounds_text = drawn(rounds(4, 10), "spacetime").element("");
    CHECK(rounds_text.find(">phase begins or ends<") != std::string::npos);
    CHECK(rounds_text.find(">not measured<") == std::string::npos);
    CHECK(rounds_text.find(">mark of the user<") == std::string::npos);
    CHECK(drawn(small_exchange(), "spacetime").element("").find(">not measured<") != std::string::npos);
    CHECK(drawn(small_exchange(), "utilization").element("").find(">not measured<") != std::string::npos);

    TraceBuilder marked(1);
    marked.rank(0, 0, 1000).mark(100, 7).mark(101, 7).mark(600, 8);
    const std::string text = drawn(marked.trace, "spacetime").element("");
    CHECK(text.find(">mark of the user<") != std::string::npos);
    const std::size_t begin = text.find("class=\"user-marks\"");
    CHECK(count_of(text.substr(begin, text.find("/>", begin) - begin), "M") == 2); // two of the marks overlap
}

namespace {

/// Every rank computes and sends, in turn; rank 1 is 100 ns later.
Trace turns(int count) {
    TraceBuilder builder(2);
    const auto compute = builder.phase("compute", 1), talk = builder.phase("talk", 2);
    for (int rank = 0; rank < 2; ++rank) {
        builder.rank(rank, 0, 1000LL * count + 200);
        for (std::int64_t i = 0, now = 100LL * rank; i < count; ++i, now += 1000)
            builder.enter(now, compute).leave(now + 500).enter(now + 500, talk).leave(now + 1000);
    }
    return builder.trace;
}

} // namespace

TEST_CASE("phases that take turns have a bracket for each stretch", "[figures]") {
    for (const char* figure : {"spacetime", "utilization", "traffic"}) {
        INFO(figure);
        const std::string text = drawn(turns(3), figure).element("");
        CHECK(count_of(text, "class=\"bracket\"") == 6);
        CHECK(count_of(text, "<title>compute</title>") == 3);
        CHECK(text.find("without") == std::string::npos);
        // Brackets over many short stretches show nothing.
        const std::string many = drawn(turns(11), figure).element("");
        CHECK(count_of(many, "class=\"bracket\"") == 0);
        CHECK(count_of(many, ">2 phases without brackets: they alternate or overlap</text>") == 1);
    }
    CHECK(count_of(drawn(rounds(3, 5), "spacetime").element(""), "class=\"bracket\"") == 1);
}

TEST_CASE("a space-time figure says that a phase has no bracket", "[figures]") {
    TraceBuilder builder(1);
    builder.rank(0, 0, 10000);
    for (int i = 0; i < 4; ++i)
        builder.enter(100 * i, builder.phase("phase" + std::to_string(i), i + 1));
    for (int i = 0; i < 4; ++i)
        builder.leave(5000 + 100 * i);
    const std::string text = drawn(builder.trace, "spacetime").element("");
    CHECK(count_of(text, "class=\"bracket\"") == 3);
    CHECK(count_of(text, ">1 phase without a bracket: it alternates or overlaps with others</text>") == 1);
}

TEST_CASE("the figure phase-times has the time of each rank in each phase", "[figures]") {
    TraceBuilder builder(2);
    const auto sweep = builder.phase("sweep", 1), talk = builder.phase("talk", 2);
    builder.rank(0, 0, 9000).enter(0, sweep).leave(1000).enter(1000, talk).leave(1500);
    builder.enter(2000, sweep).leave(7000);
    builder.rank(1, 0, 9000).enter(0, sweep).excluded(100, 300).leave(2000); // never in `talk`
    const std::string text = drawn(builder.trace, "phase-times").element("");
    CHECK(text.find(">sweep</text>") < text.find(">talk</text>"));
    CHECK(count_of(text, "class=\"cell") == 3);
    CHECK(count_of(text, "class=\"cell on-dark\"") == 1);
    CHECK(count_of(text, ">6.00 us</text>") == 1); // two visits of rank 0
    CHECK(count_of(text, ">1.80 us</text>") == 1); // without the time that is not measured
    CHECK(count_of(text, ">500 ns</text>") == 1);
    CHECK(text.find(">up to 6.00 us</text>") != std::string::npos);
    CHECK(text.find("shorter phase") == std::string::npos);
    CHECK(text.find("lacks events") == std::string::npos);

    builder.trace.ranks[1].complete = false;
    const std::string cut = drawn(builder.trace, "phase-times").element("");
    CHECK(cut.find(">The trace lacks events: times are too short.</text>") != std::string::npos);
}

TEST_CASE("the figure phase-times leaves out the shortest phases if there are too many", "[figures]") {
    constexpr int phases = 70;
    TraceBuilder builder(1);
    std::vector<std::uint32_t> sites;
    for (int i = 0; i < phases; ++i)
        sites.push_back(builder.phase("phase" + std::to_string(i), i + 1));
    builder.rank(0, 0, 1000000);
    std::int64_t now = 0;
    for (int i = 0; i < phases; ++i, now += 5000)
        builder.enter(now, sites[static_cast<std::size_t>(i)]).leave(now + 1000 + i);
    const std::string text = drawn(builder.trace, "phase-times").element("");
    CHECK(text.find(">Without 15 shorter phases.</text>") != std::string::npos);
    CHECK(count_of(text, ">phase") == 55);
    CHECK(text.find(">phase0<") == std::string::npos);
    CHECK(text.find(">phase14<") == std::string::npos);
    CHECK(text.find(">phase15<") != std::string::npos);
    CHECK(count_of(text, "class=\"cell") == 0); // the columns are too narrow for numbers
}

TEST_CASE("axes have round steps", "[figures]") {
    CHECK(round_steps(0, 10, 5) == std::vector<double>{0, 2, 4, 6, 8, 10});
    CHECK(round_steps(0, 0.7, 4).size() == 4);
    CHECK(round_steps(5, 5, 4) == std::vector<double>{5});
}

TEST_CASE("every topology can be drawn, with a bounded number of shapes", "[figures]") {
    for (const char* text : {"ring", "mesh", "torus", "torus:5x2x2x2", "hypercube", "tree", "tree:1",
                             "tree:3", "fat-tree", "fat-tree:8,4,3"}) {
        for (const int ranks : {1, 2, 3, 5, 24, 40}) {
            const Trace trace = rounds(ranks, 2);
            const Analysis analysis = analyze(trace);
            const auto topology = loop::network::parse_topology(text, ranks).topology;
            REQUIRE(topology);
            if (topology->nodes < ranks) continue;
            std::vector<int> nodes;
            for (int rank = 0; rank < ranks; ++rank)
                nodes.push_back(rank);
            const NetworkLoad load = network_load({*topology, nodes}, analysis.matrix);
            const Svg svg = draw_network({trace, analysis, 0, &load});
            const std::string picture = svg.element(text);
            INFO(text << " " << ranks);
            CHECK(svg.shapes() < 20 + static_cast<std::size_t>(ranks));
            CHECK(picture.find("nan") == std::string::npos);
            CHECK(picture.find("inf") == std::string::npos);
            CHECK((load.links.empty() || picture.find("stroke shade6") != std::string::npos));
            if (topology->nodes == ranks) CHECK(count_of(picture, "node-label") == nodes.size());
        }
    }
    const Trace trace = rounds(3, 2);
    const Analysis analysis = analyze(trace);
    CHECK(draw_network({trace, analysis}).element("").find("is unknown") != std::string::npos);
    const NetworkLoad large =
        network_load({*loop::network::parse_topology("ring:2000", 3).topology, {0, 1, 2}}, analysis.matrix);
    CHECK(draw_network({trace, analysis, 0, &large}).element("").find("too large") != std::string::npos);
}
