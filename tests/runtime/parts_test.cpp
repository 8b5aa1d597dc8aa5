#include "comm/payload.h"
#include "host_calls/type_sequence.h"
#include "output/json.h"
#include "session/machine.h"
#include "session/values.h"

#include <loop/fnv.h>
#include <loop/nearest.h>
#include <loop/rank_status.h>
#include <loop/varint.h>

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <vector>

using namespace loop::runtime;

TEST_CASE("a payload is verified to the byte") {
    for (std::size_t bytes : {0, 1, 7, 8, 9, 63, 4096, 4097, 100003}) {
        std::vector<char> data(bytes + 1, 'x');
        const auto seed = payload_kind(3, loop::Construct::Exchange, {"a.loop", 12}, 7);
        fill_payload(data.data(), bytes, seed);
        CHECK(data[bytes] == 'x');
        CHECK(count_wrong_bytes(data.data(), bytes, seed) == 0);
        for (std::size_t flipped : {std::size_t{0}, bytes / 2, bytes - 1}) {
            if (bytes == 0) continue;
            data[flipped] = static_cast<char>(data[flipped] ^ 1);
            CHECK(count_wrong_bytes(data.data(), bytes, seed) == 1);
            data[flipped] = static_cast<char>(data[flipped] ^ 1);
        }
        for (auto other : {payload_kind(4, loop::Construct::Exchange, {"a.loop", 12}, 7),
                           payload_kind(3, loop::Construct::Communicate, {"a.loop", 12}, 7),
                           payload_kind(3, loop::Construct::Exchange, {"a.loop", 13}, 7),
                           payload_kind(3, loop::Construct::Exchange, {"a.loop", 12, 30}, 7),
                           payload_kind(3, loop::Construct::Exchange, {"a.loop", 12}, 8)}) {
            if (bytes < 8) continue;
            const bool another_sender = other.seed != seed.seed;
            CHECK(count_wrong_bytes(data.data(), bytes, other) > (another_sender ? bytes / 2 : 4));
        }
        mark_payload(data.data(), bytes, payload_kind(3, loop::Construct::Exchange, {"a.loop", 12}, 8));
        CHECK(count_wrong_bytes(data.data(), bytes,
                                payload_kind(3, loop::Construct::Exchange, {"a.loop", 12}, 8)) == 0);
        spoil_payload(data.data(), bytes);
        CHECK(data[bytes] == 'x');
        CHECK(count_wrong_bytes(data.data(), bytes,
                                payload_kind(3, loop::Construct::Exchange, {"a.loop", 12}, 8)) == bytes);
    }
}

TEST_CASE("JSON is valid for any text") {
    Json json;
    json.open_object().text("a\"\n", "tab\t\x01 \\ \xff\xc3\xa4 \xe2\x82").number("n", std::nan(""));
    json.number("i", -std::numeric_limits<double>::infinity()).number("x", 0.1).integer("k", -5);
    json.open_list("l").list_text("p").list_text("q").close_list().open_list("e").close_list();
    json.boolean("b", true).close_object();
    CHECK(json.line() ==
          "{\"a\\\"\\u000a\":\"tab\\u0009\\u0001 \\\\ \xef\xbf\xbd\xc3\xa4 \xef\xbf\xbd\xef\xbf\xbd\","
          "\"n\":\"nan\",\"i\":\"-inf\",\"x\":0.10000000000000001,\"k\":-5,\"l\":[\"p\",\"q\"],"
          "\"e\":[],\"b\":true}");
}

namespace {

RankHome home(const char* host, std::initializer_list<std::size_t> cpus, int quota = 0) {
    RankHome result{};
    std::snprintf(result.host, sizeof result.host, "%s", host);
    for (std::size_t cpu : cpus)
        CPU_SET(cpu, &result.cpus);
    result.quota_cores = quota;
    result.forced = -1;
    return result;
}

} // namespace

TEST_CASE("ranks inspect those whose processes they can see") {
    std::vector<RankHome> homes{home("a", {0}), home("b", {0}), home("a", {0}), home("a", {0})};
    CHECK(ranks_beside(homes, 3) == std::vector<int>{0, 2, 3});
    homes[2].processes = 7; // another machine with that name, or a container
    CHECK(ranks_beside(homes, 3) == std::vector<int>{0, 3});
    CHECK(ranks_beside(homes, 2) == std::vector<int>{2});
}

TEST_CASE("oversubscription: by count, quota, or masks, on any node") {
    CHECK_FALSE(summarise({home("a", {0, 1}), home("a", {0, 1})}, 0).oversubscribed);
    CHECK(summarise({home("a", {0, 1}), home("a", {0, 1}), home("a", {0, 1})}, 0).oversubscribed);
    CHECK_FALSE(summarise({home("a", {0}), home("b", {0})}, 0).oversubscribed);
    CHECK(summarise({home("a", {0}), home("b", {0}), home("b", {0})}, 0).oversubscribed);
    CHECK(summarise({home("a", {0, 1}, 1), home("a", {0, 1}, 1)}, 0).oversubscribed);
    CHECK(summarise({home("a", {0}), home("a", {0}), home("a", {1, 2, 3})}, 0).oversubscribed);
    CHECK_FALSE(summarise({home("a", {0, 1}), home("a", {0}), home("a", {1, 2})}, 0).oversubscribed);
    RankHome other_group = home("a", {0, 1});
    other_group.autogroup = 7;
    CHECK(summarise({home("a", {0, 1}), other_group}, 0).grouped_apart);
    CHECK_FALSE(summarise({other_group, other_group}, 0).grouped_apart);
    CHECK_FALSE(
        summarise({home("b", {0}), other_group}, 0).grouped_apart); // groups on another node do not matter
    const NodeSummary node = summarise({home("a", {0}), home("b", {4, 5}), home("b", {5, 6})}, 2);
    CHECK(node.node_ranks == 2);
    CHECK(node.node_cores == 3);
}

TEST_CASE("lists of processors") {
    CHECK(cpu_list(home("a", {0, 1, 2, 5, 7, 8}).cpus) == "0-2,5,7-8");
    CHECK(cpu_list(home("a", {3}).cpus) == "3");
}

TEST_CASE("parameter values: the whole text must be valid and in range") {
    CHECK(check_value("int", "12").empty());
    CHECK(check_value("int", "12x") == "`12x` is not a whole number");
    CHECK(check_value("int", "") == "`` is not a whole number");
    CHECK(check_value("int", " 1") == "` 1` is not a whole number");
    CHECK(check_value("int", "2147483648") ==
          "`2147483648` is out of range: it must be from -2147483648 to 2147483647");
    CHECK(check_value("long", "2147483648").empty());
    CHECK(check_value("long long", "9223372036854775808").find("out of range") != std::string::npos);
    CHECK(check_value("unsigned", "-1") == "`-1` is out of range: it must be from 0 to 4294967295");
    CHECK(check_value("std::size_t", "18446744073709551615").empty());
    CHECK(check_value("double", "1e3").empty());
    CHECK(check_value("double", "1e400") == "`1e400` is out of range");
    CHECK(check_value("float", "1e39") == "`1e39` is out of range");
    CHECK(check_value("double", "one") == "`one` is not a number");
    CHECK(check_value("bool", "yes").empty());
    CHECK(check_value("bool", "2") == "`2` is neither `true` nor `false`");
    CHECK(check_value("std::string", "").empty());
}

TEST_CASE("hashes are FNV-1a's") {
    static_assert(loop::fnv1a64("") == loop::fnv_of_nothing);
    static_assert(loop::fnv1a64("a") == 0xaf63dc4c8601ec8cu);
    static_assert(loop::fnv1a64("foobar") == 0x85944171f73967e8u);
    static_assert(loop::fnv1a64("bar", loop::fnv1a64("foo")) == loop::fnv1a64("foobar"));
    const unsigned char bytes[] = {0xff, 0};
    CHECK(loop::fnv1a64(bytes, 2) == loop::fnv1a64_with(loop::fnv1a64_with(loop::fnv_of_nothing, 0xff), 0));
}

TEST_CASE("numbers of any length are written and read") {
    for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{127}, std::uint64_t{128},
                                      std::uint64_t{300}, std::uint64_t{1} << 35, ~std::uint64_t{0}}) {
        std::string text;
        loop::add_varint(text, value);
        loop::add_signed_varint(text, -static_cast<std::int64_t>(value / 2));
        const auto* const begin = reinterpret_cast<const unsigned char*>(text.data());
        const unsigned char* at = begin;
        CHECK(loop::read_varint(at) == value);
        CHECK(loop::read_signed_varint(at) == -static_cast<std::int64_t>(value / 2));
        CHECK(at == begin + text.size());
    }
    std::string text;
    loop::add_varint(text, 300);
    CHECK(text == "\xac\x02");
    const std::string damaged(12, '\xff'); // no byte is the last one
    const auto* const begin = reinterpret_cast<const unsigned char*>(damaged.data());
    const unsigned char* at = begin;
    loop::read_varint(at);
    CHECK(at == begin + 10);
}

TEST_CASE("a name is near another one if few edits lie between them") {
    const std::vector<std::string> names{"size", "iterations"};
    CHECK(loop::nearest("sise", names) == "size");
    CHECK(loop::nearest("isze", names) == "size");
    CHECK(loop::nearest("SIZE", names) == "size");
    CHECK(loop::nearest("iteratoinss", names) == "iterations");
    CHECK(loop::nearest("block", names).empty());
    CHECK(loop::nearest("itsrs", names).empty());
    CHECK(loop::nearest("", names).empty());
    CHECK(loop::nearest(std::string(65, 'x'), {std::string(65, 'x')}).empty());
    CHECK(loop::did_you_mean("sise", names) == "did you mean `size`?");
    CHECK(loop::did_you_mean("block", names, "choose one") == "choose one");
}

TEST_CASE("a status says where a rank is") {
    loop::RankStatus status{};
    CHECK_FALSE(loop::valid(status));
    std::memcpy(status.magic, loop::rank_status_magic, 8);
    status.lifecycle = static_cast<int>(loop::RankState::HostCode);
    status.place = loop::pack_place(loop::Construct::MultibcastAlter, 70000, true);
    REQUIRE(loop::valid(status));
    loop::RankPlace place = loop::place_of(status);
    CHECK(place.state == loop::RankState::InConstruct);
    CHECK(place.line == 70000);
    CHECK(std::string(loop::construct_name(place.construct)) == "MULTIBCAST_ALTER");
    status.place = loop::pack_place(loop::Construct::PiclRecv, 1, false);
    place = loop::place_of(status);
    CHECK(place.state == loop::RankState::HostCode);
    CHECK(std::string(loop::construct_name(place.construct)) == "recv0");
    CHECK(std::string(loop::construct_name(static_cast<loop::Construct>(999))).empty());
}

TEST_CASE("sequences of types are equal if they consist of the same types, however they were joined") {
    const TypeSequence a = one_type(2), b = one_type(3);
    const auto same = [](const TypeSequence& one, const TypeSequence& other) {
        return one.type == other.type && one.elements == other.elements && one.hash == other.hash &&
               one.scale == other.scale;
    };
    CHECK(same(repeated(a, 7), joined(repeated(a, 3), repeated(a, 4))));
    CHECK(same(repeated(joined(a, b), 4), repeated(repeated(joined(a, b), 2), 2)));
    CHECK(same(joined(joined(a, b), a), joined(a, joined(b, a))));
    CHECK_FALSE(same(joined(a, b), joined(b, a)));
    CHECK_FALSE(same(repeated(joined(a, b), 2), joined(repeated(a, 2), repeated(b, 2))));
    CHECK(same(joined(no_types(), a), a));
    CHECK(repeated(a, 1000000000).elements == 1000000000);
}

TEST_CASE("the signature of one type is its number, of several types a hash, and of some bytes unknown") {
    const TypeSequence a = one_type(2), b = one_type(3), bytes = one_type(loop::bytes_signature);
    CHECK(signature_of(repeated(a, 5)).type == 2);
    CHECK(signature_of(repeated(a, 5)).count == 5);
    CHECK(signature_of(joined(a, b)).type >= loop::first_mixed_signature);
    CHECK(signature_of(joined(a, b)).count == 2);
    CHECK(signature_of(repeated(bytes, 9)).type == loop::bytes_signature);
    CHECK(signature_of(joined(a, bytes)).type == loop::unknown_signature);
    CHECK(signature_of(joined(a, TypeSequence{})).type == loop::unknown_signature);
    CHECK(signature_of(repeated(joined(a, b), -1)).type == loop::unknown_signature);
    CHECK(signature_of(repeated(joined(a, b), 0)).count == 0);
}

TEST_CASE("signatures differ only where that is certain") {
    CHECK(loop::signatures_differ(2, 4, 3, 4));
    CHECK(loop::signatures_differ(2, 4, 3, 9));
    CHECK_FALSE(loop::signatures_differ(2, 4, 2, 9));
    CHECK_FALSE(loop::signatures_differ(2, 0, 3, 4));
    CHECK_FALSE(loop::signatures_differ(loop::bytes_signature, 4, 3, 4));
    CHECK_FALSE(loop::signatures_differ(loop::unknown_signature, 4, 3, 4));
    CHECK(loop::signatures_differ(1000, 4, 1001, 4));
    CHECK(loop::signatures_differ(1000, 4, 3, 4));
    CHECK_FALSE(loop::signatures_differ(1000, 4, 1001, 6));
    CHECK_FALSE(loop::signatures_differ(1000, -1, 1001, -1));
}
