#include "runner/outcome/ranks/site_places.h"

#include <catch2/catch.hpp>

using namespace loop::runner;

TEST_CASE("sites of MPI calls get the lines of their callers", "[places]") {
    const std::string construct =
        R"({"kind":"construct","construct":"OPEN0","name":"","file":"x.loop","line":3})";
    const std::string call =
        R"({"kind":"mpi","construct":"MPI_Send","name":"","file":"x.loop","line":3,"address":4711})";
    const std::string header =
        R"({"schema":"loop-trace/1","sites":[)" + construct + "," + call + "," + call + "]}";
    CHECK(site_addresses(header) == std::set<std::uint64_t>{4711});
    CHECK(site_addresses(R"({"sites":[)" + construct + "]}").empty());
    SECTION("in as many bytes as before") {
        const std::string now = with_site_places(header, {{4711, "x.loop:12345"}});
        CHECK(now.size() == header.size());
        CHECK(now.find(R"("file":"x.loop","line":12345 )") != std::string::npos);
        CHECK(now.find(construct) != std::string::npos);
        CHECK(site_addresses(now).empty());
    }
    SECTION("none where there is none, and where it does not fit") {
        CHECK(with_site_places(header, {}) == header);
        CHECK(with_site_places(header, {{4711, std::string(80, 'y') + ":1"}}) == header);
        CHECK(with_site_places(header, {{4711, "a\"b:1"}}) == header);
    }
    SECTION("whatever the header is") {
        for (const char* odd : {"", ",\"address\":", ",\"address\":12", "}", ",\"address\":12}"})
            CHECK(with_site_places(odd, {{12, "x:1"}}) == odd);
    }
}
