#include "compiler/constructs/construct.h"
#include "support.h"

#include <loop/calls.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <optional>
#include <regex>
#include <sstream>

/// Whether the table of constructs agrees with the runtime and with the workloads.
namespace {

using namespace loop::compiler;
using namespace loop::compiler::tests;

const std::filesystem::path project = tests_folder.parent_path();

/// All public headers of the runtime.
const std::string& runtime_headers() {
    static const std::string text = [] {
        std::string all;
        for (const auto& entry : std::filesystem::directory_iterator(project / "runtime/include/loop"))
            if (entry.path().extension() == ".h") all += read_file(entry.path());
        return all;
    }();
    return text;
}

/// The role of a construct in the table of <loop/calls.h>; none if it has no row.
std::optional<loop::ConstructRole> role_in_runtime(std::string_view construct) {
    const std::uint16_t index = loop::call_index(construct);
    if (index == 0) return std::nullopt;
    return loop::all_calls[index].role;
}

bool is_kernel(const ConstructInfo& construct) {
    return role_in_runtime(construct.name) == loop::ConstructRole::Kernel;
}

/// The parameters of `void function(long long ...)`, without its Site; "" if there is no such function.
std::string parameters_in_runtime(std::string_view function) {
    const std::string& text = runtime_headers();
    const std::size_t at =
        text.find("void " + std::string(function.substr(function.rfind(':') + 1)) + "(long long ");
    if (at == std::string::npos) return {};
    const std::size_t open = text.find('(', at) + 1;
    return text.substr(open, text.rfind(',', text.find("Site site", open)) - open);
}

/// The default of each C++ parameter in a list; "" if it has none.
std::vector<std::string> defaults_of(const std::string& parameters) {
    std::vector<std::string> defaults;
    std::stringstream list(parameters);
    for (std::string parameter; std::getline(list, parameter, ',');) {
        const std::size_t equal = parameter.find("= ");
        defaults.push_back(equal == std::string::npos ? "" : parameter.substr(equal + 2));
    }
    return defaults;
}

std::string unquoted(std::string text) {
    text.erase(std::remove(text.begin(), text.end(), '"'), text.end());
    return text;
}

} // namespace

TEST_CASE("the runtime has every construct of the table, with the same role", "[agreement]") {
    for (const ConstructInfo& construct : construct_table()) {
        if (construct.is_declaration()) continue; // not a function of the runtime
        INFO(construct.name);
        const std::optional<loop::ConstructRole> role = role_in_runtime(construct.name);
        REQUIRE(role);
        CHECK((role != loop::ConstructRole::Computes) == construct.communicates);
    }
}

TEST_CASE("runtime functions have the default arguments of the table", "[agreement]") {
    std::size_t compared = 0;
    for (const ConstructInfo& construct : construct_table()) {
        const std::string parameters = parameters_in_runtime(construct.function);
        INFO(construct.name << " " << parameters);
        CHECK((!parameters.empty() || !is_kernel(construct)));
        if (parameters.empty()) continue;
        std::vector<std::string> defaults;
        for (const Parameter& parameter : construct.parameters)
            defaults.emplace_back(parameter.default_text.value_or(""));
        CHECK(defaults_of(parameters) == defaults);
        ++compared;
    }
    CHECK(compared == 10); // five kernels; pairs and multibroadcasts
}

TEST_CASE("the workload of a kernel has the kernel's default arguments", "[agreement]") {
    for (const ConstructInfo& construct : construct_table()) {
        if (!is_kernel(construct)) continue;
        const std::filesystem::path path = project / "workloads" / (lower(construct.name) + ".loop");
        const Compilation compilation = compile({path.filename().string(), read_file(path)});
        REQUIRE(compilation.ok());
        const std::string program = compilation.dump_program();
        std::size_t compared = 0;
        for (const Parameter& parameter : construct.parameters)
            for (const ParameterSummary& own : compilation.summary().parameters) {
                const std::string name(parameter.name);
                if (program.find("  " + name + ": `" + own.name + "`\n") == std::string::npos) continue;
                // Differs, so that results can be compared with Apex-Map's blocks.
                if (name == "MOST") continue;
                INFO(construct.name << " " << name);
                CHECK(own.default_text == unquoted(std::string(parameter.default_text.value_or(""))));
                ++compared;
            }
        CHECK(compared >= 3);
    }
}

TEST_CASE("the places that docs/adding.md names exist", "[agreement]") {
    const std::string text = read_file(project / "docs/adding.md");
    const std::regex path("`([A-Za-z0-9_.]+/[A-Za-z0-9_./-]*)`");
    int paths = 0;
    for (auto found = std::sregex_iterator(text.begin(), text.end(), path); found != std::sregex_iterator();
         ++found, ++paths) {
        INFO((*found)[1]);
        CHECK(std::filesystem::exists(project / (*found)[1].str()));
    }
    CHECK(paths > 20);
}
