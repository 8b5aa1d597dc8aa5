#include "support.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace loop::compiler;
using namespace loop::compiler::tests;

namespace {

Compilation compile_file(const std::filesystem::path& path) {
    return compile({path.filename().string(), read_file(path)});
}

constexpr RenderOptions without_remarks{false, 20, false};

std::filesystem::path beside(std::filesystem::path path, const char* extension) {
    return path.replace_extension(extension);
}

} // namespace

TEST_CASE("every construct compiles to its stored C++", "[golden]") {
    for (const auto& path : loop_files(tests_folder / "constructs", "ok_")) {
        const Compilation compilation = compile_file(path);
        INFO(path.string() << "\n" << render(compilation.diagnostics(), compilation.source()));
        REQUIRE(compilation.ok());
        CHECK(render(compilation.diagnostics(), compilation.source(), without_remarks).empty());
        check_golden(beside(path, ".cpp"), compilation.emit());
    }
}

TEST_CASE("every diagnostic has its stored text", "[golden]") {
    for (const auto& path : loop_files(tests_folder / "diagnostics")) {
        const Compilation compilation = compile_diagnostic(path);
        check_golden(beside(path, ".txt"), render(compilation.diagnostics(), compilation.source()));
    }
}

TEST_CASE("compiling is deterministic and keeps the number of lines", "[golden]") {
    for (const auto& path : loop_files(tests_folder / "constructs", "ok_")) {
        const Compilation first = compile_file(path);
        const Compilation second = compile_file(path);
        CHECK(first.emit() == second.emit());
        EmitOptions plain;
        plain.line_directives = false;
        CHECK(first.emit(plain).find("#line") == std::string::npos);
        const std::string cpp = first.emit();
        const std::string own = cpp.substr(cpp.find("#line 1 "));
        const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
        CHECK(lines(own) == lines(read_file(path)) + 1);
    }
}

TEST_CASE("dumps show constructs, arguments, and statements", "[golden]") {
    const Compilation compilation =
        compile({"dump.loop",
                 in_main("\\LOOP (3) i {\n  \\EXCHANGE(8, DISTANCE: 1, PARTNERS: 2);\n}\n\\VEC(double) x;")});
    CHECK(compilation.dump_ast().find("2:1 construct \\LOOP\n  argument `3`\n  name `i`") !=
          std::string::npos);
    CHECK(compilation.dump_ast().find("  argument DISTANCE: `1`\n") != std::string::npos);
    const std::string program = compilation.dump_program();
    CHECK(program.find("2:1 \\LOOP\n  COUNT: `3`\n  iterator: `i`\n  statement: lines 2 to 4\n") !=
          std::string::npos);
    CHECK(program.find("3:3 \\EXCHANGE inside line 2\n") != std::string::npos);
    CHECK(program.find("  array x: allocated here\n") != std::string::npos);
}
