#include "runner/profile.h"
#include "support.h"

#include <catch2/catch.hpp>

using namespace loop::runner;

namespace {

const std::string good = R"(
name = "here"
[build]
compiler = ["mpicxx"]
flags = ["-O2"]
[launch]
command = ["mpiexec", "-n", "{ranks}", "--x={ranks}", "{program}"]
[environment]
A = "1"
)";

std::string problem(const std::string& text) {
    return failure_of([&] { parse_profile(text, "x.toml"); });
}

std::string with(std::string text, const std::string& what, const std::string& instead) {
    return text.replace(text.find(what), what.size(), instead);
}

} // namespace

TEST_CASE("a profile is argument vectors, with placeholders for ranks and program", "[profile]") {
    const MachineProfile profile = parse_profile(good, "x.toml");
    CHECK(profile.name == "here");
    CHECK(profile.compiler == std::vector<std::string>{"mpicxx"});
    CHECK(profile.environment.at("A") == "1");
    CHECK(launch_arguments(profile, 3, "/a b/{ranks}") ==
          std::vector<std::string>{"mpiexec", "-n", "3", "--x=3", "/a b/{ranks}"});
}

TEST_CASE("mistakes in a profile are named with their line", "[profile]") {
    CHECK(problem(with(good, "flags", "flag")) ==
          "x.toml:5: unknown key `build.flag` | did you mean `flags`?");
    CHECK(problem("nam = 1\n" + good).find("x.toml:1: unknown key `nam`") == 0);
    CHECK(problem(with(good, "name = \"here\"", "")) == "x.toml: `name` is missing");
    CHECK(problem(with(good, "[\"mpicxx\"]", "\"mpicxx\"")) ==
          "x.toml:4: `build.compiler` must be a list of strings");
    CHECK(problem(with(good, "[\"mpicxx\"]", "[]")) ==
          "x.toml:4: `build.compiler` must be a list of strings");
    CHECK(problem(with(good, "\"{program}\"", "\"p\"")).find("`launch.command` has no `{program}`") !=
          std::string::npos);
    CHECK(problem(with(good, "A = \"1\"", "A = 1")) == "x.toml:9: `environment.A` must be a string");
    CHECK(problem("name = ").find("x.toml:1:") == 0);
}

TEST_CASE("the shipped machines can be read, and a misspelt one is guessed", "[profile]") {
    const House house{"", "", LOOP_MACHINES};
    for (const std::string& name : names_in(LOOP_MACHINES, ".toml"))
        CHECK(find_profile(house, name).name == name);
    CHECK(failure_of([&] { find_profile(house, "locl"); }) ==
          "unknown machine `locl` | did you mean `local`?");
    CHECK(failure_of([&] { find_profile(house, "./none.toml"); }).find("cannot read `./none.toml`") == 0);
}
