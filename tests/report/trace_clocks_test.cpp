#include "scratch.h"
#include "trace/read/clocks.h"
#include "trace/read/read_trace.h"
#include "trace_builder.h"
#include "trace_encoder.h"
#include "trace_files.h"

#include <catch2/catch.hpp>

using namespace loop_tests;

TEST_CASE("ticks of any rate become nanoseconds", "[trace]") {
    const Scratch scratch;
    TraceBuilder builder(1);
    const auto site = builder.site("EXCHANGE", 1);
    // 2.5 ticks per nanosecond; times after an hour are still exact.
    const std::int64_t hour = 3'600'000'000'000;
    builder.rank(0, 0, hour + 10).enter(hour, site).leave(hour + 4);
    trace_encoder::Options options;
    options.ticks_per_second = 2.5e9;
    trace_encoder::write(builder.trace, scratch.path(), options);
    check_same(read_trace(scratch.path()), builder.trace);
}

TEST_CASE("ranks of one host with the same tick counter share one calibration", "[trace]") {
    const Scratch scratch;
    const Trace made = two_ranks();
    // Rank 1's calibration is wrong by 1 %, its origin by 50 ns. Its session is shorter, so rank 0's are
    // used.
    auto header = trace_encoder::header(made, 1);
    header["clock"]["ticks_per_second"] = 1.01e9;
    header["clock"]["origin_ns"] = header["clock"]["origin_ns"].get<std::int64_t>() + 50;
    header["clock"]["close_ticks"] = header["clock"]["open_ticks"].get<std::int64_t>() + 900;
    trace_encoder::write_file(scratch.rank(0), trace_encoder::file(made, 0));
    trace_encoder::write_file(scratch.rank(1), trace_encoder::file_with(header, made, 1));
    const Trace read = read_trace(scratch.path());
    CHECK(read.ranks[1].begin_ns == 10);
    CHECK(read.ranks[1].events.back().time_ns == 950);
}

TEST_CASE("times of another host are converted to rank 0's, with interpolated offsets", "[trace]") {
    const Scratch scratch;
    Trace made = two_ranks();
    made.ranks[1].host = "far";
    const std::string source = GENERATE("tsc", "mpi_wtime");
    // The clock of rank 1's host is ahead by 1000 ns at its begin (10), and by 1100 ns at 1010: a drift of
    // 0.1.
    auto header = trace_encoder::header(made, 1);
    auto header_of_rank_0 = trace_encoder::header(made, 0);
    header["clock"]["source"] = header_of_rank_0["clock"]["source"] = source;
    const auto open = header["clock"]["open_ticks"].get<std::int64_t>();
    header["clock"]["samples"] = {{{"ticks", open}, {"offset_ns", -1000}, {"bound_ns", 20}},
                                  {{"ticks", open + 1000}, {"offset_ns", -1100}, {"bound_ns", 30}}};
    header["clock"]["origin_ns"] = header["clock"]["origin_ns"].get<std::int64_t>() + 1000;
    trace_encoder::write_file(scratch.rank(0), trace_encoder::file_with(header_of_rank_0, made, 0));
    trace_encoder::write_file(scratch.rank(1), trace_encoder::file_with(header, made, 1));
    const Trace read = read_trace(scratch.path());
    CHECK(all_problems(read).empty());
    CHECK(read.ranks[1].begin_ns == 10);
    // Its last event is 940 ns after its begin by its own clock: 10 + 940 - 94.
    CHECK(read.ranks[1].events.back().time_ns == 856);
    REQUIRE(read.ranks[1].clock.size() == 2);
    CHECK(read.ranks[1].clock[1].time_ns == 1000);
    CHECK(read.ranks[1].clock[1].bound_ns == 30);
    CHECK(read.ranks[0].clock.empty());
}

TEST_CASE("clocks that were not compared are reported", "[trace]") {
    const Scratch scratch;
    Trace made = two_ranks();
    made.ranks[1].host = "far";
    trace_encoder::write_file(scratch.rank(0), trace_encoder::file(made, 0));
    trace_encoder::Options options;
    options.origin_ns = 77; // this host booted later
    trace_encoder::write_file(scratch.rank(1), trace_encoder::file(made, 1, options));
    const Trace read = read_trace(scratch.path());
    CHECK_THAT(all_problems(read), Catch::Contains("the clock of host `far` was not compared"));
    CHECK(read.ranks[1].begin_ns == 0);
}

TEST_CASE("hosts that were compared with a lost rank 0 keep their common time", "[trace]") {
    const Scratch scratch;
    TraceBuilder builder(4);
    const auto site = builder.site("EXCHANGE", 1);
    for (int rank = 0; rank < 4; ++rank)
        builder.rank(rank, 10 * rank, 100).enter(50, site).leave(60);
    Trace& made = builder.trace;
    made.ranks[1].host = "a"; // no rank is left on rank 0's host
    made.ranks[2].host = made.ranks[3].host = "b";
    for (const int rank : {1, 2, 3}) {
        auto header = trace_encoder::header(made, rank);
        const std::int64_t offset = rank == 1 ? -5000 : 700; // added to the host's time
        header["clock"]["origin_ns"] = header["clock"]["origin_ns"].get<std::int64_t>() - offset;
        // Only the first rank of each host takes clock samples.
        if (rank < 3)
            header["clock"]["samples"] = {
                {{"ticks", header["clock"]["open_ticks"]}, {"offset_ns", offset}, {"bound_ns", 1}}};
        trace_encoder::write_file(scratch.rank(rank), trace_encoder::file_with(header, made, rank));
    }
    const Trace read = read_trace(scratch.path(), {4, ""});
    CHECK(all_problems(read) == "rank 0: it left no trace\n");
    for (const int rank : {1, 2, 3}) { // rank 1's begin, 10, is time 0 now
        CHECK(read.ranks[static_cast<std::size_t>(rank)].begin_ns == 10 * rank - 10);
        CHECK(read.ranks[static_cast<std::size_t>(rank)].events[0].time_ns == 40);
    }
}

TEST_CASE("an even drift of a clock is corrected without an error of its own", "[trace]") {
    CHECK(uneven_drift_ns({}) == 0);
    CHECK(uneven_drift_ns({{0, 500, 20}}) == 0);
    // 50 ppm: 50 ns in each millisecond.
    std::vector<ClockSample> even;
    for (int i = 0; i < 6; ++i)
        even.push_back({1'000'000 * i * i, 7 + 50 * i * i, 20});
    CHECK(uneven_drift_ns(even) == 0);
}

TEST_CASE("the error of a clock that was set is its step", "[trace]") {
    std::vector<ClockSample> set;
    for (int i = 0; i < 6; ++i)
        set.push_back({1'000'000 * i, 50 * i + (i > 3 ? 1'000'000 : 0), 20});
    CHECK(uneven_drift_ns(set) == 1'000'000);
}

TEST_CASE("with too few comparisons, any change of an offset may be a step", "[trace]") {
    CHECK(uneven_drift_ns({{0, 0, 20}, {1'000'000, 50, 20}}) == 50);
    CHECK(uneven_drift_ns({{0, 0, 20}, {1'000'000, 50, 20}, {3'000'000, -150, 20}}) == 200);
}
