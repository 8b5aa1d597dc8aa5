#include "runner/preparation.h"

#include "runner/cores.h"
#include "runner/environment.h"
#include "runner/identity.h"
#include "runner/process.h"
#include "runner/run_directory.h"

#include <fmt/core.h>
#include <sys/statvfs.h>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// From the run directory, so that it holds all that was run; from the cache where files there cannot be
/// executed.
fs::path placed_program(const BuiltProgram& program, const fs::path& folder) {
    copy_program(program.program, folder / "program");
    struct statvfs status {};
    const bool can_execute = ::statvfs(folder.c_str(), &status) != 0 || (status.f_flag & ST_NOEXEC) == 0;
    return can_execute ? folder / "program" : program.program;
}

} // namespace

MachineProfile checked(const compiler::Compilation& compilation, const House& house, RunRequest& request) {
    MachineProfile profile = find_profile(house, request.machine);
    if (request.settings.ranks == 0) request.settings.ranks = available_cores();
    check_settings(request.settings, compilation.summary());
    if (!compilation.summary().has_main)
        throw Failure(ExitCode::Usage,
                      fmt::format("{} has no `main`, so it cannot run", compilation.source().name()));
    if (find_in_path(profile.launcher[0]).empty())
        throw Failure(ExitCode::RunFailed,
                      fmt::format("`{}`, the launcher of machine `{}`, is not installed", profile.launcher[0],
                                  profile.name),
                      profile.launcher_package.empty()
                          ? ""
                          : fmt::format("the Debian package `{0}` brings it: apt-get install {0}",
                                        profile.launcher_package));
    return profile;
}

RunFacts gather_facts(const compiler::Compilation& compilation, const RunRequest& request,
                      const MachineProfile& profile, BuiltProgram program, const Cache& cache,
                      Interrupts& interrupts) {
    RunFacts facts{compilation, request, profile, std::move(program), {}, {}, {}, iso_time(), {}};
    facts.compiler_version = version_of(profile.compiler[0], cache, interrupts);
    facts.launcher_version = version_of(profile.launcher[0], cache, interrupts);
    facts.environment = environment_record();
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
