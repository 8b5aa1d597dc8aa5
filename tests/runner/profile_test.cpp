#include "runner/launch/machine_kind.h"
#include "runner/profile/profile.h"
#include "runner/system/files.h"
#include "runner/system/toml_section.h"
#include "support.h"

#include <catch2/catch.hpp>

#include <algorithm>

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

Installation house_with_shipped_machines() {
    Installation installation;
    installation.machines = LOOP_MACHINES;
    return installation;
}

} // namespace

TEST_CASE("a profile has argument vectors with placeholders for ranks and program", "[profile]") {
    const MachineProfile profile = parse_profile(good, "x.toml");
    CHECK(profile.name == "here");
    CHECK(profile.compiler == std::vector<std::string>{"mpicxx"});
    CHECK(profile.environment.at("A") == "1");
    CHECK(launch_arguments(profile, 3, "/a b/{ranks}") ==
          std::vector<std::string>{"mpiexec", "-n", "3", "--x=3", "/a b/{ranks}"});
}

TEST_CASE("errors in a profile are reported with their line", "[profile]") {
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

TEST_CASE("the shipped profiles are valid, and a misspelled name gets a suggestion", "[profile]") {
    const Installation installation = house_with_shipped_machines();
    for (const std::string& name : names_in(LOOP_MACHINES, ".toml"))
        CHECK(find_profile(installation, name).name == name);
    CHECK(failure_of([&] { find_profile(installation, "locl"); }) ==
          "unknown machine `locl` | did you mean `local`?");
    CHECK(failure_of([&] { find_profile(installation, "./none.toml"); }).find("cannot read `./none.toml`") ==
          0);
}

TEST_CASE("a user's profile takes precedence over the shipped one", "[profile]") {
    const TemporaryDirectory own;
    Installation installation = house_with_shipped_machines();
    installation.own_machines = own.path();
    write_file(own.path() / "local.toml", with(good, "here", "local"));
    write_file(own.path() / "mine.toml", with(good, "here", "mine"));
    CHECK(find_profile(installation, "local").compiler == std::vector<std::string>{"mpicxx"});
    CHECK(find_profile(installation, "mine").name == "mine");
    const auto names = profile_names(installation);
    CHECK(std::count(names.begin(), names.end(), "local") == 1);
    CHECK(std::count(names.begin(), names.end(), "mine") == 1);
    CHECK(profile_file(installation, "local-openmpi") == installation.machines / "local-openmpi.toml");
}

TEST_CASE("an unknown placeholder is reported with its key", "[profile]") {
    CHECK(problem(with(good, "--x={ranks}", "--x={rank}")) ==
          "x.toml:7: unknown placeholder `{rank}` in `launch.command` | did you mean `{ranks}`?");
    CHECK(problem(with(good, "--x={ranks}", "{hostfile}")) ==
          "x.toml: `launch.command` has `{hostfile}`, but there is no `launch.hosts`");
    CHECK(problem(with(good, "--x={ranks}", "{platform}")) ==
          "x.toml: `launch.command` has `{platform}`, but there is no `simulation.platform`");
    CHECK_NOTHROW(parse_profile(with(good, "--x={ranks}", "{} {A} {"), "x.toml"));
}

TEST_CASE("hosts of a profile become a file in the launch folder", "[profile]") {
    CHECK(host_file(parse_profile(good, "x.toml")).empty());
    const std::string words = R"("-f", "{hostfile}", "{hosts}", "{profile_directory}/s")";
    const std::string text = with(with(good, "\"--x={ranks}\"", words), "[launch]", R"([launch]
hosts = ["a", "b"])");
    const MachineProfile two = parse_profile(
        text + "[hardware]\ncores = 4\naccelerators = \"2 NVIDIA A100\"\n[limits]\nseconds = 2.5\n", "x.toml",
        "/m");
    CHECK(host_file(two) == "a\nb\n");
    CHECK(kind_of(two)->is_elsewhere());
    CHECK(in_folder(launch_arguments(two, 2, "/p"), "/run") ==
          std::vector<std::string>{"mpiexec", "-n", "2", "-f", "/run/hostfile", "a,b", "/m/s", "/p"});
    CHECK(two.hardware.cores == 4);
    CHECK(two.hardware.accelerators == "2 NVIDIA A100");
    CHECK(two.limits.seconds == 2.5);
}

TEST_CASE("a simulated machine sets its hosts and slots", "[profile]") {
    const std::string simulated = good + R"([simulation]
platform = "p.xml"
hosts = 3
host_name = "node-{index}"
[simulation.rates]
flops_per_second = 1e6
[simulation.sources]
flops_per_second = "derived"
)";
    const std::string text = with(simulated, "\"--x={ranks}\"", R"("{platform}", "{hostfile}")");
    const MachineProfile profile = parse_profile(text, "x.toml", "/m");
    CHECK(kind_of(profile)->is_model());
    CHECK(!kind_of(profile)->is_elsewhere());
    CHECK(profile.slots == 3);
    CHECK(host_file(profile) == "node-0\nnode-1\nnode-2\n");
    CHECK(launch_arguments(profile, 2, "/p")[3] == "/m/p.xml");
    CHECK(profile.simulation->rates.at("flops_per_second") == 1e6);
    CHECK(problem(with(text, "1e6", "\"fast\"")) ==
          "x.toml:15: `simulation.rates.flops_per_second` must be a number above 0");
    CHECK(problem(with(text, "1e6", "-1e6")) ==
          "x.toml:15: `simulation.rates.flops_per_second` must be a number above 0");
    CHECK(problem(with(text, "flops_per_second = 1e6", "matprd_flops_per_second = 1e6")) ==
          "x.toml:15: unknown key `simulation.rates.matprd_flops_per_second` | did you mean "
          "`matprod_flops_per_second`?");
    CHECK(problem(with(text, "hosts = 3", "hosts = 0")) ==
          "x.toml:12: `simulation.hosts` must be a whole number from 1 to 1048576");
    CHECK(problem(with(text, "hosts = 3", "hosts = 1000000000000")) ==
          "x.toml:12: `simulation.hosts` must be a whole number from 1 to 1048576");
    CHECK(problem(with(text, "node-{index}", std::string(1000, 'n') + "{index}")) ==
          "x.toml:13: `simulation.host_name` must be at most 512 characters");
}

TEST_CASE("keys of TOML are nested no deeper than brackets", "[profile]") {
    const auto dotted = [](std::size_t parts) {
        std::string key = "a";
        for (std::size_t i = 1; i < parts; ++i)
            key += i % 2 == 0 ? " . \"a.b\"" : ".'#'";
        return key;
    };
    const auto says = [](const std::string& text) {
        try {
            parse_toml(text, "x.toml");
        } catch (const Failure& failure) {
            return std::string(failure.what());
        }
        return std::string();
    };
    const std::string deep = "x.toml:2: tables are nested more than 256 levels deep";
    for (const std::size_t parts : {300, 40000, 200000}) {
        CHECK(says("\n[" + dotted(parts) + "]\n") == deep);
        CHECK(says("\n[[" + dotted(parts) + "]]\n") == deep);
        CHECK(says("\n" + dotted(parts) + " = 1\n") == deep);
        CHECK(says("x = { y = 2,\n" + dotted(parts) + " = 1 }\n") == deep);
    }
    CHECK(says("\nx = { y = \"\"\"a\"\"\"\", " + dotted(40000) + " = 1 }\n") == deep);
    std::string inlined = "1";
    for (int i = 0; i < 200; ++i)
        inlined = "{ " + dotted(200) + " = [" + inlined + "] }";
    CHECK(says("\nx = " + inlined + "\n") == deep);
    // Dots of values, strings, and comments nest nothing, nor do many tables.
    const std::string dots(1000, '.');
    CHECK(says("x = [1.5, 2.5] # " + dots + "\ny = '" + dots + "'\nz = \"\"\"\n\\\"\"" + dots + "\n\"\"\"\n")
              .empty());
    std::string many;
    for (int i = 0; i < 1000; ++i)
        many += "[a.b" + std::to_string(i) + "]\nc.d = [[1.5], {e.f = 1}]\n[[a.x]]\n";
    CHECK(says(many).empty());
    CHECK(says("[" + dotted(200) + "]\n").empty());
}

TEST_CASE("the topology of a machine's network is checked", "[profile]") {
    const auto profile = [](const std::string& topology) {
        return parse_profile(good + "[hardware]\ntopology = \"" + topology + "\"\n", "x.toml");
    };
    CHECK(profile("mesh:16x8").hardware.topology == "mesh:16x8");
    CHECK_THROWS_WITH(profile("star:4"),
                      Catch::Contains("hardware.topology") && Catch::Contains("mesh:16x8"));
}
