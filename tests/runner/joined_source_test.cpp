#include "runner/bundle/joined_source.h"
#include "runner/system/files.h"

#include <catch2/catch.hpp>

using namespace loop::runner;
namespace fs = std::filesystem;

TEST_CASE("a unit is joined into one source file, with each private header once", "[bundle]") {
    const TemporaryDirectory folder(fs::temp_directory_path(), "loop-joined");
    const auto write = [&](const char* name, const char* text) {
        make_folder((folder.path() / name).parent_path());
        write_file(folder.path() / name, text);
    };
    write("include/loop/open.h", "#pragma once\nint open();\n");
    write("a/deep.h", "#pragma once\n#include <vector>\nint deep();\n");
    write("a/near.h", "#pragma once\n#include \"a/deep.h\"\nint near();\n");
    write("a/first.cpp", "#include \"a/near.h\"\n#include \"loop/open.h\"\nint first() { return near(); }\n");
    write("a/second.cpp", "#include \"a/deep.h\"\nint second() { return deep(); }");
    CHECK(joined_source(folder.path(), {"a-0", true, {"a/first.cpp", "a/second.cpp"}}) ==
          "// ---- a/first.cpp\n"
          "// ---- a/near.h\n"
          "// ---- a/deep.h\n"
          "#include <vector>\n"
          "int deep();\n"
          "int near();\n"
          "#include \"loop/open.h\"\n"
          "int first() { return near(); }\n"
          "// ---- a/second.cpp\n"
          "int second() { return deep(); }\n");
}

TEST_CASE("a file that is included several times, each time for other macros, is joined as often",
          "[bundle]") {
    const TemporaryDirectory folder(fs::temp_directory_path(), "loop-joined");
    write_file(folder.path() / "rows.inc", "ROWS\n#undef ROWS\n");
    write_file(folder.path() / "first.cpp", "#define ROWS int one();\n#include \"rows.inc\"\n");
    write_file(folder.path() / "second.cpp", "#define ROWS int two();\n#include \"rows.inc\"\n");
    CHECK(joined_source(folder.path(), {"a-0", true, {"first.cpp", "second.cpp"}}) ==
          "// ---- first.cpp\n#define ROWS int one();\n// ---- rows.inc\nROWS\n#undef ROWS\n"
          "// ---- second.cpp\n#define ROWS int two();\n// ---- rows.inc\nROWS\n#undef ROWS\n");
}

TEST_CASE("every unit of the runtime can be joined: nothing private is included under a condition",
          "[bundle]") {
    const fs::path runtime = LOOP_RUNTIME;
    const RuntimeParts parts(runtime);
    for (const RuntimePart& part : parts.all()) {
        for (const RuntimeUnit& unit : part.units) {
            CAPTURE(unit.name);
            const std::string text = joined_source(runtime, unit);
            for (const std::string& file : unit.files)
                CHECK(text.find("// ---- " + file + "\n") != std::string::npos);
            CHECK(text.find("#include \"session/") == std::string::npos);
            CHECK(text.find("\n#include LOOP") == std::string::npos); // the name of a file in a macro
            CHECK(text.find("#pragma once") == std::string::npos);
        }
    }
}
