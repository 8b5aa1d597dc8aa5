#include "runner/build/failed_build.h"

#include <catch2/catch.hpp>

using namespace loop::runner;

TEST_CASE("what the system refuses a tool is found in the messages of each tool", "[messages]") {
    // GCC, its dependencies, the assembler, two linkers, ar.
    CHECK(refused_by_system("a.cpp:9: fatal error: error writing to /c/ccA.s: No space left on device\n"
                            "compilation terminated.\n") == "No space left on device");
    CHECK(refused_by_system(
              "cc1plus: fatal error: opening dependency file /c/program.d: Permission denied\n") ==
          "Permission denied");
    CHECK(refused_by_system(
              "/tmp/a.s: Assembler messages:\n/tmp/a.s: Fatal error: can't write 34 bytes to section "
              ".debug_info of a.o: 'No space left on device'\n") == "No space left on device");
    CHECK(refused_by_system("/usr/bin/ld: final link failed: Disk quota exceeded\n"
                            "collect2: error: ld returned 1 exit status\n") == "Disk quota exceeded");
    CHECK(refused_by_system("ld.lld: error: failed to open program: Read-only file system\n") ==
          "Read-only file system");
    CHECK(refused_by_system("ar: /c/x.a: File too large\n") == "File too large");
    CHECK(refused_by_system("cc1plus: out of memory allocating 65536 bytes after a total of 7 bytes\n") ==
          "Cannot allocate memory");
    CHECK(refused_by_system("virtual memory exhausted: Cannot allocate memory\n") ==
          "Cannot allocate memory");
}

TEST_CASE("a message about the source that contains such words is no refusal", "[messages]") {
    CHECK(refused_by_system("").empty());
    CHECK(refused_by_system("a.loop:3:5: error: `x` was not declared in this scope\n").empty());
    CHECK(refused_by_system("a.loop:3:5: error: static assertion failed: No space left on device\n").empty());
    CHECK(
        refused_by_system("a.loop:3:5: error: expected `;`\n    3 | puts(\"Permission denied\")\n").empty());
}

TEST_CASE("a failed build names the cause", "[messages]") {
    const ExitStatus one{1, 0}, killed{0, 9};
    const auto text = [](const ExitStatus& status, const std::string& messages) {
        return std::string(failed_build(status, messages, "compiled a.loop", "rejects", "a hint").what());
    };
    CHECK(text(one, "a.loop:3:5: error: no\n") == "rejects");
    CHECK(text(one, "ld: final link failed: No space left on device\n") ==
          "the C++ compiler failed while it compiled a.loop: No space left on device");
    CHECK(text(killed, "") == "the C++ compiler was killed while it compiled a.loop");
    CHECK(failed_build(one, "a.loop:3:5: error: no\n", "compiled a.loop", "rejects", "a hint").hint() ==
          "a hint");
    // Even the messages had no space.
    CHECK(text(one, "") == "the C++ compiler failed while it compiled a.loop, and left no message");
    CHECK(failed_build(one, "", "compiled a.loop", "rejects").hint().find("set LOOP_CACHE to") !=
          std::string::npos);
}
