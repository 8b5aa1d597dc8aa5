#include "support.h"

#include <catch2/catch.hpp>

#include <algorithm>

namespace fs = std::filesystem;
using namespace loop::compiler;
using namespace loop::compiler::tests;

namespace {

/// The folder of the C++ compiler's own headers: hundreds of real files.
fs::path cxx_headers() {
    return fs::path("/usr/include/c++") / std::to_string(__GNUC__);
}

std::vector<fs::path> header_files() {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(cxx_headers()))
        if (entry.is_regular_file()) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

std::string without_lines(const Compilation& compilation) {
    EmitOptions options;
    options.line_directives = false;
    return compilation.emit(options);
}

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// Whether the compiler reports nothing but that pragmas of OpenMP need a flag, as in parallel/.
bool is_accepted(const Compilation& compilation) {
    const auto all = compilation.diagnostics().sorted();
    return std::all_of(all.begin(), all.end(),
                       [](const Diagnostic& problem) { return problem.code == "openmp-flag"; });
}

} // namespace

TEST_CASE("real headers are copied byte for byte", "[headers]") {
    const auto files = header_files();
    REQUIRE(files.size() > 500);
    for (const fs::path& path : files) {
        const std::string text = read_file(path);
        const Compilation compilation = compile({"header.loop", text});
        INFO(path.string() << "\n" << render(compilation.diagnostics(), compilation.source()));
        REQUIRE(is_accepted(compilation));
        REQUIRE(ends_with(without_lines(compilation), text));
    }
}

TEST_CASE("real headers inside a loop: the loop ends at their end", "[headers]") {
    for (const fs::path& path : header_files()) {
        const std::string text = read_file(path);
        const std::string body = "\\LOOP (size) i {\n" + text + "\n}";
        const Compilation compilation = compile({"wrapped.loop", in_main(body)});
        INFO(path.string() << "\n" << render(compilation.diagnostics(), compilation.source()));
        REQUIRE(is_accepted(compilation));
        REQUIRE(ends_with(without_lines(compilation), "{\n" + text + "\n}\nloop::close0(); }\n"));
        const auto last = 2 + std::count(body.begin(), body.end(), '\n');
        REQUIRE(compilation.dump_program().find("statement: lines 2 to " + std::to_string(last) + "\n") !=
                std::string::npos);
    }
}
