#include "runner/machine/present.h"
#include "runner/profile/hosts.h"
#include "runner/run/rank_map.h"
#include "runner/run/thread_binding.h"
#include "runner/system/files.h"
#include "support.h"

#include <loop/random_values.h>

#include <catch2/catch.hpp>

using namespace loop::runner;

namespace {

using Map = std::vector<int>;

Map from_text(const std::string& lines, int ranks, std::int64_t processors) {
    const TemporaryDirectory folder;
    write_file(folder.path() / "map", lines);
    return parse_rank_map((folder.path() / "map").string(), ranks, processors);
}

/// The problem without its hint.
template <typename Action>
std::string problem_of(const Action& action) {
    const std::string all = failure_of(action);
    return all.substr(0, all.find(" | "));
}

/// The problem in a file, without the file's name.
std::string problem_in(const std::string& lines, int ranks, std::int64_t processors) {
    const std::string all = problem_of([&] { from_text(lines, ranks, processors); });
    return all.substr(std::min(all.size(), all.find("`: ") + 3));
}

ResolvedRun run_on(const MachineProfile& profile, const std::string& map, int ranks) {
    ResolvedRun run;
    run.profile = profile;
    run.request.map = map;
    run.settings.ranks = ranks;
    return run;
}

MachineProfile local_profile(const std::string& launcher) {
    return parse_profile("name = \"x\"\n[build]\ncompiler = [\"c\"]\n[launch]\ncommand = [" + launcher +
                             ", \"{ranks}\", \"{program}\"]\n",
                         "x.toml");
}

std::vector<RankOutcome> ranks_on(const std::vector<std::string>& hosts) {
    std::vector<RankOutcome> ranks;
    for (const std::string& host : hosts) {
        loop::formats::RankRecord record;
        record.host = host;
        ranks.push_back({});
        ranks.back().record = record;
    }
    return ranks;
}

} // namespace

TEST_CASE("a map is reversed or a permutation that depends on the seed alone", "[map]") {
    CHECK(parse_rank_map("reverse", 4, 4) == Map{3, 2, 1, 0});
    CHECK(parse_rank_map("reverse", 1, 8) == Map{0});
    for (int ranks = 1; ranks <= 64; ++ranks)
        CHECK(parse_rank_map("random:7", ranks, 2) == loop::permutation(ranks, 7));
    CHECK(problem_of([] { parse_rank_map("random:", 4, 4); }) ==
          "`--map random:`: the seed is not a whole number");
    CHECK(problem_of([] { parse_rank_map("backwards", 4, 4); }) ==
          "`--map backwards`: neither `reverse` nor `random:SEED` nor a file");
}

TEST_CASE("a file names a processor for each rank", "[map]") {
    CHECK(from_text("# two sockets\n0\n\n 8 # far\n", 2, 16) == Map{0, 8});
    CHECK(from_text("1\n0\n2\n", 3, 2) == Map{1, 0, 2}); // more ranks than processors
    CHECK(problem_in("0\n", 2, 2) == "names 1 processor, but the run has 2 ranks");
    CHECK(problem_in("0\n2\n", 2, 2) == "rank 1 is on processor 2, but there are processors 0 to 1");
    CHECK(problem_in("1\n1\n", 2, 2) == "ranks 0 and 1 are both on processor 1");
    CHECK(problem_in("0\none\n", 2, 2) == "line 2: `one` is not the number of a processor");
    CHECK(problem_in("-1\n0\n", 2, 2) == "line 1: `-1` is not the number of a processor");
}

TEST_CASE("a host takes as many ranks in a row as its entry says", "[map]") {
    CHECK(host_entry("node1").ranks == 1);
    CHECK(host_entry("node1:4").name == "node1");
    CHECK(host_entry("node1:4").ranks == 4);
    CHECK(host_entry("fe80::1").name == "fe80::1"); // an address, not a number of ranks
}

TEST_CASE("a map replaces the list of hosts by one host per rank", "[map]") {
    const MachineProfile profile = profile_of_hosts("hosts = [\"a:2\", \"b\"]\nmap = [\"--in-order\"]\n");
    ResolvedRun run = run_on(profile, "reverse", 4);
    place_ranks(run, 1);
    CHECK(run.processors == Map{3, 2, 1, 0});
    CHECK(run.profile.hosts ==
          std::vector<std::string>{"a", "b", "a", "a"}); // processor 3 is the first one again
    CHECK(run.profile.launcher[1] == "--in-order");
    CHECK(run.settings.cpus.empty());
}

TEST_CASE("without a map nothing changes", "[map]") {
    const MachineProfile profile = profile_of_hosts("hosts = [\"a:2\", \"b\"]\nmap = [\"--in-order\"]\n");
    ResolvedRun run = run_on(profile, "", 4);
    place_ranks(run, 1);
    CHECK(run.profile.hosts == std::vector<std::string>{"a:2", "b"});
    CHECK(run.profile.launcher[1] == "-f");
}

TEST_CASE("on this host the ranks get CPUs", "[map]") {
    const MachineProfile profile = local_profile("\"m\"");
    ResolvedRun run = run_on(profile, "reverse", 3);
    place_ranks(run, 1);
    CHECK(run.settings.cpus.size() == 3);
    CHECK(parameter_file(run.settings, "ID", "R").find("\ncpus ") != std::string::npos);
}

TEST_CASE("on this host a rank gets a CPU for each of its threads", "[map]") {
    const MachineProfile profile = local_profile("\"m\"");
    const std::vector<int> all = allowed_cpus();
    const int number = static_cast<int>(all.size());
    ResolvedRun run = run_on(profile, "reverse", 1);
    place_ranks(run, number);
    CHECK(run.settings.cpus == all);
    ResolvedRun crowded = run_on(profile, "reverse", 2);
    place_ranks(crowded, number + 1); // both ranks may run on all CPUs
    CHECK(crowded.cores_of_processor == all.size());
    CHECK(crowded.settings.cpus.size() == 2 * all.size());
}

TEST_CASE("the number of threads is a number or the value of a parameter", "[map]") {
    loop::compiler::ProgramSummary program;
    program.parameters.push_back({"k", "int", "4", "", {}});
    Settings settings;
    CHECK(threads_of_rank(program, settings) == 1);
    program.threads = {"2", "k"};
    CHECK(threads_of_rank(program, settings) == 4);
    settings.set.emplace_back("k", "3");
    CHECK(threads_of_rank(program, settings) == 3);
    program.threads.emplace_back();
    CHECK_FALSE(threads_of_rank(program, settings));
}

TEST_CASE("a launcher that binds ranks to cores binds them to a core for each thread", "[map]") {
    const auto settled = [](const std::string& mpi, std::optional<int> threads, int ranks) {
        MachineProfile profile = local_profile("\"m\", \"--bind-to\", \"core\"");
        profile.mpi = mpi;
        bind_threads(threads, ranks, profile);
        profile.launcher.resize(profile.launcher.size() - 2); // {ranks} {program}
        return profile.launcher;
    };
    using Words = std::vector<std::string>;
    CHECK(settled("MPICH", 1, 1) == Words{"m", "--bind-to", "core"});
    CHECK(settled("MPICH", std::nullopt, 1) == Words{"m", "--bind-to", "none"});
    const int cores = present_machine().cores;
    CHECK(settled("MPICH", cores + 1, 1) == Words{"m", "--bind-to", "none"});
    if (cores < 2) return;
    CHECK(settled("MPICH", 2, 1) == Words{"m", "--bind-to", "core:2"});
    CHECK(settled("Open MPI", 2, 1) == Words{"m", "--map-by", "slot:PE=2", "--bind-to", "core"});
    CHECK(settled("MPICH", 2, cores) == Words{"m", "--bind-to", "none"});
}

TEST_CASE("a queue chooses the processors itself", "[map]") {
    const MachineProfile profile =
        parse_profile("name = \"x\"\n[build]\ncompiler = [\"c\"]\n[launch]\ncommand = [\"srun\", "
                      "\"{ranks}\", \"{program}\"]\n[queue]\nsubmit = [\"sbatch\", \"{script}\"]\n"
                      "state = [\"squeue\", \"{job}\"]\ncancel = [\"scancel\", \"{job}\"]\n",
                      "x.toml");
    ResolvedRun run = run_on(profile, "reverse", 2);
    CHECK(problem_of([&] { place_ranks(run, 1); }) ==
          "`--map reverse`: LOOP does not choose the processors of machine `x`");
}

TEST_CASE("a rank on the wrong host is found", "[map]") {
    CHECK(misplaced_rank({"b", "a", "b"}, ranks_on({"node2", "node1", "node2"})).empty());
    CHECK(misplaced_rank({"b", "a", "b"}, ranks_on({"node2", "node1", "node1"})) ==
          "`--map` places rank 2 on `b`, but it ran on `node1`, as ranks of `a` did");
    CHECK(misplaced_rank({"a", "b"}, ranks_on({"node1", "node1"})) ==
          "`--map` places rank 1 on `b`, but it ran on `node1`, as ranks of `a` did");
}
