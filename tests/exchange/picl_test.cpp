#include "made_trace.h"
#include "picl_grammar.h"
#include "trace/analysis/states/states.h"
#include "trace/export/export.h"

#include <catch2/catch.hpp>

#include <sstream>

using namespace loop::report;

namespace {

std::string picl_of(const Trace& trace) {
    std::ostringstream out;
    write_picl(trace, out);
    return out.str();
}

picl_grammar::Verdict checked(const std::string& text) {
    std::istringstream in(text);
    return picl_grammar::check(in);
}

std::string first_error(const std::string& text) {
    const picl_grammar::Verdict verdict = checked(text);
    return verdict.errors.empty() ? "" : verdict.errors[0];
}

/// Two nodes that exchange one message, as another tool writes it.
const std::string good = "-3 -901 -0.000001 0 0 0\n"
                         "-3 -901 0.000001 1 0 0\n"
                         "-2 -904 0.000001 0 0 3 2 1 1 1\n"
                         "-3 1 0.000002 0 0 0 2\n"
                         "-3 -21 0.000010 0 0 3 2 100 7 1\n"
                         "-3 -52 0.000010 1 0 2 2 7 0\n"
                         "-4 -21 0.000012 0 0 0\n"
                         "-4 1 0.000012 0 0 0 2\n"
                         "-4 -52 0.000020 1 0 3 2 100 7 0\n"
                         "-101 -1 0.000030 0 0 2 \"%d%lf\" -21 0.000374 -901 0.0171\n"
                         "-4 -901 0.000030 0 0 0\n"
                         "-4 -901 0.000031 1 0 0\n";

std::string with(std::string text, const std::string& what, const std::string& instead) {
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), instead);
}

} // namespace

TEST_CASE("the PICL checker accepts a correct file and counts its records", "[picl]") {
    const picl_grammar::Verdict verdict = checked(good);
    CHECK(verdict.errors.empty());
    CHECK(verdict.totals.messages == 1);
    CHECK(verdict.totals.bytes == 100);
    CHECK(verdict.totals.unreceived == 0);
    CHECK(verdict.totals.time_ns.at(1).at(-52) == 10000);
}

TEST_CASE("the PICL checker finds errors", "[picl]") {
    const auto [what, instead, error] = GENERATE(table<std::string, std::string, std::string>({
        {"-3 -21 0.000010", "-3 -21 0.00001x", "no number"},
        {"-3 -21 0.000010 0", "-3  -21 0.000010 0", "two blanks"},
        {"100 7 1\n", "100 7 1 \n", "blank at the end"},
        {"-3 -21 0.000010 0 0 3 2 100 7 1", "-3 -21 0.000010 0 0 3 2 100 7", "2 data instead of 3"},
        {"-3 -21 0.000010 0 0 3 2 100 7 1", "-3 -21 0.000010 0 0 2 2 100 7", "event -21 with 2 data"},
        {"-3 -21 0.000010 0 0 3 2 100 7 1", "-3 -21 0.000010 0 0 3 2 9999999999 7 1", "no int"},
        {"-3 -21 0.000010 0 0 3 2 100 7 1", "-3 -21 0.000010 0 0 3 9 100 7 1", "no type from 0 to 5"},
        {"-3 -21 0.000010", "-9 -21 0.000010", "unknown record type"},
        {"-3 -21 0.000010", "-3 -99 0.000010", "unknown event type"},
        {"-4 -21 0.000012", "-4 -21 0.000009", "earlier than the line before"},
        {"-4 -21 0.000012 0 0 0\n", "", "closes nothing that is open innermost"},
        {"-4 1 0.000012 0 0 0 2\n", "", "closes nothing"},
        {"-3 -21 0.000010 0 0 3 2 100 7 1\n", "", "closes nothing"},
        {"100 7 0\n", "101 7 0\n", "another length"},
        {"-3 -52 0.000010 1 0 2 2 7 0", "-3 -52 0.000010 1 0 2 2 8 0", "another tag"},
        {"-3 -52 0.000010 1 0 2 2 7 0", "-3 -52 0.000010 1 0 2 2 7 1", "another source"},
        {"-4 -901 0.000031 1 0 0\n", "", "has no -4 -901"},
        {"-3 -901 0.000001 1 0 0\n", "", "first record is not -3 -901"},
        {"\"%d%lf\"", "\"%d%q\"", "no format"},
        {"\"%d%lf\"", "\"%d%lf", "a quote that does not end"},
        {"-4 -52 0.000020", "-3 -402 0.000020 1 0 1 2 5\n-4 -52 0.000020", "communicator 5 was not defined"},
    }));
    INFO(what << " -> " << instead);
    const std::string found = first_error(with(good, what, instead));
    INFO("found: " << found);
    CHECK(found.find(error) != std::string::npos);
}

TEST_CASE("the PICL checker finds a message that is received before it is sent", "[picl]") {
    const std::string text = "-3 -901 0.0 0 0 0\n-3 -901 0.0 1 0 0\n-3 -51 0.1 1 0 2 2 7 0\n"
                             "-4 -51 0.2 1 0 3 2 100 7 0\n-3 -21 0.3 0 0 3 2 100 7 1\n-4 -21 0.4 0 0 0\n"
                             "-4 -901 0.5 0 0 0\n-4 -901 0.5 1 0 0\n";
    CHECK(first_error(text).find("received before it was sent") != std::string::npos);
}

TEST_CASE("PICL has every line of a small trace", "[picl]") {
    // Overhead of rank 0: 20..25, then the send until 40. Of rank 1: 20..30, then it waits.
    CHECK(picl_of(made::two_ranks()) == "-202 -812 0.000000000 -1 -1 2 2 0 1\n"
                                        "-3 -901 0.000000000 0 0 0\n"
                                        "-3 -911 0.000000000 0 0 1 \"%d %s %s\" 10 LOOP " LOOP_VERSION "\n"
                                        "-4 -911 0.000000000 0 0 0\n"
                                        "-3 -911 0.000000000 0 0 1 \"%d %s %s %s %s %s %s %s %s %s\" 41 "
                                        "event 1 is phase the ?main?, part line 10\n"
                                        "-4 -911 0.000000000 0 0 0\n"
                                        "-2 -904 0.000000000 0 0 3 2 1 1 1\n"
                                        "-3 -901 0.000000000 1 0 0\n"
                                        "-2 -904 0.000000000 1 0 3 2 1 1 1\n"
                                        "-3 1 0.000000010 0 0 0 2\n"
                                        "-3 -21 0.000000020 0 0 3 2 100 1 1\n"
                                        "-3 -602 0.000000020 1 0 0\n"
                                        "-4 -602 0.000000030 1 0 0\n"
                                        "-3 -52 0.000000030 1 0 2 2 1 0\n"
                                        "-4 -21 0.000000040 0 0 0\n"
                                        "-4 -52 0.000000060 1 0 3 2 100 1 0\n"
                                        "-3 -602 0.000000060 1 0 0\n"
                                        "-4 -602 0.000000070 1 0 0\n"
                                        "-4 -901 0.000000080 1 0 0\n"
                                        "-4 1 0.000000090 0 0 0 2\n"
                                        "-4 -901 0.000000100 0 0 0\n");
}

TEST_CASE("PICL of random programs is correct, with the right counts, bytes, and states", "[picl]") {
    const unsigned seed = GENERATE(range(1u, 25u));
    const int ranks = 2 + static_cast<int>(seed % 7);
    INFO("seed " << seed);
    const Trace trace = made::random_program(ranks, 40, seed);
    const std::string text = picl_of(trace);
    const picl_grammar::Verdict verdict = checked(text);
    for (const std::string& error : verdict.errors)
        FAIL_CHECK(error);
    const made::Totals totals = made::totals_of(trace);
    CHECK(verdict.totals.messages == totals.sends);
    CHECK(verdict.totals.bytes == totals.bytes);
    CHECK(verdict.totals.marks == totals.marks);
    CHECK(verdict.totals.unreceived == totals.sends - totals.receives);
    const std::vector<RankStates> states = states_of(trace);
    for (int node = 0; node < ranks; ++node) {
        const RankTrace& rank = trace.ranks[static_cast<std::size_t>(node)];
        const StateTimes ours =
            times_in(states[static_cast<std::size_t>(node)], {rank.begin_ns, rank.end_ns});
        auto theirs = verdict.totals.time_ns.at(node);
        CHECK(theirs[-52] + theirs[-601] == ours.of(State::Idle));
        CHECK(theirs[-21] + theirs[-51] + theirs[-602] + theirs[-402] + theirs[-785] ==
              ours.of(State::Overhead) + ours.of(State::Excluded));
        CHECK(verdict.totals.node_ns.at(node) == rank.end_ns - rank.begin_ns);
    }
}

TEST_CASE("PICL closes the states of a killed rank, and writes large messages", "[picl]") {
    made::Maker maker(2);
    maker.enter(0, 5, made::phase).enter(0, 10, made::ring).send(0, 15, 1, 5000000000).wait(0, 20);
    maker.enter(1, 7, made::ring);
    const std::string text = picl_of(maker.trace);
    CHECK(first_error(text).empty());
    CHECK(text.find("-3 -21 0.000000010 0 0 3 3 5000000000 1 1\n") != std::string::npos);
}
