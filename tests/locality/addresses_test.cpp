#include "base/locality/addresses.h"

#include <catch2/catch.hpp>

#include <utility>

using namespace loop::locality;

namespace {

using Pairs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

// Parses the text in pieces of `piece` bytes.
Pairs parsed(const std::string& text, AddressFormat format, std::size_t piece) {
    AddressParser parser(format);
    Pairs all;
    const auto add = [&](const std::vector<Access>& accesses) {
        for (const Access& access : accesses)
            all.emplace_back(access.address, access.size);
    };
    for (std::size_t at = 0; at < text.size(); at += piece)
        add(parser.take(std::string_view(text).substr(at, piece)));
    add(parser.finish());
    return all;
}

std::string failure_of(const std::string& text, AddressFormat format) {
    try {
        parsed(text, format, text.size());
    } catch (const AddressError& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST_CASE("text addresses are parsed for any piece length") {
    const std::string text = "# of a program\n16\n0x1F 8\r\n\n  0X20,4  \n18446744073709551615";
    const Pairs expected{{16, 1}, {31, 8}, {32, 4}, {18446744073709551615u, 1}};
    for (std::size_t piece = 1; piece <= text.size(); ++piece)
        REQUIRE(parsed(text, AddressFormat::Text, piece) == expected);
}

TEST_CASE("binary addresses are parsed for any piece length") {
    const std::string bytes("\x08\x07\x06\x05\x04\x03\x02\x01\xff\0\0\0\0\0\0\0", 16);
    const Pairs expected{{0x0102030405060708u, 1}, {255, 1}};
    for (std::size_t piece = 1; piece <= bytes.size(); ++piece)
        REQUIRE(parsed(bytes, AddressFormat::Binary, piece) == expected);
}

TEST_CASE("lackey: loads, stores, and modifications count; instructions and messages do not") {
    const std::string text = "==12== Lackey\n**12** LOOP-reads 10 8\nI  0023C790,2\n S BE80199C,4\n L "
                             "0025747C,8\n M 0023BD44,1\n==12== \n";
    const Pairs expected{{0xBE80199C, 4}, {0x0025747C, 8}, {0x0023BD44, 1}};
    CHECK(parsed(text, AddressFormat::Lackey, text.size()) == expected);
}

TEST_CASE("an invalid address is reported with its place") {
    const auto text = [](const std::string& line) {
        return failure_of("1\n" + line + "\n2\n", AddressFormat::Text);
    };
    CHECK(text("what") == "line 2: expected an address, decimal or 0x hexadecimal, found `what`");
    CHECK(text("-1") == "line 2: expected an address, decimal or 0x hexadecimal, found `-1`");
    CHECK(text("0x") == "line 2: expected an address, decimal or 0x hexadecimal, found `0x`");
    CHECK(text("18446744073709551616") ==
          "line 2: expected an address, decimal or 0x hexadecimal, found `18446744073709551616`");
    CHECK(text("12z") == "line 2: expected an address, or an address and a size, found `12z`");
    CHECK(text("12 8 9") == "line 2: expected an address, or an address and a size, found `12 8 9`");
    CHECK(text("12 0") == "line 2: expected a size of 1 to 1048576 bytes, found `12 0`");
    CHECK(text("12 99999999") == "line 2: expected a size of 1 to 1048576 bytes, found `12 99999999`");
    CHECK(text("18446744073709551615 2") ==
          "line 2: expected an access that ends within 64 bits, found `18446744073709551615 2`");
    CHECK(text("\x01\xff") == "line 2: expected an address, decimal or 0x hexadecimal, found `\\x01\\xff`");
    CHECK(text(std::string(5000, '1')).substr(0, 47) == "line 2: expected a line of at most 4096 bytes, ");
    CHECK(failure_of(std::string(11, 'x'), AddressFormat::Binary) ==
          "expected 8 bytes per address; 11 bytes are 3 too many");
    CHECK(failure_of(" L 12\n", AddressFormat::Lackey) ==
          "line 1: expected an access as lackey writes it, ` L 1ffe7e,8`, found ` L 12`");
}
