#include "base/text/json.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <limits>

using loop::Json;

TEST_CASE("a list in braces is an object if every item is a pair that begins with a text, else an array",
          "[json]") {
    CHECK(Json{{"a", 1}, {"b", nullptr}}.dump() == R"({"a":1,"b":null})");
    CHECK(Json{{"a", 1}, {"b", 2, 3}}.dump() == R"([["a",1],["b",2,3]])");
    CHECK(Json{"a", 1}.dump() == R"(["a",1])");
    CHECK(Json::array({{{"a", 1}}}).dump() == R"([{"a":1}])");
    CHECK(Json::object().dump() == "{}");
    CHECK(Json::array().dump() == "[]");
    CHECK(Json().dump() == "null");
}

TEST_CASE("members keep their order, and the last one of a name counts", "[json]") {
    const Json json = Json::parse(R"({"z": 1, "a": 2, "z": 3})");
    CHECK(json.dump() == R"({"z":3,"a":2})");
    CHECK(json.items().size() == 2);
    CHECK(json.items()[0].first == "z");
}

TEST_CASE("numbers survive a round trip", "[json]") {
    for (const char* text :
         {"0", "-1", "18446744073709551615", "-9223372036854775808", "0.1", "1e-300", "1.0"})
        CHECK(Json::parse(text).dump() == text);
    CHECK(Json(std::numeric_limits<double>::infinity()).dump() == "null");
    CHECK(Json(1) == Json(1u));
    CHECK(Json(1) == 1.0);
    CHECK(Json(-1) != std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("a number out of range becomes the nearest one of the type", "[json]") {
    CHECK(Json(1e300).get<int>() == std::numeric_limits<int>::max());
    CHECK(Json(-1e300).get<std::int64_t>() == std::numeric_limits<std::int64_t>::min());
    CHECK(Json(-5).get<std::uint64_t>() == 0);
    CHECK(Json(std::numeric_limits<std::uint64_t>::max()).get<long long>() ==
          std::numeric_limits<long long>::max());
    CHECK(Json(std::numeric_limits<double>::quiet_NaN()).get<int>() == 0);
}

TEST_CASE("a wrong type or a missing member is an error with a message", "[json]") {
    const Json json{{"a", "text"}};
    CHECK_THROWS_WITH(json["a"].get<int>(), "expected a number, found a string");
    CHECK_THROWS_WITH(json.at("b"), "`b` is missing");
    CHECK_THROWS_WITH(json.value("a", 1), "expected a number, found a string");
    CHECK_THROWS_AS(json.at(0), Json::Error);
    CHECK(json["b"].is_null());
    CHECK(json.value("b", "otherwise") == "otherwise");
    CHECK(json["a"]["b"][7].is_null());
}

TEST_CASE("invalid JSON is rejected, and so is text nested too deeply to be destroyed", "[json]") {
    for (const char* text : {"", "{", "[1,]", "{\"a\"}", "nul", "1 2", "\"\xff\""}) {
        CHECK_THROWS_AS(Json::parse(text), Json::Error);
        CHECK(Json::parse_or_discard(text).is_discarded());
    }
    const std::size_t many = 10'000'000;
    CHECK(Json::parse_or_discard(std::string(many, '[')).is_discarded());
    CHECK(Json::parse_or_discard(std::string(900, '[') + std::string(900, ']')).is_array());
}

TEST_CASE("bytes that are not UTF-8 are written as U+FFFD", "[json]") {
    CHECK(Json("a\xff").dump() == "\"a\xef\xbf\xbd\"");
}

TEST_CASE("containers can be built from and converted to values", "[json]") {
    const std::map<std::string, std::vector<double>> values{{"a", {1, 2.5}}, {"b", {}}};
    const Json json = values;
    CHECK(json.dump() == R"({"a":[1.0,2.5],"b":[]})");
    CHECK(json.get<std::map<std::string, std::vector<double>>>() == values);
    const std::vector<std::pair<std::string, int>> pairs{{"a", 1}};
    CHECK(Json(pairs).dump() == R"([["a",1]])");
    CHECK(Json(pairs).get<std::vector<std::pair<std::string, int>>>() == pairs);
}

TEST_CASE("members can be iterated, found, added, replaced, and removed", "[json]") {
    Json json;
    json["a"] = 1;
    json["b"]["c"] = 2;
    json.update({{"a", 3}, {"d", 4}});
    CHECK(json.dump() == R"({"a":3,"b":{"c":2},"d":4})");
    CHECK(*json.find("d") == 4);
    CHECK(json.find("e") == nullptr);
    CHECK(json.erase("b") == 1);
    CHECK(json.erase("b") == 0);
    int sum = 0;
    for (const Json& value : Json{json["a"], json["d"], 0})
        sum += value.get<int>();
    for (const Json& value : json)
        sum += value.size() ? 100 : 200; // begin() and end() are only for arrays
    CHECK(sum == 7);
    for (auto& [name, value] : json.items())
        value = name;
    CHECK(json.dump() == R"({"a":"a","d":"d"})");
    Json list;
    list.push_back(json);
    list.push_back({{"e", 1}});
    CHECK(list.size() == 2);
    CHECK(list[1]["e"] == 1);
}
