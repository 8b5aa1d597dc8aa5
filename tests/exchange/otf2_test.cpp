#include "base/text/dates.h"
#include "made_trace.h"
#include "report/read/imported_run.h"
#include "support.h"
#include "trace/analysis/messages/clock_check.h"
#include "trace/analysis/messages/messages.h"
#include "trace/analysis/states/states.h"
#include "trace/analysis/waits/inferred_waits.h"
#include "trace/export/export.h"
#include "trace/import/otf2.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>

using namespace loop::report;
namespace fs = std::filesystem;

namespace {

std::string exported(const Trace& trace, const Folder& folder) {
    write_otf2(trace, folder.path());
    return folder.path() + "/traces.otf2";
}

/// Sum of the numbers after `key` in the lines of otf2-print that begin with `event`.
long long sum(const std::vector<std::string>& lines, const std::string& event, const std::string& key) {
    long long total = 0;
    for (const std::string& line : lines) {
        if (line.compare(0, event.size() + 1, event + " ") != 0) continue;
        const std::size_t at = line.find(key);
        total += at == std::string::npos ? 0 : std::stoll(line.substr(at + key.size()));
    }
    return total;
}

long long count(const std::vector<std::string>& lines, const std::string& event) {
    long long total = 0;
    for (const std::string& line : lines)
        total += line.compare(0, event.size() + 1, event + " ") == 0;
    return total;
}

void check_same_events(const Trace& before, const Trace& after) {
    REQUIRE(after.ranks.size() == before.ranks.size());
    for (std::size_t r = 0; r < before.ranks.size(); ++r) {
        const RankTrace& a = before.ranks[r];
        const RankTrace& b = after.ranks[r];
        INFO("rank " << r);
        CHECK(b.host == a.host);
        CHECK(b.begin_ns == a.begin_ns - before.begin_ns());
        CHECK(b.end_ns == a.end_ns - before.begin_ns());
        REQUIRE(b.events.size() == a.events.size());
        for (std::size_t i = 0; i < a.events.size(); ++i) {
            INFO("event " << i << " of kind " << static_cast<int>(a.events[i].kind));
            const Event &x = a.events[i], &y = b.events[i];
            CHECK(y.time_ns == x.time_ns - before.begin_ns());
            CHECK(y.kind == x.kind);
            if (x.kind == EventKind::Post || x.kind == EventKind::Wait) continue;
            CHECK(y.bytes == x.bytes);
            CHECK(y.partner == x.partner);
            CHECK(y.tag == x.tag);
            if (x.site == no_site) {
                CHECK(y.site == no_site);
                continue;
            }
            REQUIRE(y.site < after.sites.size());
            const TraceSite &s = before.sites[x.site], &t = after.sites[y.site];
            CHECK(t.kind == s.kind);
            CHECK(t.construct == s.construct);
            CHECK(t.name == s.name);
            CHECK(t.file == s.file);
            CHECK(t.line == s.line);
        }
    }
}

} // namespace

TEST_CASE("otf2-print reads our archive without warnings, with the same counts", "[otf2]") {
    require_tool("otf2-print");
    const unsigned seed = GENERATE(3u, 8u, 13u);
    const Trace trace = made::random_program(2 + static_cast<int>(seed % 5), 60, seed);
    const made::Totals totals = made::totals_of(trace);
    const Folder folder;
    const std::string anchor = exported(trace, folder);
    const Output printed = run("otf2-print " + quoted(anchor));
    CHECK(printed.code == 0);
    CHECK(printed.errors == "");
    const auto& lines = printed.lines;
    CHECK(count(lines, "MPI_SEND") + count(lines, "MPI_ISEND") == totals.sends);
    CHECK(count(lines, "MPI_RECV") + count(lines, "MPI_IRECV") == totals.receives);
    CHECK(count(lines, "MPI_IRECV") == totals.posts);
    CHECK(count(lines, "MPI_IRECV_REQUEST") == totals.posts);
    CHECK(count(lines, "MPI_ISEND_COMPLETE") == count(lines, "MPI_ISEND"));
    CHECK(sum(lines, "MPI_SEND", "Length: ") + sum(lines, "MPI_ISEND", "Length: ") == totals.bytes);
    CHECK(sum(lines, "MPI_RECV", "Length: ") + sum(lines, "MPI_IRECV", "Length: ") == totals.bytes);
    CHECK(count(lines, "MPI_COLLECTIVE_BEGIN") == totals.collectives);
    CHECK(count(lines, "MPI_COLLECTIVE_END") == totals.collectives);
    CHECK(count(lines, "PARAMETER_INT64") == totals.marks);
    CHECK(count(lines, "ENTER") == count(lines, "LEAVE"));
    const Output definitions = run("otf2-print -G " + quoted(anchor));
    CHECK(definitions.errors == "");
    CHECK(count(definitions.lines, "LOCATION") == static_cast<long long>(trace.ranks.size()));
}

TEST_CASE("round trip through OTF2: same events, messages, and states", "[otf2]") {
    const unsigned seed = GENERATE(range(1u, 13u));
    INFO("seed " << seed);
    const Trace before = made::random_program(1 + static_cast<int>(seed % 6), 50, seed);
    const Folder folder;
    const Trace after = read_otf2(exported(before, folder));
    CHECK(after.problems == std::vector<std::string>());
    check_same_events(before, after);
    const Messages a = match_messages(before), b = match_messages(after);
    CHECK(b.matched.size() == a.matched.size());
    CHECK(b.unreceived.size() == a.unreceived.size());
    const auto x = states_of(before), y = states_of(after);
    for (std::size_t r = 0; r < x.size(); ++r) {
        const StateTimes s = times_in(x[r], whole(before)), t = times_in(y[r], whole(after));
        for (const State state : {State::Busy, State::Overhead, State::Idle, State::Excluded})
            CHECK(t.of(state) == s.of(state));
    }
}

TEST_CASE("OTF2 keeps the problem and dropped events of a rank", "[otf2]") {
    Trace trace = made::two_ranks();
    trace.ranks[1].complete = false;
    trace.ranks[1].dropped = 17;
    trace.ranks[1].problem = "its buffer was full";
    const Folder folder;
    const Trace after = read_otf2(exported(trace, folder));
    CHECK(after.ranks[0].complete);
    CHECK_FALSE(after.ranks[1].complete);
    CHECK(after.ranks[1].dropped == 17);
    CHECK(after.ranks[1].problem == "its buffer was full");
}

TEST_CASE("OTF2 numbers the ranks of a subcommunicator", "[otf2]") {
    // `odd` is {3, 1}: world rank 3 is its rank 0, world rank 1 its rank 1.
    made::Maker maker(4);
    maker.enter(1, 1, made::ring).send(1, 2, 3, 64, 5, made::odd).leave(1, 3, made::ring);
    maker.enter(3, 1, made::ring).receive(3, 4, 1, 64, 5, made::odd).leave(3, 5, made::ring);
    maker.enter(0, 1, made::ring)
        .send(0, 2, 3, 64, 5, made::odd)
        .leave(0, 3, made::ring); // a message from world rank 0 to 3
    maker.enter(2, 1, made::ring)
        .send(2, 2, 0, 64, 5, made::odd)
        .leave(2, 3, made::ring); // world rank 0 is not in `odd`
    const Folder folder;
    const Remarks remarks = write_otf2(maker.trace, folder.path());
    REQUIRE(remarks.size() == 1);
    CHECK(remarks[0].find("1 messages are left out") == 0);
    const Trace after = read_otf2(folder.path());
    CHECK(after.ranks[1].events[1].partner == 3);
    CHECK(after.ranks[3].events[1].partner == 1);
    CHECK(after.communicators[after.ranks[1].events[1].communicator].ranks == std::vector<int>({3, 1}));
}

TEST_CASE("an archive has the date of the run, if there is one", "[otf2]") {
    for (const std::int64_t date : {std::int64_t{0}, loop::unix_ns_of("2026-01-31T12:00:00+0100")}) {
        Trace trace = made::two_ranks();
        trace.began_unix_ns = date;
        const Folder folder;
        const Trace after = read_otf2(exported(trace, folder));
        CHECK(after.began_unix_ns == (date == 0 ? 0 : date + trace.begin_ns()));
        CHECK(read_imported_run(folder.path()).run.started == (date == 0 ? "" : "2026-01-31T11:00:00+0000"));
    }
}

TEST_CASE("waits of an archive are inferred only if its clocks agree", "[otf2]") {
    const auto read_with = [](std::int64_t off_ns) {
        Trace trace = made::two_ranks();
        std::vector<Event>& receiver = trace.ranks[1].events;
        receiver.erase(std::remove_if(receiver.begin(), receiver.end(),
                                      [](const Event& event) { return event.kind == EventKind::Wait; }),
                       receiver.end());
        for (Event& event : receiver)
            event.time_ns += off_ns;
        trace.ranks[1].begin_ns += off_ns;
        trace.ranks[1].end_ns += off_ns;
        const Folder folder;
        return read_otf2(exported(trace, folder));
    };
    CHECK(has_waits(read_with(0)));
    const Trace disagreeing = read_with(-50);
    CHECK_FALSE(has_waits(disagreeing));
    CHECK_FALSE(check_clocks(disagreeing).agree());
    REQUIRE(disagreeing.problems.size() == 1);
    CHECK(disagreeing.problems[0].find("clocks that disagree: waiting is part of the overhead") !=
          std::string::npos);
}

TEST_CASE("ViTE reads the archive", "[vite]") {
    require_tool("vite");
    const Folder folder;
    const std::string anchor = exported(made::random_program(4, 60, 7), folder);
    const std::string picture = folder.path() + "/picture.svg";
    run("QT_QPA_PLATFORM=offscreen timeout 60 vite -f " + quoted(anchor) + " -e " + quoted(picture));
    const std::string svg = contents(picture);
    CHECK(svg.find("<svg") != std::string::npos);
    CHECK(svg.find("</svg>") != std::string::npos);
    const made::Totals totals = made::totals_of(made::random_program(4, 60, 7));
    long long rectangles = 0;
    for (std::size_t at = svg.find("<rect"); at != std::string::npos; at = svg.find("<rect", at + 1))
        ++rectangles;
    CHECK(rectangles >= totals.enters);
}

TEST_CASE("damaged archives cause an error message", "[damage]") {
    const Folder folder;
    const std::string anchor = exported(made::random_program(3, 30, 5), folder);
    const auto problem = [&](const std::string& path) {
        try {
            const Trace trace = read_otf2(path);
            std::string all;
            for (const std::string& text : trace.problems)
                all += text + "\n";
            return all;
        } catch (const ImportError& error) {
            return std::string(error.what());
        }
    };
    CHECK(problem(folder.path() + "/other.otf2").find("No such file or directory") != std::string::npos);
    CHECK(problem(anchor).empty());

    SECTION("an empty folder") {
        const Folder empty;
        CHECK(problem(empty.path()).find("has no files *.otf2") != std::string::npos);
    }
    SECTION("no events of one rank: the others are kept") {
        fs::remove(folder.path() + "/traces/1.evt");
        const Trace trace = read_otf2(anchor);
        CHECK(trace.ranks[0].complete);
        CHECK_FALSE(trace.ranks[1].complete);
        CHECK(trace.ranks[2].complete);
        CHECK(problem(anchor).find("rank 1: ") != std::string::npos);
    }
    SECTION("no definitions") {
        fs::remove(folder.path() + "/traces.def");
        CHECK(problem(anchor).find("definitions cannot be read") != std::string::npos);
    }
    SECTION("a file of another kind") {
        std::ofstream(anchor) << "this is a text\n";
        CHECK(problem(anchor).find("cannot be imported") != std::string::npos);
    }
    SECTION("an anchor that promises more than memory holds") {
        std::string text = contents(anchor);
        text[0x2e] = '\xd3'; // the byte before the creator, part of the number of definitions
        std::ofstream(anchor, std::ios::binary) << text;
        CHECK(problem(anchor).find("cannot be imported") != std::string::npos);
    }
    SECTION("every file cut or changed anywhere: a sentence or a trace, never a crash") {
        for (const char* name : {"traces.otf2", "traces.def", "traces/0.evt", "traces/0.def"}) {
            const std::string path = folder.path() + "/" + name;
            const std::string good = contents(path);
            for (std::size_t i = 0; i < 12; ++i) {
                const std::size_t at = good.size() * i / 12;
                INFO(name << " at " << at);
                std::ofstream(path, std::ios::binary) << good.substr(0, at);
                problem(anchor);
                std::string changed = good;
                if (at < changed.size()) changed[at] = static_cast<char>(changed[at] ^ (0x5a + i));
                std::ofstream(path, std::ios::binary) << changed;
                problem(anchor);
                // A truncated archive must not look complete.
                if (std::string(name) == "traces/0.evt" && i == 6) {
                    std::ofstream(path, std::ios::binary) << good.substr(0, at);
                    CHECK_FALSE(problem(anchor).empty());
                }
            }
            std::ofstream(path, std::ios::binary) << good;
            CHECK(problem(anchor).empty());
        }
    }
}
