#include "runner/recorder/recorded.h"

#include "runner/build/toolchain.h"
#include "runner/recorder/call_lines.h"
#include "runner/recorder/silent_headers.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <fmt/core.h>

#include <chrono>
#include <csignal>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

constexpr int usage_exit = 2; // of a program that refuses its arguments, which it has explained

Command command_of(const fs::path& program, const fs::path& folder, const RecordRequest& request,
                   const MachineProfile& profile) {
    Command command{{program.string()}, {profile.environment.begin(), profile.environment.end()}};
    const fs::path parameters = folder / "parameters";
    write_file(parameters, request.parameters);
    command.environment["LOOP_PARAMETERS"] = parameters.string();
    command.environment["LOOP_RECORD_RANKS"] = std::to_string(request.ranks);
    command.environment["LOOP_RECORD_FILE"] = (folder / "schedule").string();
    if (request.passes) command.environment["LOOP_RECORD_PASSES"] = std::to_string(*request.passes);
    command.new_session = true;
    return command;
}

/// Whether only the program's own text communicates.
bool are_others_silent(const compiler::Compilation& compilation, const BuiltProgram& built,
                       const Installation& installation) {
    return compilation.summary().build.libraries.empty() &&
           has_silent_headers(Toolchain::dependencies_of(built),
                              RuntimeParts(installation.runtime, RuntimeKind::Recorder));
}

void require_good(const ExitStatus& status, const std::string& messages, const std::string& name, int limit) {
    if (status.good()) return;
    if (status.signal == SIGKILL)
        throw Failure(ExitCode::RunFailed,
                      fmt::format("{} did not say within {} seconds what it communicates", name, limit),
                      "choose fewer ranks or iterations, or a longer `--timeout`");
    throw Failure(status.code == usage_exit ? ExitCode::Usage : ExitCode::RunFailed,
                  fmt::format("{} cannot be counted", name))
        .with_details(messages);
}

} // namespace

std::string recorded_schedule(const compiler::Compilation& compilation, const RecordRequest& request,
                              const Installation& installation, Interrupts& interrupts,
                              const Logger& logger) {
    const MachineProfile profile = find_profile(installation, "local");
    const Cache cache(Cache::default_root());
    const BuiltProgram built =
        Toolchain(installation, profile, cache, interrupts, logger, RuntimeKind::Recorder).build(compilation);
    const fs::path& program = built.program;
    const TemporaryDirectory folder = cache.work_directory();
    const fs::path output = folder.path() / "output";
    Command command = command_of(program, folder.path(), request, profile);
    if (are_others_silent(compilation, built, installation))
        command.environment["LOOP_RECORD_SILENT_HEADERS"] = "1";
    const ExitStatus status =
        run_all({command}, {output}, 1, interrupts, {}, {}, std::chrono::seconds(request.limit_seconds))[0];
    const auto with_lines = [&](const fs::path& file) {
        return with_call_lines(read_file(file), program, compilation.summary().name + ".loop", interrupts);
    };
    require_good(status, with_lines(output), compilation.summary().name, request.limit_seconds);
    return with_lines(folder.path() / "schedule");
}

} // namespace loop::runner
