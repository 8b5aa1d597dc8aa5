#include "support.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>

namespace fs = std::filesystem;

namespace loop::compiler::tests {

std::string read_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

void write_file(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

std::vector<fs::path> loop_files(const fs::path& folder, const std::string& prefix) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".loop" && entry.path().filename().string().rfind(prefix, 0) == 0)
            files.push_back(entry.path());
    REQUIRE_FALSE(files.empty()); // otherwise, loops over them would test nothing
    std::sort(files.begin(), files.end());
    return files;
}

std::string lower(std::string_view name) {
    std::string text(name);
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

void check_golden(const fs::path& stored, const std::string& output) {
    static const std::regex version("^// Written by loop [0-9.]+ from");
    const std::string seen = std::regex_replace(output, version, "// Written by loop VERSION from",
                                                std::regex_constants::format_first_only);
    if (std::getenv("LOOP_UPDATE_GOLDEN") != nullptr) write_file(stored, seen);
    INFO(stored.string());
    CHECK(seen == read_file(stored));
}

Compilation compile_diagnostic(const fs::path& path) {
    const std::string name = path.filename().string();
    const bool plain = name.rfind("plain-", 0) == 0;
    return compile({name, read_file(path)}, plain ? Target::Plain : Target::Runtime);
}

std::vector<std::string> codes(const std::string& text) {
    const Compilation compilation = compile({"test.loop", text});
    std::vector<std::string> seen;
    for (const Diagnostic& diagnostic : compilation.diagnostics().sorted())
        seen.push_back(diagnostic.code);
    return seen;
}

std::string in_main(const std::string& body) {
    return "int main() { int nodes, me, host, size; \\OPEN0(&nodes, &me, &host, &size, 0);\n" + body +
           "\n\\CLOSE0(); }\n";
}

std::string emitted(const std::string& text) {
    const Compilation compilation = compile({"test.loop", text});
    INFO(render(compilation.diagnostics(), compilation.source()));
    REQUIRE(compilation.ok());
    const std::string cpp = compilation.emit();
    const std::string mark = "#line 1 \"test.loop\"\n";
    return cpp.substr(cpp.find(mark) + mark.size());
}

} // namespace loop::compiler::tests
