#include "report/run.h"
#include "support.h"

#include <catch2/catch.hpp>

using namespace loop::report;
using nlohmann::ordered_json;

TEST_CASE("a stored run is read", "[run]") {
    const Run run = read_run(stored_run());
    CHECK(run.name == "ring");
    CHECK(run.ranks == 3);
    CHECK(run.launches_complete == 7);
    CHECK(run.phases.size() == 2);
    CHECK(run.program.launches.size() == 7);
    CHECK(run.payload.verified);
}

TEST_CASE("what is no run is refused", "[run]") {
    CHECK_THROWS_AS(parse_run("{"), FormatError);
    CHECK_THROWS_AS(parse_run("[]"), FormatError);
    CHECK_THROWS_AS(parse_run("{\"schema\": \"loop-run/9\"}"), FormatError);
}

/// Puts `value` in the place of every member below `node` in turn, and reads the whole again.
static void replace_each(ordered_json& whole, ordered_json& node, const ordered_json& value) {
    if (!node.is_structured()) return;
    for (auto member = node.begin(); member != node.end(); ++member) {
        ordered_json kept = *member;
        *member = value;
        if (whole.value("schema", ordered_json()) == "loop-run/1") CHECK_NOTHROW(read_run(whole));
        *member = kept;
        replace_each(whole, *member, value);
    }
}

TEST_CASE("any JSON in any place is safe", "[run]") {
    ordered_json run = stored_run();
    for (const ordered_json& value :
         {ordered_json(nullptr), ordered_json(-1), ordered_json("text"), ordered_json(1e300),
          ordered_json::array({1, "x", nullptr}), ordered_json{{"a", 1}}, ordered_json(true)})
        replace_each(run, run, value);
}
