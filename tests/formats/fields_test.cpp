#include "base/formats/fields.h"

#include <catch2/catch.hpp>

using namespace loop::formats;
using loop::Json;

namespace {

struct Inner {
    int line = 1;
    std::string text;

    [[maybe_unused]] static constexpr auto members = [](auto& fields, auto& self) {
        fields.count("line", self.line);
        fields("text", self.text);
    };
};

struct Outer {
    enum class Kind { One, Two };
    static constexpr std::array<const char*, 2> kinds{"one", "two"};

    Kind kind = Kind::One;
    double value = 0;
    std::optional<int> size;
    std::vector<Inner> inner;
    std::vector<std::optional<Inner>> places;
    std::optional<std::vector<int>> numbers;
    Pairs set;

    [[maybe_unused]] static constexpr auto members = [](auto& fields, auto& self) {
        fields.needed("kind", self.kind, kinds);
        fields.figure("value", self.value);
        fields("size", self.size);
        fields("inner", self.inner);
        fields.unless_empty("places", self.places);
        fields.unless_null("numbers", self.numbers);
        fields.named("set", self.set);
    };
};

struct Read {
    Outer value;
    Problems problems;
    bool is_whole = false;
};

Read read(const Json& json, Reader::Texts texts = Reader::Texts::AsTheyAre) {
    Read result;
    Reader reader(json, result.problems, texts);
    Outer::members(reader, result.value);
    result.is_whole = reader.is_whole();
    return result;
}

} // namespace

TEST_CASE("records survive a round trip", "[formats]") {
    Outer outer;
    outer.kind = Outer::Kind::Two;
    outer.value = -INFINITY;
    outer.inner = {{3, "three"}, {4, "four"}};
    outer.set = {{"b", "1"}, {"a", "2"}};
    const Json json = to_json(outer);
    CHECK(json.dump() == R"({"kind":"two","value":"-inf","size":null,"inner":[{"line":3,"text":"three"},)"
                         R"({"line":4,"text":"four"}],"set":{"b":"1","a":"2"}})");
    const Read again = read(json);
    CHECK(again.problems.empty());
    CHECK(to_json(again.value) == json);
}

TEST_CASE("a reader keeps valid members and reports where others are wrong", "[formats]") {
    const Read some =
        read(Json::parse(R"({"kind": "three", "value": "much", "size": 7.5, "inner": [{"line": -1},
                                           5, {"line": 2, "text": null}], "more": 1})"));
    CHECK_FALSE(some.is_whole);
    REQUIRE(some.problems.size() == 6);
    CHECK(some.problems[0].text() == "`kind` is `\"three\"`, not a known word");
    CHECK(some.problems[1].text() == "`value` is `\"much\"`, not a number");
    CHECK(some.problems[2].text() == "`size` is `7.5`, not a whole number");
    CHECK(some.problems[3].text() == "`inner[0].line` is `-1`, not a count");
    CHECK(some.problems[4].text() == "`inner[1]` is `5`, not an object");
    CHECK(some.problems[4].member == "inner");
    CHECK(some.problems[5].where == "inner[2].text");
    CHECK(some.problems[5].text() == "`inner[2].text` is `null`, not a string");
    REQUIRE(some.value.inner.size() == 2);
    CHECK(some.value.inner.back().line == 2);
    CHECK(read(7).problems.size() == 2); // not an object, and no kind
    CHECK(read(Json::parse(R"({"kind": "one"})")).problems.empty());
}

TEST_CASE("a wrong item of a list is left out, and the others keep their index in messages", "[formats]") {
    const Read some = read(Json::parse(R"({"kind": "one", "places": [{"line": 1}, 5, null, {"line": 4}],
                                           "numbers": [1, "two", 3]})"));
    REQUIRE(some.value.places.size() == 4);
    CHECK_FALSE(some.value.places[1]);
    CHECK(some.value.places[3]->line == 4);
    CHECK(some.value.numbers == std::vector<int>{1, 3});
    CHECK(some.problems.size() == 2);
    CHECK(read(Json::parse(R"({"kind": "one", "numbers": 5})")).value.numbers == std::nullopt);
}

TEST_CASE("a member that the writer leaves out must not be null", "[formats]") {
    const Read some = read(Json::parse(R"({"kind": "one", "numbers": null, "size": null})"));
    REQUIRE(some.problems.size() == 1);
    CHECK(some.problems[0].text() == "`numbers` is `null`, not left out");
}

TEST_CASE("texts are cleaned if they will be shown", "[formats]") {
    const Json json{
        {"kind", "one"}, {"inner", Json::array({{{"text", "a\033b"}}})}, {"set", {{"x\a", "y\a"}}}};
    CHECK(read(json).value.inner.at(0).text == "a\033b");
    const Read clean = read(json, Reader::Texts::Clean);
    CHECK(clean.value.inner.at(0).text == "a\uFFFDb");
    CHECK(clean.value.set == Pairs{{"x\uFFFD", "y\uFFFD"}});
}
