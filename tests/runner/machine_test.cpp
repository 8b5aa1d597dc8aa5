#include "base/text/cpu_list.h"
#include "runner/machine/detect.h"
#include "runner/machine/tools.h"
#include "runner/profile/known_errors.h"
#include "runner/run/machine_check.h"
#include "support.h"

#include <catch2/catch.hpp>

using namespace loop::runner;

namespace {

MachineProfile profile_of_hardware(const std::string& launch_lines = "") {
    return parse_profile(R"(
name = "m"
[build]
compiler = ["mpicxx"]
mpi = "MPICH"
[launch]
command = ["mpiexec", "-n", "{ranks}", "{program}"]
)" + launch_lines,
                         "x.toml");
}

Json rank(int number, const std::string& cpus, const std::string& host = "h", int ranks = 2) {
    return {{"record",
             {{"rank", number},
              {"host", host},
              {"cpus", cpus},
              {"node_ranks", ranks},
              {"node_cores", 2},
              {"mpi", {{"library", "MPICH 4.0.2"}}}}}};
}

Json run_with(const std::vector<Json>& ranks, double taken = 0.1, double ratio = 1) {
    const auto result = [](const char* name, double value) {
        return Json{{"name", name}, {"value", {{"min", value}, {"median", value}, {"max", value}}}};
    };
    return {{"schema", "loop-run/1"},
            {"verdict", {{"word", "VALID"}, {"reasons", Json::array()}}},
            {"summary",
             {{"results", {result("taken away", taken), result("first pieces over later ones", ratio)}}}},
            {"launches", {{{"ranks", ranks}}}}};
}

loop::formats::RunRecord run_in(const Json& json) {
    loop::formats::Problems problems;
    return loop::formats::read_run_record(json, problems).value();
}

std::string all_texts(const std::vector<Finding>& findings) {
    std::string text;
    for (const Finding& finding : findings)
        text += finding.text + "\n";
    return text;
}

std::string found(const Json& record, const std::string& launch_lines = "") {
    return all_texts(findings_of(run_in(record), profile_of_hardware(launch_lines)));
}

} // namespace

TEST_CASE("the kernel's processor lists are parsed", "[machine]") {
    CHECK(loop::parse_cpu_list("0-2,5") == std::vector<int>{0, 1, 2, 5});
    CHECK(loop::parse_cpu_list("7") == std::vector<int>{7});
    CHECK(loop::parse_cpu_list("").empty());
    CHECK(loop::parse_cpu_list("x").empty());
    for (const char* text : {"", "7", "0-2,5", "0,2,4-6"})
        CHECK(loop::cpu_list(loop::parse_cpu_list(text)) == text);
}

TEST_CASE("a machine whose ranks have their own cores has no findings", "[machine]") {
    CHECK(found(run_with({rank(0, "0"), rank(1, "1")})).empty());
    CHECK(found(run_with({rank(0, "0,64"), rank(1, "1,65")})).empty());
    CHECK(found(run_with({rank(0, "0", "a", 1), rank(1, "0", "b", 1)})).empty());
}

TEST_CASE("disturbances are reported with profile and key", "[machine]") {
    const std::string shared = found(run_with({rank(0, "0-1"), rank(1, "0-1")}), "pinning = \"core\"\n");
    CHECK(shared ==
          "machine `m`, `launch.command`: `launch.pinning` declares one core per rank, but ranks are not "
          "pinned: ranks 0 and 1 may both use CPU 0\n");
    CHECK(found(run_with({rank(0, "0-1"), rank(1, "0-1")}), "pinning = \"none\"\n").empty());
    CHECK(found(run_with({rank(0, "0-3", "a", 1)})) ==
          "machine `m`, `launch.command`: ranks are not pinned: rank 0 may use CPUs 0-3\n");
    CHECK(found(run_with({rank(0, "0"), rank(1, "1")}, 3)).find("`hardware`: noisy: 3.0 %") !=
          std::string::npos);
    CHECK(found(run_with({rank(0, "0"), rank(1, "1")}, 0, 1.2)).find("unsteady speed") != std::string::npos);
    CHECK(found(run_with({rank(0, "0"), rank(1, "1")}, 0, 0.8)).find("by a factor of 1.25") !=
          std::string::npos);
    CHECK(found(run_with({rank(0, "0-1", "h", 3), rank(1, "0-1", "h", 3), rank(2, "0-1", "h", 3)})) ==
          "machine `m`, `launch.slots`: 3 ranks share 2 cores on `h`\n");
}

TEST_CASE("all ranks on one of several hosts is a problem", "[machine]") {
    const auto findings = findings_of(run_in(run_with({rank(0, "0", "a"), rank(1, "1", "a")})),
                                      profile_of_hardware("hosts = [\"a\", \"b\"]\n"));
    REQUIRE(findings.size() == 1);
    CHECK(findings[0].code == ExitCode::RunFailed);
    CHECK(findings[0].text == "machine `m`, `launch.hosts`: 2 hosts are named, but all ranks ran on `a`");
}

TEST_CASE("launchers are distinguished, and their output becomes hints", "[machine]") {
    CHECK(library_of("mpiexec (OpenRTE) 4.1.4\n") == "Open MPI");
    CHECK(library_of("HYDRA build details:\n    Version: 4.0.2\n") == "MPICH");
    CHECK(library_of("something else").empty());
    const MachineProfile profile = profile_of_hardware();
    CHECK(launcher_hint(profile, "There are not enough slots available")
              .find("machine `m`, `launch.command`: ") == 0);
    CHECK(launcher_hint(profile,
                        "ucx function returned with failed status(ucx_init.c 71 init_worker No such device)")
              .find("`environment`: MPICH could not open a network interface") != std::string::npos);
    CHECK(wrong_launcher_hint(profile).find(
              "`mpiexec` does not start what `mpicxx` (`build.compiler`) builds") != std::string::npos);
    CHECK(
        shared_memory_hint(profile,
                           "mm_posix.c:187  UCX  ERROR   Not enough memory to write total of 4292720 bytes. "
                           "Please check that /dev/shm or the directory you specified has more available")
            .find("MPI found too little space in /dev/shm; ranks of one host exchange messages through it") !=
        std::string::npos);
    CHECK(launcher_hint(profile, "all is well").empty());
    const std::string told = "It appears as if there is not enough space for /dev/shm/x (the shared-memory "
                             "backing\nfile)";
    CHECK(slow_transport(1 << 30, 2, told).find("slow messages: MPI found too little space in /dev/shm; ") ==
          0);
    CHECK(slow_transport(std::nullopt, 2, "there is not enough space for what this program writes").empty());
    CHECK(slow_transport(7 << 20, 2, "")
              .find("slow messages: /dev/shm had 7.00 MiB free, and MPI takes 4.00 MiB for each rank; ") ==
          0);
    CHECK(slow_transport(8 << 20, 2, "").empty());
    CHECK(slow_transport(1, 1, "").empty());
}

TEST_CASE("a detected profile is a valid profile", "[machine]") {
    Interrupts interrupts;
    for (const char* library : {"", "mpich", "openmpi"}) {
        DetectRequest request;
        request.library = library;
        request.name = "a \"name\"";
        const MachineProfile profile = parse_profile(detected_profile(request, interrupts), "x.toml");
        CHECK(profile.name == "a \"name\"");
        CHECK(profile.hardware.cores.value_or(0) > 0);
        CHECK(profile.hardware.memory_bytes.value_or(0) > 0);
        CHECK(profile.hardware.word_bits == 8 * static_cast<std::int64_t>(sizeof(long)));
        if (*library != '\0') CHECK(profile.mpi == (library == std::string("mpich") ? "MPICH" : "Open MPI"));
    }
}
