#include "runner/run/core_binding.h"
#include "runner/system/files.h"
#include "support.h"

#include <catch2/catch.hpp>

#include <map>
#include <memory>

using namespace loop::runner;

namespace {

using Numbers = std::vector<int>;

/// Cores 0, 1, ... with two hardware threads each: 0 and 4, 1 and 5, 2 and 6, 3 and 7.
std::vector<Core> four_cores() {
    return {{0, {0, 4}}, {1, {1, 5}}, {2, {2, 6}}, {3, {3, 7}}};
}

Variable variables(const std::map<std::string, std::string>& all) {
    return [all](const std::string& name) { return all.count(name) != 0 ? all.at(name) : ""; };
}

MachineProfile profile_with(const std::string& launcher) {
    return parse_profile("name = \"x\"\n[build]\ncompiler = [\"c\"]\n[launch]\ncommand = [" + launcher +
                             ", \"{ranks}\", \"{program}\"]\n",
                         "x.toml");
}

std::string bound_by_launcher(const std::string& launcher) {
    return bound_by({}, profile_with(launcher), variables({}));
}

std::optional<int> threads_in(const std::string& text, const std::map<std::string, std::string>& set = {}) {
    return host_threads(text, {}, variables(set));
}

} // namespace

TEST_CASE("ranks get cores of their own unless they outnumber them", "[binding]") {
    CHECK(why_unbound({4, 1, 8}, 4).empty());
    CHECK(why_unbound({2, 2, 8}, 4).empty());
    CHECK(why_unbound({5, 1, 8}, 4) == "none: 5 ranks on 4 cores");
    CHECK(why_unbound({2, 3, 8}, 4) == "none: 2 ranks with 3 threads each on 4 cores");
    CHECK(why_unbound({2, 1, 1}, 4) == "none: 2 ranks on 1 core"); // a quota
    CHECK(why_unbound({1, std::nullopt, 4}, 4) == "none: it is not known how many threads each rank starts");
    CHECK(why_unbound({1, 1, 4, "`--map` places the ranks"}, 4) == "not by LOOP: `--map` places the ranks");
    CHECK(why_unbound({1 << 20, 1 << 20, 4}, 4) ==
          "none: 1048576 ranks with 1048576 threads each on 4 cores");
}

TEST_CASE("a second hardware thread is no core", "[binding]") {
    CHECK(cpus_on(four_cores(), {0, 1, 2, 3}) == Numbers{0, 1, 2, 3});
    CHECK(cpus_on(four_cores(), {1, 3}) == Numbers{1, 3});
    // Only the second thread of core 2 may be used.
    CHECK(cpus_on({{0, {0, 4}}, {2, {6}}}, {0, 2}) == Numbers{0, 6});
    CHECK(cpus_on(four_cores(), {}).empty());
}

TEST_CASE("cores that a launch holds are left out by others until it ends", "[binding]") {
    const TemporaryDirectory folder;
    const Numbers cores{0, 1, 2, 3};
    auto first = std::make_unique<HeldCores>(folder.path().string(), cores, 2);
    CHECK(first->cores() == Numbers{0, 1});
    {
        const HeldCores second(folder.path().string(), cores, 2);
        CHECK(second.cores() == Numbers{2, 3});
        const HeldCores third(folder.path().string(), cores, 1);
        CHECK(third.cores().empty());
        CHECK(third.free() == 0);
    }
    const HeldCores too_many(folder.path().string(), cores, 3);
    CHECK(too_many.cores().empty());
    CHECK(too_many.free() == 2);
    first.reset(); // what `too_many` found free is free
    CHECK(HeldCores(folder.path().string(), cores, 4).cores() == cores);
}

TEST_CASE("if names cannot be taken, nobody holds cores", "[binding]") {
    const std::string too_long(200, 'x');
    const HeldCores first(too_long, {0, 1}, 2);
    CHECK(first.cores() == Numbers{0, 1});
    CHECK(HeldCores(too_long, {0, 1}, 2).cores() == Numbers{0, 1});
}

TEST_CASE("what else binds ranks is left alone", "[binding]") {
    CHECK(bound_by_launcher("\"mpiexec\", \"-n\"").empty());
    CHECK(bound_by_launcher("\"mpiexec\", \"--oversubscribe\", \"-n\"").empty());
    for (const char* word : {"-bind-to", "--bind-to", "--map-by", "--cpu-bind=cores", "-rf",
                             "/usr/bin/taskset", "numactl", "hwloc_base_binding_policy"})
        CHECK(bound_by_launcher(std::string("\"mpiexec\", \"") + word + "\"") ==
              std::string("`") + word + "` in the launch command decides");
    RunRequest request;
    const MachineProfile plain = profile_with("\"mpiexec\"");
    CHECK(bound_by(request, plain, variables({{"OMPI_MCA_hwloc_base_binding_policy", "none"}})) ==
          "OMPI_MCA_hwloc_base_binding_policy in the environment decides");
    CHECK(bound_by(request, plain, variables({{"OMP_PROC_BIND", "false"}})).empty());
    MachineProfile declared = plain;
    declared.pinning = "core";
    CHECK(bound_by(request, declared, variables({})) ==
          "`launch.pinning` says that the launch command binds");
    request.map = "reverse";
    CHECK(bound_by(request, plain, variables({})) == "`--map` places the ranks");
    request.bind = "none";
    CHECK(bound_by(request, plain, variables({})) == "`--bind none` was given");
}

TEST_CASE("threads of host code are known, or a variable says how many", "[binding]") {
    CHECK(threads_in("#include <vector>\nint main() {}\n") == 1);
    for (const char* header : {"<thread>", "<pthread.h>", "<future>", "\"own.h\""})
        CHECK_FALSE(threads_in(std::string("#include ") + header + "\n"));
    CHECK_FALSE(threads_in("#pragma omp parallel\n"));
    CHECK(threads_in("#pragma omp parallel\n", {{"OMP_NUM_THREADS", "3"}}) == 3);
    CHECK_FALSE(threads_in("#pragma omp parallel\n", {{"OMP_NUM_THREADS", "4,2"}}));
    loop::compiler::ProgramSummary program;
    program.build.libraries = {"m", "openblas"};
    CHECK_FALSE(host_threads("", program, variables({})));
    CHECK(host_threads("", program, variables({{"OPENBLAS_NUM_THREADS", "2"}})) == 2);
    program.build.libraries = {"tbb"};
    CHECK_FALSE(host_threads("", program, variables({{"OMP_NUM_THREADS", "2"}})));
    program.build = {{"-fopenmp"}, {}};
    CHECK_FALSE(host_threads("", program, variables({})));
    program.threads = {"2"}; // then the flag is the compiler's
    CHECK(host_threads("", program, variables({})) == 1);
}
