#include "scratch.h"
#include "trace/read/open_sites.h"
#include "trace/read/read_trace.h"
#include "trace_builder.h"
#include "trace_encoder.h"
#include "trace_files.h"

#include <catch2/catch.hpp>

#include <random>

using namespace loop_tests;
namespace fs = std::filesystem;

TEST_CASE("a trace survives a round trip", "[trace]") {
    const Scratch scratch;
    const Trace made = two_ranks();
    trace_encoder::Options options;
    options.events_a_block = GENERATE(1, 3, 1000);
    trace_encoder::write(made, scratch.path(), options);
    const Trace read = read_trace(scratch.path(), {2, "launch-1"});
    CHECK(all_problems(read).empty());
    CHECK(read.ranks[0].complete);
    CHECK(read.sites.size() == 3);
    CHECK(read.sites[0].name == "sweep");
    CHECK(read.communicators.size() == 1);
    CHECK(read.clock_source == "time stamp counter");
    check_same(read, made);
    check_same(read_trace(scratch.path()), made); // without an ExpectedTrace
}

TEST_CASE("what threads did is apart from the events of their rank", "[trace]") {
    const Scratch scratch;
    Trace made = two_ranks();
    using State = ThreadEvent::State;
    made.ranks[1].threads = {{200, 0, State::Busy},
                             {300, 0, State::Communicating},
                             {350, 0, State::Ended},
                             {210, 4095, State::Busy},
                             {340, 4095, State::Ended}};
    made.ranks[1].thread_messages = {{310, 1000, 0, 1, false}, {340, 0, 4095, 0, true}};
    trace_encoder::write(made, scratch.path());
    const Trace read = read_trace(scratch.path());
    CHECK(all_problems(read).empty());
    check_same(read, made);
    CHECK(read.ranks[0].threads.empty());
    REQUIRE(read.ranks[1].threads.size() == made.ranks[1].threads.size());
    for (std::size_t i = 0; i < made.ranks[1].threads.size(); ++i) {
        const ThreadEvent &seen = read.ranks[1].threads[i], &expected = made.ranks[1].threads[i];
        CHECK(seen.time_ns == expected.time_ns);
        CHECK(seen.thread == expected.thread);
        CHECK(seen.state == expected.state);
    }
    REQUIRE(read.ranks[1].thread_messages.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        const ThreadMessageEvent &seen = read.ranks[1].thread_messages[i],
                                 &expected = made.ranks[1].thread_messages[i];
        CHECK(seen.time_ns == expected.time_ns);
        CHECK(seen.bytes == expected.bytes);
        CHECK(seen.thread == expected.thread);
        CHECK(seen.partner == expected.partner);
        CHECK(seen.is_received == expected.is_received);
    }
}

TEST_CASE("ranks with different tables share sites and communicators", "[trace]") {
    const Scratch scratch;
    Trace first = two_ranks(), second = first;
    // Rank 1 numbers its sites in reverse order, after a site that rank 0 does not have.
    second.sites = {
        {SiteKind::Mpi, "MPI_Send", "", "t.loop", 9}, first.sites[2], first.sites[1], first.sites[0]};
    second.communicators = {{"other", {1}}, first.communicators[0]};
    for (Event& event : second.ranks[1].events) {
        if (event.site != no_site) event.site = 3 - event.site;
        event.communicator = 1;
    }
    trace_encoder::write_file(scratch.rank(0), trace_encoder::file(first, 0));
    trace_encoder::write_file(scratch.rank(1), trace_encoder::file(second, 1));
    const Trace read = read_trace(scratch.path());
    CHECK(all_problems(read).empty());
    REQUIRE(read.sites.size() == 4);
    CHECK(read.sites[3].construct == "MPI_Send");
    CHECK(read.communicators.size() == 2);
    check_same(read, first);
}

TEST_CASE("a missing rank is reported, and the others are read", "[trace]") {
    const Scratch scratch;
    trace_encoder::write(two_ranks(), scratch.path());
    fs::remove(scratch.rank(1));
    const Trace read = read_trace(scratch.path());
    CHECK(all_problems(read) == "rank 1: it left no trace\n");
    CHECK(read.ranks[0].complete);
    CHECK_FALSE(read.ranks[1].present);
}

TEST_CASE("foreign files are reported", "[trace]") {
    const Scratch scratch;
    const Trace made = two_ranks();
    trace_encoder::write(made, scratch.path());
    std::string expected, bytes = trace_encoder::file(made, 1);
    SECTION("another launch") {
        trace_encoder::Options options;
        options.launch = "launch-2";
        bytes = trace_encoder::file(made, 1, options);
        expected = "rank 1: its file is of another launch (`launch-2`, not `launch-1`)\n";
    }
    SECTION("another rank") {
        bytes = trace_encoder::file(made, 0);
        expected = "rank 1: its file is of rank 0\n";
    }
    SECTION("another version") {
        bytes.replace(0, 12, "loop-trace/2");
        expected = "rank 1: it is of version loop-trace/2; this reader knows loop-trace/1\n";
    }
    SECTION("no trace at all") {
        bytes = std::string("\x7f\x45\x4c\x46\0\0", 6);
        expected = "rank 1: it is not a trace: it does not begin with `loop-trace/1`\n";
    }
    SECTION("empty") {
        bytes.clear();
        expected = "rank 1: it is not a trace: it does not begin with `loop-trace/1`\n";
    }
    SECTION("a header that is no JSON") {
        bytes = "loop-trace/1\n{\"rank\":\n";
        expected = "rank 1: its header is not JSON\n";
    }
    SECTION("a header without an end") {
        bytes = "loop-trace/1\n{\"rank\": 1";
        expected = "rank 1: its header is cut, or longer than 16 MiB\n";
    }
    SECTION("a header with impossible ranks") {
        auto header = trace_encoder::header(made, 1);
        header["ranks"] = -4;
        bytes = "loop-trace/1\n" + header.dump() + "\n";
        expected = "rank 1: its header says rank 1 of -4\n";
    }
    trace_encoder::write_file(scratch.rank(1), bytes);
    const Trace read = read_trace(scratch.path(), {2, ""});
    CHECK(all_problems(read) == expected);
    CHECK(read.ranks[0].complete);
    CHECK_FALSE(read.ranks[1].present);
}

TEST_CASE("a damaged block loses only its own events", "[trace]") {
    const Scratch scratch;
    const Trace made = two_ranks();
    trace_encoder::Options options;
    options.events_a_block = 5;
    trace_encoder::write(made, scratch.path(), options);
    std::string bytes = trace_encoder::file(made, 1, options);
    const std::string second = trace_encoder::file(made, 1, options);
    // The second block's payload begins two block heads and one payload after the header.
    std::size_t at = bytes.find('\n', bytes.find('\n') + 1) + 1;
    at += 16 + static_cast<unsigned char>(bytes[at]) + 16;
    bytes[at + 3] = static_cast<char>(bytes[at + 3] ^ 0x40);
    trace_encoder::write_file(scratch.rank(1), bytes);
    const Trace read = read_trace(scratch.path());
    CHECK(all_problems(read) == "rank 1: a block of it is damaged: its events are lost\n");
    const std::vector<Event>& all = made.ranks[1].events;
    REQUIRE(read.ranks[1].events.size() == all.size() - 5);
    REQUIRE(read.ranks[1].gaps.size() == 1);
    CHECK(read.ranks[1].gaps[0].begin_ns == all[4].time_ns);
    CHECK(read.ranks[1].gaps[0].end_ns == all[10].time_ns);
    CHECK(read.ranks[1].present);
    CHECK_FALSE(read.ranks[1].complete);
}

TEST_CASE("a full buffer and a killed rank are reported", "[trace]") {
    const Scratch scratch;
    Trace made = two_ranks();
    trace_encoder::Options options;
    std::string expected;
    Gap gap{};
    SECTION("full") {
        made.ranks[1].dropped = 12;
        expected = "rank 1: its buffer was full: the last 12 events were not recorded\n";
        gap = {950, 1001};
    }
    SECTION("killed") {
        options.ended = "signal 15";
        made.ranks[1].end_ns = 960;
        expected = "rank 1: signal 15 ended it before \\CLOSE0\n";
        gap = {960, 1000}; // in its last state until the signal; the trace ends with rank 0
    }
    SECTION("killed with a full buffer") {
        options.ended = "signal 15";
        made.ranks[1].end_ns = 960;
        made.ranks[1].dropped = 1;
        expected = "rank 1: its buffer was full: the last 1 event was not recorded; "
                   "signal 15 ended it before \\CLOSE0\n";
        gap = {950, 1000};
    }
    trace_encoder::write_file(scratch.rank(0), trace_encoder::file(made, 0));
    trace_encoder::write_file(scratch.rank(1), trace_encoder::file(made, 1, options));
    const Trace read = read_trace(scratch.path());
    CHECK(all_problems(read) == expected);
    REQUIRE(read.ranks[1].gaps.size() == 1);
    CHECK(read.ranks[1].gaps[0].begin_ns == gap.begin_ns);
    CHECK(read.ranks[1].gaps[0].end_ns == gap.end_ns);
    CHECK(read.ranks[1].events.size() == made.ranks[1].events.size());
}

TEST_CASE("a rank that hung is in its last state until it was killed", "[trace]") {
    const Scratch scratch;
    Trace made = two_ranks();
    made.ranks[1].end_ns = 5000;
    trace_encoder::Options options;
    options.ended = "signal 15";
    trace_encoder::write_file(scratch.rank(0), trace_encoder::file(made, 0));
    trace_encoder::write_file(scratch.rank(1), trace_encoder::file(made, 1, options));
    const Trace read = read_trace(scratch.path());
    CHECK(read.ranks[1].end_ns == 5000);
    CHECK(read.ranks[1].gaps.empty());
    CHECK(read.end_ns() == 5000);
}

TEST_CASE("wrong counts in a header are reported", "[trace]") {
    const Scratch scratch;
    const Trace made = two_ranks();
    trace_encoder::write(made, scratch.path());
    auto header = trace_encoder::header(made, 1);
    header["events"] = 1'000'000'000'000;
    trace_encoder::write_file(scratch.rank(1), trace_encoder::file_with(header, made, 1));
    CHECK_THAT(all_problems(read_trace(scratch.path())),
               Catch::Contains("its header says 1000000000000 events, but there are 36"));
}

TEST_CASE("events out of order are sorted and reported", "[trace]") {
    const Scratch scratch;
    Trace made = two_ranks();
    trace_encoder::Options options;
    options.events_a_block = 1; // within a block, time cannot decrease
    std::swap(made.ranks[0].events[2], made.ranks[0].events[3]);
    trace_encoder::write(made, scratch.path(), options);
    const Trace read = read_trace(scratch.path());
    CHECK(all_problems(read) == "rank 0: its events were not in order of time\n");
    check_same(read.ranks[0].events[2], made.ranks[0].events[3]);
}

TEST_CASE("every truncation of a file is reported, and its beginning is read", "[trace]") {
    const Scratch scratch;
    const Trace made = two_ranks();
    trace_encoder::Options options;
    options.events_a_block = 4;
    trace_encoder::write(made, scratch.path(), options);
    const std::string bytes = trace_encoder::file(made, 1, options);
    std::size_t most = 0;
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        trace_encoder::write_file(scratch.rank(1), bytes.substr(0, size));
        const Trace read = read_trace(scratch.path(), {2, ""});
        REQUIRE(read.problems.size() == 1);
        REQUIRE(read.ranks[0].complete);
        REQUIRE(read.ranks[1].events.size() >= most);
        most = read.ranks[1].events.size();
    }
    CHECK(most == made.ranks[1].events.size());
}

TEST_CASE("mutated files cause no crash", "[trace]") {
    const Scratch scratch;
    const Trace made = two_ranks();
    const unsigned seed = std::random_device()();
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const auto at = [&](std::size_t size) { return random() % size; };
    trace_encoder::Options options;
    options.events_a_block = 7;
    const std::string bytes = trace_encoder::file(made, 1, options);
    const std::size_t body = bytes.find('\n', bytes.find('\n') + 1) + 1;
    trace_encoder::write(made, scratch.path(), options);
    for (int round = 0; round < 3000; ++round) {
        std::string file = bytes;
        if (round % 3 == 0) {
            // A random payload with a valid checksum, which the checksum cannot detect.
            std::string noise;
            for (std::size_t i = 1 + at(200); i > 0; --i)
                noise += static_cast<char>(random());
            file = file.substr(0, body) + trace_encoder::block(noise, static_cast<std::uint32_t>(at(100))) +
                   trace_encoder::last_block();
        }
        for (std::size_t edits = at(4); edits > 0; --edits) {
            if (file.empty()) break;
            const std::size_t where = at(file.size());
            if (random() % 2)
                file[where] = static_cast<char>(random());
            else if (random() % 2)
                file.erase(where, 1 + at(10));
            else
                file.insert(where, file.substr(at(file.size()), at(30)));
        }
        trace_encoder::write_file(scratch.rank(1), file);
        const Trace read = read_trace(scratch.path(), {2, ""});
        REQUIRE(read.ranks.size() == 2);
        for (const Event& event : read.ranks[1].events) {
            REQUIRE((event.site == no_site || event.site < read.sites.size()));
            REQUIRE(event.partner >= -1);
            REQUIRE(event.partner < 2);
        }
        REQUIRE((read.ranks[1].complete || !read.problems.empty()));
    }
}

TEST_CASE("an empty directory has no trace", "[trace]") {
    const Scratch scratch;
    CHECK_FALSE(has_trace(scratch.path()));
    CHECK(all_problems(read_trace(scratch.path())) == "no rank left a trace\n");
    CHECK(all_problems(read_trace(scratch.path() / "none", {3, ""})) == "ranks 0 to 2: it left no trace\n");
}

TEST_CASE("visits end with those inside them, and only if they were entered", "[trace]") {
    OpenVisits<char> open;
    std::string closed;
    const auto leave = [&](std::uint32_t site) {
        return open.leave(site, [&](std::uint32_t, char name) { closed += name; });
    };
    CHECK(leave(1) == 0);
    open.enter(1, 'a');
    open.enter(2, 'b');
    CHECK(leave(7) == 0); // never entered
    CHECK(open.innermost() == 'b');
    open.enter(1, 'c');
    open.innermost() = 'd';
    CHECK(leave(2) == 2); // the end of the visit inside is lost
    CHECK(closed == "db");
    CHECK(open.innermost() == 'a');
    open.clear();
    CHECK(open.empty());
    CHECK(leave(1) == 0);
}
