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
    SECTION("or the place in a library that has none") {
        const std::uint64_t number = std::uint64_t{3} << 48, address = number + 0x11c9;
        const std::string recorded =
            R"({"sites":[{"kind":"mpi","construct":"MPI_Send","name":"","file":"","line":0,"address":)" +
            std::to_string(address) + "}]}";
        const CodeFiles files{{0, "/a/program"}, {3, "/a/libsolver.so"}};
        const auto places = places_in_libraries({4711, address, address + number}, files);
        CHECK(places == std::map<std::uint64_t, std::string>{{address, "libsolver.so+0x11c9:0"}});
        CHECK(with_site_places(recorded, places).find(R"("file":"libsolver.so+0x11c9","line":0 )") !=
              std::string::npos);
        const std::string shortened =
            with_site_places(recorded, {{address, "libanother_longer_solver.so+0x11c9:0"}});
        CHECK(shortened.size() == recorded.size());
        CHECK(shortened.find(R"("file":"..)") != std::string::npos);
        CHECK(shortened.find(R"(longer_solver.so+0x11c9","line":0})") != std::string::npos);
        CHECK(with_site_places(recorded, {{address, "library+0x" + std::string(30, '1') + ":0"}}) ==
              recorded);
    }
    SECTION("whatever the header is") {
        for (const char* odd : {"", ",\"address\":", ",\"address\":12", "}", ",\"address\":12}"})
            CHECK(with_site_places(odd, {{12, "x:1"}}) == odd);
    }
}
