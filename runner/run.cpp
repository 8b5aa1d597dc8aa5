#include "runner/run.h"

#include "runner/cores.h"
#include "runner/environment.h"
#include "runner/identity.h"
#include "runner/launch.h"
#include "runner/run_directory.h"
#include "runner/run_record.h"
#include "runner/words.h"

#include <fmt/core.h>
#include <sys/statvfs.h>

#include <random>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// Everything that can be refused before anything is built.
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

std::string new_launch_id() {
    std::random_device random;
    return fmt::format("{:08x}{:08x}", random(), random());
}

/// From the run directory, so that it holds all that was run; from the cache where files there cannot be
/// executed.
fs::path placed_program(const BuiltProgram& program, const fs::path& folder) {
    copy_program(program.program, folder / "program");
    struct statvfs status {};
    const bool can_execute = ::statvfs(folder.c_str(), &status) != 0 || (status.f_flag & ST_NOEXEC) == 0;
    return can_execute ? folder / "program" : program.program;
}

void write_sources(const compiler::Compilation& compilation, const BuiltProgram& program,
                   const fs::path& folder) {
    const std::string& name = compilation.summary().name;
    write_file(folder / (name + ".loop"), compilation.source().text());
    write_file(folder / (name + ".cpp"), program.emitted);
}

LaunchResult launch_once(const RunFacts& facts, const fs::path& folder, int index, Interrupts& interrupts) {
    const RunRequest& request = facts.request;
    const fs::path records = folder / "records";
    make_folder(records);
    LaunchResult result;
    result.index = index;
    result.id = new_launch_id();
    result.started = iso_time();
    write_file(folder / "parameters", parameter_file(request.settings, result.id, records));

    Launch launch;
    launch.arguments = facts.launch_command;
    launch.environment = facts.profile.environment;
    launch.environment["LOOP_PARAMETERS"] = (folder / "parameters").string();
    launch.mark = "LOOP_PARAMETERS=" + (folder / "parameters").string();
    launch.package = facts.profile.launcher_package;
    launch.folder = folder;
    launch.timeout_seconds = request.timeout_seconds;
    launch.show_output = request.show_output;
    launch.show_errors = request.show_errors;
    // A rank that is being stopped may still move, so the roll is called before.
    const auto call_roll = [&] { result.ranks = read_outcomes(records, request.settings.ranks, result.id); };
    launch.before_stop = call_roll;
    result.end = run_launch(launch, interrupts);
    if (result.ranks.empty()) call_roll();
    return result;
}

bool is_alone(const LaunchResult& launch) {
    return launch.ranks.size() > 1 && launch.ranks[0].problem == "has the record of rank 0 of 1";
}

/// Why the launcher itself gave up, where its words are known.
std::string launcher_hint(const LaunchResult& launch, const fs::path& errors) {
    const std::string text = read_file(errors);
    if (text.find("not enough slots") != std::string::npos)
        return "the launcher has too few slots for these ranks; fewer ranks (-n), or `--oversubscribe` in "
               "the profile";
    if (is_alone(launch))
        return "each process took itself for the only one: launcher and MPI library of the profile do not "
               "belong together";
    if (text.find("run as root") != std::string::npos)
        return "the launcher does not start as root; see `--allow-run-as-root` in "
               "machines/local-openmpi.toml";
    return {};
}

std::vector<std::string> failures_of(const LaunchResult& launch, const std::string& source,
                                     const fs::path& folder) {
    std::vector<std::string> sentences;
    if (launch.is_good()) return sentences;
    const bool was_stopped = launch.end.timed_out || launch.end.interrupted_by != 0;
    if (launch.end.timed_out)
        sentences.push_back(fmt::format("not finished after {:.3g} s", launch.end.seconds));
    const auto more = was_stopped ? roll_call(launch.ranks, source) : failure_sentences(launch.ranks, source);
    sentences.insert(sentences.end(), more.begin(), more.end());
    if (const std::string hint = launcher_hint(launch, folder / "stderr"); !hint.empty())
        sentences.push_back(hint);
    return sentences;
}

ExitCode exit_code(const std::vector<LaunchResult>& launches, const Verdict& verdict) {
    const LaunchResult& last = launches.back();
    if (last.end.interrupted_by != 0) return static_cast<ExitCode>(128 + last.end.interrupted_by);
    if (last.end.timed_out && !last.is_good()) return ExitCode::TimedOut;
    if (!last.is_good()) return ExitCode::RunFailed;
    return verdict.word == Verdict::Word::Invalid ? ExitCode::Finding : ExitCode::Good;
}

} // namespace

RunOutcome run(const compiler::Compilation& compilation, const House& house, RunRequest request,
               const Say& say) {
    Interrupts interrupts;
    const MachineProfile profile = checked(compilation, house, request);
    check_is_free(request.output);
    const Cache cache(Cache::default_root());
    Toolchain toolchain(house, profile, cache, interrupts, say);
    RunFacts facts{compilation, request, profile, toolchain.build(compilation), {}, {}, {}, iso_time(), {}};
    facts.compiler_version = version_of(profile.compiler[0], cache, interrupts);
    facts.launcher_version = version_of(profile.launcher[0], cache, interrupts);
    facts.environment = environment_record();

    RunDirectory directory(request.output, request.keep, compilation.summary().name);
    write_sources(compilation, facts.program, directory.path());
    facts.launch_command =
        launch_arguments(profile, request.settings.ranks, placed_program(facts.program, directory.path()));

    RunOutcome outcome;
    std::vector<LaunchResult> launches;
    const std::string& source = compilation.source().name();
    for (int index = 1; index <= request.launches && outcome.failures.empty(); ++index) {
        const fs::path folder =
            request.launches == 1 ? directory.path() : directory.path() / fmt::format("launch-{}", index);
        make_folder(folder);
        launches.push_back(launch_once(facts, folder, index, interrupts));
        outcome.failures = failures_of(launches.back(), source, folder);
        if (launches.back().end.last_output != 0) outcome.last_output = launches.back().end.last_output;
        facts.environment["load_after"] = load_average();
        const Verdict verdict = judge(launches, request.settings.verify, request.launches, source);
        outcome.code = exit_code(launches, verdict);
        outcome.record = run_record(facts, launches, verdict);
        // After every launch, so that nothing that was measured is lost.
        write_file_atomically(directory.path() / "run.json", record_text(outcome.record));
        if (launches.back().end.interrupted_by != 0) break;
    }
    if (outcome.code != ExitCode::Good) directory.keep();
    if (directory.is_kept()) outcome.kept = directory.path();
    return outcome;
}

std::string dry_run(const compiler::Compilation& compilation, const House& house, RunRequest request) {
    Interrupts interrupts;
    const MachineProfile profile = checked(compilation, house, request);
    check_is_free(request.output);
    const Cache cache(Cache::default_root(), Cache::Mode::LookOnly);
    const Toolchain toolchain(house, profile, cache, interrupts, Say{});
    const BuiltProgram program = toolchain.planned(compilation);
    const std::string folder = request.output ? request.output->string() : "RUN";
    std::string text = fmt::format("compile  {}\n", shell_words(program.command));
    text += fmt::format("launch   {}{}\n",
                        shell_words(launch_arguments(profile, request.settings.ranks, folder + "/program")),
                        request.launches > 1 ? fmt::format("   ({} times)", request.launches) : "");
    for (const auto& [name, value] : profile.environment)
        text += fmt::format("with     {}={}\n", name, value);
    text += fmt::format("with     LOOP_PARAMETERS={}/parameters\n", folder);
    const std::string parameters = parameter_file(request.settings, "ID", folder + "/records");
    for (const std::string_view line : lines_of(parameters))
        text += fmt::format("         | {}\n", line);
    const std::string& name = compilation.summary().name;
    text += fmt::format(
        "files    {0}/: run.json program {1}.loop {1}.cpp parameters stdout stderr records/\n", folder, name);
    if (!request.output && !request.keep)
        text += "         RUN is a private temporary folder, removed after a good run\n";
    return text;
}

void build(const compiler::Compilation& compilation, const House& house, const std::string& machine,
           const fs::path& to, const Say& say) {
    Interrupts interrupts;
    const MachineProfile profile = find_profile(house, machine);
    const Cache cache(Cache::default_root());
    Toolchain toolchain(house, profile, cache, interrupts, say);
    const BuiltProgram program = toolchain.build(compilation);
    copy_program(program.program, to);
}

} // namespace loop::runner
