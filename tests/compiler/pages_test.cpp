#include "support.h"

#include <catch2/catch.hpp>

using namespace loop::compiler;
using namespace loop::compiler::tests;

TEST_CASE("the patterns on the page for users of coNCePTuaL compile", "[pages]") {
    const std::string page = read_file(tests_folder.parent_path() / "docs" / "coming-from-conceptual.md");
    const std::string fence = "\n```\n";
    int patterns = 0;
    for (std::size_t at = 0; (at = page.find(fence, at)) != std::string::npos; ++patterns) {
        const std::size_t begin = at + fence.size(), end = page.find(fence, begin);
        REQUIRE(end != std::string::npos);
        at = end + fence.size();
        const std::string pattern = page.substr(begin, end - begin);
        for (const Target target : {Target::Runtime, Target::Plain}) {
            const Compilation compilation = compile(
                {"pattern.loop", "\\PARAM(long long bytes = 8, \"\")\n\\PARAM(long long most = 64, \"\")\n"
                                 "\\PARAM(int n = 2, \"\")\n\\PARAM(int seed = 1, \"\")\n"
                                 "int main() { int nodes, me, host, size, round = 0, repetitions = 3;\n"
                                 "\\OPEN0(&nodes, &me, &host, &size, 0);\n" +
                                     pattern + "\n\\CLOSE0(); }\n"},
                target);
            INFO(pattern << "\n" << render(compilation.diagnostics(), compilation.source()));
            CHECK(compilation.diagnostics().sorted().empty());
        }
    }
    CHECK(patterns == 6);
}
