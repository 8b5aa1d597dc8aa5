#include "runner/run/preparation.h"

#include "base/text/shell.h"
#include "base/text/strings.h"
#include "runner/launch/machine_kind.h"
#include "runner/machine/environment.h"
#include "runner/machine/limits.h"
#include "runner/profile/hosts.h"
#include "runner/run/core_binding.h"
#include "runner/run/host_threads.h"
#include "runner/run/rank_map.h"
#include "runner/run/run_directory.h"
#include "runner/run/sanitized.h"
#include "runner/run/simulated.h"
#include "runner/run/thread_binding.h"
#include "runner/system/identity.h"
#include "runner/system/process.h"

#include <fmt/core.h>
#include <sys/statvfs.h>

#include <algorithm>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// The copy of the program in the run directory, so that the directory contains all that was run; the program
/// in the cache if the directory's file system forbids execution.
fs::path placed_program(const BuiltProgram& program, const fs::path& folder) {
    create_file(folder / "program"); // in place of a link
    copy_program(program.program, folder / "program");
    struct statvfs status {};
    const bool can_execute = ::statvfs(folder.c_str(), &status) != 0 || (status.f_flag & ST_NOEXEC) == 0;
    return can_execute ? folder / "program" : program.program;
}

/// The number of ranks that the profile suggests; otherwise one per core of this host, at most the profile's
/// slots.
int usual_ranks(const MachineProfile& profile) {
    const std::int64_t cores = available_cores();
    return static_cast<int>(
        kind_of(profile)->usual_ranks().value_or(std::min(cores, profile.slots.value_or(cores))));
}

/// Checks that the tools that start programs are installed; the compiler is checked when it is needed.
void check_starts(const MachineProfile& profile) {
    for (const RequiredTool& tool : kind_of(profile)->tools())
        if (tool.code == ExitCode::RunFailed && !tool.is_installed()) throw tool.missing(profile);
}

} // namespace

std::string command_to_record(const std::string& program) {
    return shell_words({"loop", "record", "--", "mpiexec", "-n", "4", "./" + program});
}

void require_program(const compiler::Compilation& compilation) {
    const std::string& name = compilation.source().name();
    if (!compilation.summary().has_main)
        throw Failure(ExitCode::Usage, fmt::format("{} has no `main`, so it cannot run", name));
    // PICL's open0() begins a session, too.
    if (compilation.summary().has_constructs ||
        compilation.source().text().find("open0") != std::string_view::npos)
        return;
    throw Failure(
        ExitCode::Usage, fmt::format("{} has no constructs, so LOOP measures nothing", name),
        fmt::format("begin `main` with `\\OPEN0();`, and end it with "
                    "`\\CLOSE0();`; or check the MPI program unchanged: build it with `mpicc -g` or "
                    "`mpicxx -g`, and run `{}`",
                    command_to_record(std::filesystem::path(name).stem().string())));
}

namespace {

/// With more ranks per core, a typo (`-n 5000`) would start thousands of processes.
constexpr int max_ranks_per_core = 8;

/// A profile's `launch.slots` is a decision of its own.
void check_crowd(const ResolvedRun& run) {
    if (run.request.oversubscribe || run.profile.slots || !kind_of(run.profile)->is_this_host()) return;
    const std::int64_t cores = available_cores();
    const std::int64_t max_ranks = cores * max_ranks_per_core;
    if (run.settings.ranks <= max_ranks) return;
    throw Failure(
        ExitCode::Usage,
        fmt::format("{} ranks on {} are more than {} per core", run.settings.ranks, counted(cores, "core"),
                    max_ranks_per_core),
        fmt::format("use at most {} ranks, or start them anyway with `--oversubscribe`: they take turns on "
                    "the cores, and the sheet says so",
                    max_ranks));
}

/// On this host, a rank takes as many cores as it has threads, if that is known.
int usual_ranks(const MachineProfile& profile, const compiler::ProgramSummary& program, Settings settings) {
    settings.ranks = usual_ranks(profile);
    if (!kind_of(profile)->is_this_host()) return settings.ranks;
    resolve_settings(settings, program);
    return std::max(1, settings.ranks / threads_of_rank(program, settings).value_or(1));
}

/// Those of constructs and those of host code; nullopt if one of them is unknown.
std::optional<int> all_threads(std::optional<int> of_constructs, const compiler::Compilation& compilation,
                               const MachineProfile& profile) {
    const auto of_host_code =
        host_threads(compilation.source().text(), compilation.summary(),
                     [&](const std::string& name) { return variable_of_ranks(profile, name); });
    if (!of_constructs || !of_host_code) return std::nullopt;
    return std::max(*of_constructs, *of_host_code);
}

} // namespace

ResolvedRun resolve(const compiler::Compilation& compilation, const Installation& installation,
                    const RunRequest& request) {
    const compiler::ProgramSummary& program = compilation.summary();
    ResolvedRun run{request, find_profile(installation, request.machine), request.settings, request.launches};
    MachineProfile& profile = run.profile;
    Settings& settings = run.settings;
    if (request.sanitize) sanitize_programs(profile);
    set_hosts(profile, request.hosts);
    if (settings.ranks == 0) settings.ranks = usual_ranks(profile, program, settings);
    if (profile.slots && settings.ranks > *profile.slots)
        throw Failure(ExitCode::Usage,
                      fmt::format("machine `{}` has {} (`launch.slots`), but {} ranks are requested",
                                  profile.name, counted(*profile.slots, "slot"), settings.ranks),
                      "use fewer ranks (`-n`), or more slots in the profile");
    check_crowd(run);
    run.usual_launches = kind_of(profile)->usual_launches(program.launches);
    if (run.launches == 0) run.launches = run.usual_launches;
    run.timeout_seconds = request.timeout_seconds ? request.timeout_seconds : profile.limits.seconds;
    resolve_simulation(run);
    resolve_settings(settings, program);
    const auto threads = threads_of_rank(program, settings);
    place_ranks(run, threads);
    bind_threads(threads, settings.ranks, profile);
    run.threads = all_threads(threads, compilation, profile);
    require_program(compilation);
    if (!request.is_dry) check_starts(profile);
    return run;
}

RunFacts gather_facts(const compiler::Compilation& compilation, const ResolvedRun& run, BuiltProgram program,
                      const Cache& cache, Interrupts& interrupts) {
    const MachineProfile& profile = run.profile;
    check_hosts_answer(profile, interrupts);
    RunFacts facts{source_of(compilation), run, std::move(program), {}, {}, {}, iso_time(), {}};
    facts.compiler_version = version_of(profile.compiler[0], cache, interrupts);
    // If jobs run on other hosts, the launcher may not be installed here.
    const bool is_here = !find_in_path(profile.launcher[0]).empty();
    facts.launcher_version = is_here ? version_of(profile.launcher[0], cache, interrupts) : "unknown";
    facts.environment = environment_record(profile.environment);
    return facts;
}

fs::path place(const compiler::Compilation& compilation, const BuiltProgram& program,
               const fs::path& folder) {
    const std::string& name = compilation.summary().name;
    write_file(folder / (name + ".loop"), compilation.source().text());
    write_file(folder / (name + ".cpp"), program.emitted);
    return placed_program(program, folder);
}

} // namespace loop::runner
