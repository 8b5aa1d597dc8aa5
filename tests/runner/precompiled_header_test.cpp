#include "runner/build/precompiled_header.h"
#include "support.h"

#include <catch2/catch.hpp>

using namespace loop::runner;
namespace fs = std::filesystem;

TEST_CASE("precompiled headers are made by one process, and kept", "[cache]") {
    const TemporaryDirectory folder;
    const Cache cache(folder.path() / "cache");
    const PrecompiledHeader header(cache, {"g++", "-O1"}, "k");
    CHECK_FALSE(header.find());
    {
        const auto making = header.make();
        REQUIRE(making);
        CHECK(making->command().arguments.front() == "g++");
        const fs::path made = making->command().arguments.back();
        CHECK(made.filename() == "program.h.gch");
        CHECK(fs::exists(made.parent_path() / "program.h"));
        CHECK_FALSE(header.make()); // while it is being made
        write_file(made, "compiled");
        making->finish({}, "");
    }
    REQUIRE(header.find());
    CHECK(read_file(*header.find() / "program.h.gch") == "compiled");
    CHECK(PrecompiledHeader::use(*header.find()).back() == *header.find() / "program.h");
    CHECK_FALSE(header.make());
}

TEST_CASE("a compiler that cannot precompile headers is asked once", "[cache]") {
    const TemporaryDirectory folder;
    const Cache cache(folder.path() / "cache");
    const PrecompiledHeader header(cache, {"c++"}, "k");
    {
        const auto making = header.make();
        REQUIRE(making);
        making->finish(ExitStatus{1, 0}, "");
    }
    CHECK_FALSE(header.find());
    CHECK_FALSE(header.make());
    CHECK(PrecompiledHeader(cache, {"g++"}, "other").make());
}
