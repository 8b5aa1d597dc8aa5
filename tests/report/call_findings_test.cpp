#include "findings_support.h"
#include "report/document/output_formats.h"
#include "report/sheet/sections.h"

#include <catch2/catch.hpp>

using namespace loop::report;
using namespace loop_tests;

TEST_CASE("calls of a warm-up are not counted", "[findings]") {
    TraceBuilder builder(1);
    const auto exchange = builder.site("EXCHANGE", 9);
    builder.rank(0, 0, 1000).excluded_from(100).enter(100, exchange).leave(200).included(200);
    builder.enter(300, exchange).leave(400).enter(500, exchange).leave(600);
    CHECK(analyze(builder.trace).site_times.calls[exchange] == 2);
}

TEST_CASE("the terminal lists the MPI calls of host code with their messages", "[findings]") {
    TraceBuilder builder(2);
    const auto send = builder.site("MPI_Send", 4, SiteKind::Mpi),
               receive = builder.site("MPI_Recv", 6, SiteKind::Mpi);
    const auto barrier = builder.site("MPI_Barrier", 8, SiteKind::Mpi);
    builder.rank(0, 0, 1000).enter(100, send).send(101, 1, 4096).leave(200);
    builder.enter(700, barrier).collective(750, 0).leave(750);
    builder.rank(1, 0, 1000).enter(50, receive).wait(60, 0).receive(160, 0, 4096).leave(170);
    builder.enter(700, barrier).collective(750, 0).leave(750);
    const RunDirectory directory = traced(builder.trace);
    const Analysis analysis = analyze(*directory.trace);
    const std::string text = render_text(sheet_document({directory, &analysis}));
    const std::string table = text.substr(text.find("MPI calls of host code, all ranks"));
    CHECK(
        table.find(
            "MPI calls of host code, all ranks  line  calls  messages     bytes  received    time  waiting\n"
            "MPI_Recv                              6      1                      4.00 KiB  120 ns   100 ns\n"
            "MPI_Send                              4      1         1  4.00 KiB            100 ns\n"
            "MPI_Barrier                           8      2                                100 ns\n") == 0);
}

TEST_CASE("the terminal counts MPI calls that a full trace lacks", "[findings]") {
    TraceBuilder builder(2);
    const auto send = builder.site("MPI_Send", 4, SiteKind::Mpi),
               sum = builder.site("MPI_Allreduce", 8, SiteKind::Mpi);
    builder.rank(0, 0, 1000).enter(100, send).send(101, 1, 4096).leave(200);
    builder.rank(1, 0, 1000);
    for (RankTrace& rank : builder.trace.ranks) {
        rank.complete = false;
        rank.dropped = 7;
        rank.counts_calls = true;
        rank.call_counts = {{sum, 3, 0, 0, 0, 0, 24, 24}};
    }
    builder.trace.ranks[0].call_counts.push_back({send, 1000, 1000, 4096000, 0, 0, 0, 0});
    const auto table = [&] {
        const RunDirectory directory = traced(builder.trace);
        const Analysis analysis = analyze(*directory.trace);
        const std::string text = render_text(sheet_document({directory, &analysis}));
        return text.substr(text.find("MPI calls of host code, all ranks"));
    };
    CHECK(table().find(
              "MPI calls of host code, all ranks  line  calls  messages     bytes  given   got    time\n"
              "MPI_Send                              4   1000      1000  3.91 MiB               100 ns\n"
              "MPI_Allreduce                         8      6                       48 B  48 B\n"
              "the trace was full: times are those of the calls in it\ngiven, got: data") == 0);
    builder.trace.ranks[1].counts_calls = false; // it was killed
    builder.trace.ranks[1].call_counts = {};
    CHECK(table().find("only the calls in it are known") != std::string::npos);
    for (RankTrace& rank : builder.trace.ranks) {
        rank.complete = true;
        rank.dropped = 0;
    }
    CHECK(table().find("the trace was full") == std::string::npos);
}
