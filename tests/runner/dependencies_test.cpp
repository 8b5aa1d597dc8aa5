#include "runner/build/dependencies.h"
#include "runner/system/files.h"

#include <catch2/catch.hpp>

using namespace loop::runner;

TEST_CASE("a program is rebuilt if one of its headers changes", "[dependencies]") {
    const TemporaryDirectory folder;
    const auto header = folder.path() / "my header.h";
    const auto apart = folder.path() / "runtime";
    make_folder(apart);
    write_file(header, "int x;");
    write_file(apart / "loop.h", "");
    const std::string rules =
        "program: " + (apart / "loop.h").string() + " \\\n " + folder.path().string() + "/my\\ header.h\n";
    const std::string record = dependency_record(rules, {apart});
    CHECK(record.find("loop.h") == std::string::npos);
    CHECK(are_unchanged(record));
    write_file(header, "int y;");
    CHECK_FALSE(are_unchanged(record));
    std::filesystem::remove(header);
    CHECK_FALSE(are_unchanged(record));
}

TEST_CASE("a program without quoted headers stays cached", "[dependencies]") {
    CHECK(are_unchanged(dependency_record("program:\n", {})));
    CHECK(are_unchanged(""));
}
