#include "runner/run/run.h"

#include "base/text/shell.h"
#include "base/text/strings.h"
#include "runner/launch/machine_kind.h"
#include "runner/profile/secrets.h"
#include "runner/run/launch_series.h"
#include "runner/run/preparation.h"
#include "runner/run/run_directory.h"
#include "runner/run/simulated.h"
#include "runner/run/steering.h"

#include <fmt/core.h>

#include <chrono>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// Reports how many launches of a run are done, and the time left. The caller reports no more once the
/// program has printed something: such a line would stand between the program's own.
class LaunchProgress {
public:
    LaunchProgress(const Logger& logger, const std::string& name, int launches)
        : logger_(logger), what_("launching " + name), launches_(launches) {
        report(0);
    }

    void report(int done) const {
        if (!logger_.progress || launches_ < 2) return;
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin_;
        const double left = done == 0 ? -1 : spent.count() / done * (launches_ - done);
        logger_.progress({what_, done, launches_, left});
    }

    void end() const { report(launches_); }

private:
    const Logger& logger_;
    std::string what_;
    int launches_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

} // namespace

RunOutcome run(const compiler::Compilation& compilation, const Installation& installation,
               const RunRequest& request, const Logger& logger) {
    Interrupts interrupts;
    ResolvedRun resolved = resolve(compilation, installation, request);
    check_is_free(request.output);
    if (request.output || request.keep) check_is_writable(request.output.value_or(fs::current_path()));
    const Cache cache(Cache::default_root());
    Toolchain toolchain(installation, resolved.profile, cache, interrupts, logger);
    BuiltProgram program = toolchain.build(compilation);
    resolve_steering(compilation, installation, resolved, interrupts, logger);
    report_steering(resolved, logger);
    RunFacts facts = gather_facts(compilation, resolved, std::move(program), cache, interrupts);

    RunDirectory directory(request.output, request.keep, compilation.summary().name);
    facts.launch_command = launch_arguments(resolved.profile, resolved.settings.ranks,
                                            place(compilation, facts.program, directory.path()));
    if (request.measure_host_code)
        facts.launch_command = with_measured_host_code(std::move(facts.launch_command), resolved.profile);

    RunOutcome outcome;
    LaunchSeries series(facts, directory.path());
    const LaunchProgress progress(logger, compilation.summary().name, resolved.launches);
    for (int index = 1; index <= resolved.launches && series.failures().empty(); ++index) {
        const fs::path folder =
            resolved.launches == 1 ? directory.path() : directory.path() / formats::launch_folder_name(index);
        const LaunchEnd& end = series.launch(index, folder, interrupts).end;
        if (end.last_output != 0) outcome.last_output = end.last_output;
        if (end.interrupted_by != 0) break;
        if (outcome.last_output == 0) progress.report(index);
    }
    progress.end();
    outcome.failures = series.failures();
    outcome.code = series.code();
    outcome.record = series.record();
    // A program ended by a `\REQUIRE` has measured nothing.
    if (outcome.code == ExitCode::Usage && !request.output)
        directory.remove();
    else if (outcome.code != ExitCode::Good)
        directory.keep();
    if (directory.is_kept()) outcome.kept = directory.path();
    return outcome;
}

std::string dry_run(const compiler::Compilation& compilation, const Installation& installation,
                    RunRequest request) {
    Interrupts interrupts;
    request.is_dry = true;
    ResolvedRun run = resolve(compilation, installation, request);
    const MachineProfile& profile = run.profile;
    check_is_free(request.output);
    const Cache cache(Cache::default_root(), Cache::Mode::LookOnly);
    const Toolchain toolchain(installation, profile, cache, interrupts, Logger{});
    const BuiltProgram program = toolchain.planned(compilation);
    const std::string folder = request.output ? request.output->string() : "RUN";
    const auto command = launch_arguments(profile, run.settings.ranks, folder + "/program");
    const std::string times = run.launches > 1 ? fmt::format("   ({} times)", run.launches) : "";
    std::string text = fmt::format("compile  {}\n", shell_words(program.command));
    const auto kind = kind_of(profile);
    text += kind->plan(launch_in(folder, command, profile), run.settings.ranks, times);
    if (const std::string hosts = host_file(profile); !kind->is_model() && !hosts.empty()) {
        text += fmt::format("hosts    {}/hostfile\n", folder);
        for (const std::string_view line : lines_of(hosts))
            text += fmt::format("         | {}\n", line);
    }
    for (const auto& [name, value] : without_secrets(profile.environment))
        text += fmt::format("with     {}={}\n", name, value);
    text += fmt::format("with     LOOP_PARAMETERS={}/parameters\n", folder);
    const std::string parameters = parameter_file(run.settings, "ID", folder + "/records");
    for (const std::string_view line : lines_of(parameters))
        text += fmt::format("         | {}\n", line);
    const std::string& name = compilation.summary().name;
    resolve_charged_work(compilation.summary(), run);
    if (leaves_steering_open(compilation.summary(), run))
        text += "first    counts the program; if received data decide what ranks do, `verify` becomes 1\n";
    text += fmt::format(
        "files    {0}/: run.json program {1}.loop {1}.cpp parameters stdout stderr records/\n", folder, name);
    if (!request.output && !request.keep)
        text += fmt::format("         RUN is a private temporary folder{}, removed after a good run\n",
                            kind->is_elsewhere() ? " in the current folder" : "");
    else if (!request.output)
        text += fmt::format("         RUN is ./loop-run-{}-TIME\n", name);
    return text;
}

fs::path shared_folder(const Installation& installation, const std::string& machine) {
    const MachineProfile profile = find_profile(installation, machine);
    return kind_of(profile)->shared_folder();
}

void build(const compiler::Compilation& compilation, const Installation& installation,
           const std::string& machine, const fs::path& to, const Logger& logger) {
    Interrupts interrupts;
    const MachineProfile profile = find_profile(installation, machine);
    const Cache cache(Cache::default_root());
    Toolchain toolchain(installation, profile, cache, interrupts, logger);
    const BuiltProgram program = toolchain.build(compilation);
    copy_program(program.program, to);
}

} // namespace loop::runner
