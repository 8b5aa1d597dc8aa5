#include "report/read/run.h"
#include "support.h"

#include <loop/calls.h>

#include <catch2/catch.hpp>

using namespace loop::report;

TEST_CASE("a stored run is read", "[run]") {
    const RunRecord run = read_run(stored_run());
    CHECK(run.source.name == "ring");
    CHECK(run.ranks == 3);
    CHECK(run.summary.launches == 7);
    CHECK(run.summary.phases.size() == 2);
    CHECK(run.summary.program.launches.size() == 7);
    CHECK(run.summary.payload.verified);
}

TEST_CASE("JSON that is not a run is rejected", "[run]") {
    CHECK_THROWS_AS(parse_run("{"), FormatError);
    CHECK_THROWS_AS(parse_run("[]"), FormatError);
    CHECK_THROWS_AS(parse_run("{\"schema\": \"loop-run/9\"}"), FormatError);
}

/// Replaces each member below `node` by `value`, one at a time, and reads the result.
static void replace_each(Json& whole, Json& node, const Json& value) {
    if (!node.is_structured()) return;
    for (auto member = node.begin(); member != node.end(); ++member) {
        Json kept = *member;
        *member = value;
        if (whole.value("schema", Json()) == "loop-run/1") CHECK_NOTHROW(read_run(whole));
        *member = kept;
        replace_each(whole, *member, value);
    }
}

TEST_CASE("any JSON at any place is safe", "[run]") {
    Json run = stored_run();
    for (const Json& value : {Json(nullptr), Json(-1), Json("text"), Json(1e300),
                              Json::array({1, "x", nullptr}), Json{{"a", 1}}, Json(true)})
        replace_each(run, run, value);
}

TEST_CASE("the bus bandwidth has the factors of nccl-tests", "[run]") {
    constexpr int ranks = 4;
    CHECK(loop::bus_bytes(loop::CallKind::Allreduce, 800, ranks) == 1200); // a vector of 800 bytes
    CHECK(loop::bus_bytes(loop::CallKind::Reduce, 800, ranks) == 800);
    CHECK(loop::bus_bytes(loop::CallKind::Bcast, 200, ranks) == 800);     // 800 bytes of the root
    CHECK(loop::bus_bytes(loop::CallKind::Allgather, 100, ranks) == 300); // four slots of 100 bytes
    CHECK(loop::bus_bytes(loop::CallKind::Gather, 100, ranks) == 300);
    CHECK(loop::bus_bytes(loop::CallKind::Scatter, 100, ranks) == 300); // 400 bytes of the root
    CHECK(loop::bus_bytes(loop::CallKind::Alltoall, 400, ranks) == 300);
    CHECK(loop::bus_bytes(loop::CallKind::Reduce_scatter, 400, ranks) == 300);
    CHECK(loop::bus_bytes(loop::CallKind::Allreduce, 800, 1) == 0);
    CHECK(loop::bus_bytes(loop::CallKind::Scan, 800, ranks) == 0);
    CHECK(loop::bus_bytes(loop::CallKind::Barrier, 0, ranks) == 0);
    CHECK(loop::bus_bytes(loop::CallKind::Message, 8, ranks) == 0);
}
