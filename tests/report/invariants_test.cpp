#include "differing_formats.h"
#include "report/document/output_formats.h"
#include "report/sheet/invariants.h"
#include "report/sheet/sections.h"
#include "small_traces.h"
#include "support.h"

#include <catch2/catch.hpp>

using namespace loop::report;

namespace {

/// A run of one launch whose rank records agree with its trace.
struct MadeRun {
    explicit MadeRun(Trace trace) {
        directory.trace = std::move(trace);
        Json ranks = Json::array();
        for (const RankTrace& rank : directory.trace->ranks)
            ranks.push_back({{"rank", rank.rank}, {"record", record_of(rank)}});
        json = {{"schema", "loop-run/1"},
                {"verdict", {{"word", "VALID"}, {"reasons", Json::array()}}},
                {"ranks", directory.trace->ranks.size()},
                {"launches", {{{"index", 1}, {"complete", true}, {"ranks", ranks}}}}};
        read();
    }

    void read() {
        directory.run = read_run(json);
        analysis = analyze(*directory.trace);
    }
    SheetInput input() const { return {directory, &analysis}; }
    Json& record(std::size_t rank) { return json["launches"][0]["ranks"][rank]["record"]; }

    Json json;
    RunDirectory directory;
    Analysis analysis;

private:
    Json record_of(const RankTrace& rank) const {
        const Trace& trace = *directory.trace;
        std::int64_t excluded = 0, since = 0, sent = 0, bytes_sent = 0, received = 0, bytes_received = 0;
        for (const Event& event : rank.events) {
            if (event.kind == EventKind::Excluded) since = event.time_ns;
            if (event.kind == EventKind::Included) excluded += event.time_ns - since;
            sent += event.kind == EventKind::Send;
            received += event.kind == EventKind::Receive;
            if (event.kind == EventKind::Send) bytes_sent += event.bytes;
            if (event.kind == EventKind::Receive) bytes_received += event.bytes;
        }
        Json record{{"elapsed_seconds", static_cast<double>(rank.end_ns - rank.begin_ns - excluded) * 1e-9}};
        record["sites"] = Json::array();
        for (const TraceSite& site : trace.sites)
            if (site.construct == "EXCHANGE" ||
                (site.construct == "PINGPONG" && site.kind == SiteKind::Construct))
                record["sites"].push_back({{"construct", site.construct},
                                           {"line", site.line},
                                           {"messages_sent", sent},
                                           {"bytes_sent", bytes_sent},
                                           {"messages_received", received},
                                           {"bytes_received", bytes_received}});
        return record;
    }
};

/// The small exchange in milliseconds, because differences of nanoseconds are tolerated.
Trace long_exchange() {
    Trace trace = small_exchange();
    for (RankTrace& rank : trace.ranks) {
        rank.begin_ns *= 1'000'000;
        rank.end_ns *= 1'000'000;
        for (Event& event : rank.events)
            event.time_ns *= 1'000'000;
    }
    return trace;
}

/// Two ranks in a kernel of 1 s, which records one message each way in 20 ms.
Trace sampled_pingpong() {
    constexpr std::int64_t ms = 1'000'000;
    TraceBuilder builder(2);
    const auto kernel = builder.site("PINGPONG", 4),
               part = builder.site("PINGPONG", 4, SiteKind::Part, "8 bytes");
    builder.rank(0, 0, 1000 * ms).enter(0, kernel).enter(500 * ms, part).send(500 * ms, 1, 8);
    builder.wait(501 * ms, 1).receive(520 * ms, 1, 8).leave(520 * ms).leave(1000 * ms);
    builder.rank(1, 0, 1000 * ms).enter(0, kernel).enter(500 * ms, part).wait(500 * ms, 0);
    builder.receive(510 * ms, 0, 8).send(510 * ms, 0, 8).leave(520 * ms).leave(1000 * ms);
    return builder.trace;
}

std::string told(const std::vector<std::string>& sentences) {
    std::string text;
    for (const std::string& sentence : sentences)
        text += sentence + "\n";
    return text;
}

} // namespace

TEST_CASE("a correct sheet has no contradictions", "[invariants]") {
    MadeRun run(long_exchange());
    CHECK(told(broken_invariants(run.input())) == "");
    add_contradictions(run.directory, &run.analysis);
    CHECK(sheet_document(run.input()).verdict == Word::Valid);
}

TEST_CASE("every contradiction is reported on the sheet", "[invariants]") {
    MadeRun run(long_exchange());
    SECTION("a rank was measured for another time than its states") {
        run.record(1)["elapsed_seconds"] = 0.5;
        run.read();
        CHECK(told(broken_invariants(run.input())) ==
              "the measured time of rank 1 differs between its states and its record: 800 ms and 500 ms\n");
    }
    SECTION("messages were counted that the trace does not hold") {
        run.record(0)["sites"][0]["messages_sent"] = 7;
        run.read();
        CHECK(told(broken_invariants(run.input())) ==
              "EXCHANGE in line 4: the ranks counted 8 messages sent, the trace contains 2\n");
    }
    SECTION("shares of different bases") {
        run.analysis.concurrency.percent[0] = {87, 3, 10};
        CHECK(told(broken_invariants(run.input()))
                  .find("at least one rank is `busy` for 13.00 % of the time, but the mean over all ranks is "
                        "91.43 %") != std::string::npos);
        run.analysis.concurrency.base_ns -= 5;
        CHECK(told(broken_invariants(run.input())).find("different bases") != std::string::npos);
    }
    SECTION("a phase outside the run, or longer than it") {
        run.analysis.phases[0].span.end_ns += 1'000'000'000'000;
        CHECK(told(broken_invariants(run.input())) == "phase sweep is not within the run\n");
        run.record(0)["phases"] = {{{"name", "sweep"}, {"max_seconds", 3.0}}};
        run.read();
        CHECK(told(broken_invariants(run.input())) ==
              "phase sweep lasts longer on rank 0 than the run: 3.00 s and 950 ms\n");
    }
    SECTION("a critical path of another length than the run") {
        run.analysis.path.length_ns -= 100'000'000;
        CHECK(told(broken_invariants(run.input())) ==
              "the critical path and the longest measured time differ: 850 ms and 950 ms\n"
              "the critical path and its parts differ: 850 ms and 950 ms\n");
    }
    if (told(broken_invariants(run.input())).empty()) return;
    add_contradictions(run.directory, &run.analysis);
    const Document document = sheet_document(run.input());
    CHECK(document.verdict == Word::ValidWithNotes);
    REQUIRE_FALSE(document.reasons.empty());
    CHECK(document.reasons.back().rfind("this sheet contradicts itself: ", 0) == 0);
    CHECK(render_text(sheet_document(run.input())).find("this sheet contradicts itself: ") !=
          std::string::npos);
    CHECK(render_html(sheet_document(run.input())).find("this sheet contradicts itself: ") !=
          std::string::npos);
}

TEST_CASE("data that was not recorded is no contradiction; its shares are unknown in all output formats",
          "[invariants]") {
    // A kernel takes nearly all of the time; its million messages are only in the records.
    TraceBuilder builder(2);
    const auto kernel = builder.site("BSPBENCH", 3);
    for (const int rank : {0, 1})
        builder.rank(rank, 0, 1'000'000'000).enter(1'000'000, kernel).leave(999'000'000);
    MadeRun run(builder.trace);
    for (const std::size_t rank : {0, 1})
        run.record(rank)["sites"] = {{{"construct", "BSPBENCH"}, {"line", 3}, {"messages_sent", 1'000'000}}};
    run.read();
    CHECK(told(broken_invariants(run.input())) == "");
    const std::string text = render_text(sheet_document(run.input()));
    CHECK(text.find("sends not recorded, receives not recorded, messages in flight not recorded") !=
          std::string::npos);
    CHECK(text.find("unknown") != std::string::npos);
    const Json json = Json::parse(render_json(sheet_document(run.input())));
    for (const Json& section : json["sections"])
        for (const Json& fact : section["facts"]) {
            const std::string label = fact["label"];
            INFO(label);
            if (label == "Percent processors busy" || label == "Percent processors idle" ||
                label == "Messages sent" || label == "Average time of a send")
                CHECK(fact["text"] == "unknown");
            if (label == "Percent of the measured time unknown") CHECK(fact["value"].get<double>() > 99);
        }
    const std::string csv = render_csv(sheet_document(run.input()));
    CHECK(csv.find("results,,,Percent processors busy,unknown,") != std::string::npos);
    CHECK(csv.find("states,concurrency,1,busy,unknown,") != std::string::npos);
    const std::string xml = render_xml(sheet_document(run.input()));
    CHECK(xml.find("<fact label=\"Percent processors busy\">unknown</fact>") != std::string::npos);
    const std::string html = render_html(sheet_document(run.input()));
    CHECK(html.find("<dt>busy: computing</dt><dd>unknown</dd>") != std::string::npos);
    CHECK(html.find("unknown: only 0.20 % of the measured time is known") != std::string::npos);
}

TEST_CASE("time in MPI calls that are not recorded is not busy time", "[invariants]") {
    TraceBuilder builder(1);
    const auto lock = builder.site("MPI_Win_lock", 3, SiteKind::Mpi);
    builder.rank(0, 0, 1'000'000'000).enter(100'000'000, lock).leave(900'000'000);
    const MadeRun run(builder.trace);
    CHECK(told(broken_invariants(run.input())) == "");
    const std::string csv = render_csv(sheet_document(run.input()));
    CHECK(csv.find("results,,,Percent processors busy,20,%") != std::string::npos);
    CHECK(csv.find("results,,,\"Percent processors in MPI, not recorded\",80,%") != std::string::npos);
    CHECK(render_text(sheet_document(run.input())).find("nothing is recorded inside MPI_Win_lock") !=
          std::string::npos);
}

TEST_CASE("messages at the end of a superstep may be counted but not recorded", "[invariants]") {
    TraceBuilder builder(1);
    const auto sync = builder.site("bsp_sync", 3, SiteKind::Picl);
    builder.rank(0, 0, 1'000'000'000).enter(100'000'000, sync).leave(900'000'000);
    MadeRun run(builder.trace);
    run.record(0)["sites"] = {{{"construct", "bsp_sync"}, {"line", 3}, {"messages_sent", 2}}};
    run.read();
    CHECK(told(broken_invariants(run.input())) == "");
    CHECK(run.analysis.times.of(State::Unknown) == 800'000'000);
    CHECK(render_text(sheet_document(run.input())).find("sends not recorded, receives not recorded") !=
          std::string::npos);
}

TEST_CASE("asynchronous receives are counted at their begin and recorded at their end", "[invariants]") {
    TraceBuilder builder(1);
    const auto end = builder.site("recvend0", 4, SiteKind::Picl);
    builder.rank(0, 0, 1'000'000'000).enter(100'000'000, end).leave(900'000'000);
    MadeRun run(builder.trace);
    run.record(0)["sites"] = {{{"construct", "recvbegin0"}, {"line", 3}, {"messages_received", 1}}};
    run.read();
    CHECK(told(broken_invariants(run.input())) ==
          "recvbegin0: the ranks counted 1 messages received, the trace contains 0\n");
}

TEST_CASE("a number that differs between output formats is found", "[invariants]") {
    const MadeRun run(long_exchange());
    const Document document = sheet_document(run.input());
    const std::string text = render_text(sheet_document(run.input())), csv = render_csv(document),
                      json = render_json(document), xml = render_xml(document);
    CHECK(told(differing_formats(document, text, csv, json, xml)) == "");
    const auto changed = [](std::string form, const std::string& from, const std::string& to) {
        const std::size_t at = form.find(from);
        REQUIRE(at != std::string::npos);
        return form.replace(at, from.size(), to);
    };
    CHECK_FALSE(
        differing_formats(document, text, changed(csv, "Messages sent,2,", "Messages sent,3,"), json, xml)
            .empty());
    CHECK_FALSE(differing_formats(document, text, csv, changed(json, "\"value\": 2.0", "\"value\": 3.0"), xml)
                    .empty());
    CHECK_FALSE(
        differing_formats(document, text, csv, json, changed(xml, "value=\"2\"", "value=\"3\"")).empty());
    CHECK_FALSE(differing_formats(document, changed(text, "88.42 %", "88.43 %"), csv, json, xml).empty());
    // A phase with this name is in the table of times, before the table of ranks.
    const std::string with_phase = changed(text, "\nranks ", "\nrank 0 first  11  1  6.84 us\nranks ");
    CHECK(told(differing_formats(document, with_phase, csv, json, xml)) == "");
}

TEST_CASE("the longest wait names both ranks, the place, and the time", "[invariants]") {
    TraceBuilder builder(2);
    const auto exchange = builder.site("EXCHANGE", 4);
    const auto work = builder.phase("work", 2);
    builder.rank(0, 0, 1000)
        .enter(0, work)
        .leave(50)
        .enter(50, exchange)
        .wait(60, 1)
        .receive(920, 1, 8)
        .leave(930);
    builder.rank(1, 0, 1000).enter(0, work).leave(900).enter(900, exchange).send(910, 0, 8).leave(915);
    const MadeRun run(builder.trace);
    const LongestWait& wait = run.analysis.late_partners.longest;
    CHECK(wait.rank == 0);
    CHECK(wait.late_rank == 1);
    CHECK(wait.late_ns == 850);
    CHECK(wait.site == exchange);
    CHECK(wait.late_rank_site == work);
    CHECK(wait.late_rank_ns == 840);
    CHECK(render_text(sheet_document(run.input()))
              .find("longest wait: rank 0 for rank 1, 850 ns in \\EXCHANGE (line 4); rank 1 was in phase "
                    "work (line 2)") != std::string::npos);
}

TEST_CASE("a single host is named, and a program without size and iterations shows none", "[invariants]") {
    MadeRun run(long_exchange());
    for (const std::size_t rank : {0, 1})
        run.record(rank)["host"] = "here";
    run.json["parameters"] = {{"size", "100"}, {"iterations", "10"}};
    const auto fact = [&](const std::string& label) {
        run.read();
        const Section section = main_results(run.input());
        for (const Fact& one : section.facts)
            if (one.label == label) return one.value.text;
        return std::string("no such fact");
    };
    CHECK(fact("Nodes") == "1");
    CHECK(fact("Network") == "within one host");
    CHECK(fact("Problem size") == "100");
    CHECK(fact("Iterations") == "10");
    run.json["parameters"] = Json::object();
    CHECK(fact("Problem size") == "none: the program uses no size");
    CHECK(fact("Iterations") == "none: the program uses no iterations");
    run.record(1)["host"] = "there";
    CHECK(fact("Nodes") == "unknown");
}

TEST_CASE("a sheet says how much of a kernel the trace contains", "[invariants]") {
    MadeRun run(sampled_pingpong());
    SECTION("all messages") {
        CHECK(told(coverage_sentences(run.input())) == "");
        CHECK(messages_are_recorded(run.input()));
    }
    SECTION("some of the messages") {
        for (const std::size_t rank : {0, 1}) {
            run.record(rank)["sites"][0]["messages_sent"] = 150;
            run.record(rank)["sites"][0]["messages_received"] = 150;
        }
        run.read();
        CHECK(told(coverage_sentences(run.input())) ==
              "inside \\PINGPONG (line 4), the trace contains blocks of iterations: 2.0 % of its time, and 2 "
              "of its "
              "300 messages\n");
        CHECK_FALSE(messages_are_recorded(run.input()));
    }
    SECTION("nothing") {
        run.directory.trace->sites.resize(1);
        for (RankTrace& rank : run.directory.trace->ranks)
            rank.events = {rank.events.front(), rank.events.back()};
        run.read();
        CHECK(told(coverage_sentences(run.input())) ==
              "inside \\PINGPONG (line 4), the trace contains no states and no messages\n");
    }
    CHECK(told(broken_invariants(run.input())) == "");
    const DataTable parts = kernel_table(run.input());
    if (parts.rows.empty()) return;
    CHECK(parts.rows[0][0].text == "\\PINGPONG: 8 bytes");
    CHECK(parts.rows[0][3].number == 0.04);
    CHECK(parts.rows[0][5].text == "27.50 %"); // overhead: 1 and 10 of 40 ms
    CHECK(parts.rows[0][7].text == "2");
}
