#include "app/run/record.h"

#include "app/input/report_files.h"
#include "app/input/source_input.h"
#include "base/formats/recording.h"
#include "base/text/shell.h"
#include "base/text/strings.h"
#include "runner/bundle/complete_run.h"
#include "runner/machine/environment.h"
#include "runner/preload/library.h"
#include "runner/run/run_directory.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"
#include "runner/system/process.h"

#include <fmt/core.h>

namespace loop::app {

namespace {

runner::MpiProgram program_of(const RecordOptions& options, const std::vector<std::string>& command,
                              runner::Interrupts& interrupts) {
    return options.program.empty() ? runner::find_mpi_program(command, interrupts)
                                   : runner::require_mpi_program(options.program, command, interrupts);
}

/// The program, and the library to preload.
struct Prepared {
    runner::MpiProgram program;
    std::filesystem::path library;
};

Prepared prepare(const RecordOptions& options, const std::vector<std::string>& command,
                 runner::Interrupts& interrupts, const Terminal& terminal) {
    const runner::MpiProgram program = program_of(options, command, interrupts);
    return {program,
            runner::preload_library(program, runner::find_installation(), interrupts, logger_to(terminal))};
}

std::string text_of(const runner::LaunchEnd& end) {
    const runner::ExitStatus& status = end.status;
    if (end.timed_out) return fmt::format("was stopped after {:.3g} s", end.seconds);
    return status.signal != 0 ? "was ended by " + runner::signal_text(status.signal)
                              : fmt::format("ended with exit code {}", status.code);
}

std::vector<std::string> repeat_command(const RecordOptions& options,
                                        const std::vector<std::string>& command) {
    std::vector<std::string> words{"loop", "record"};
    const auto add = [&](const char* option, const std::string& value) {
        words.insert(words.end(), {option, value});
    };
    if (!options.program.empty()) add("--program", options.program);
    if (options.launches != 1) add("--launches", std::to_string(options.launches));
    const auto& [in_memory, disk_mib] = options.events;
    if (in_memory != default_recorded_events) add("--events", std::to_string(in_memory));
    if (disk_mib != default_recorded_disk) add("--disk", std::to_string(disk_mib));
    if (options.timeout_seconds) add("--timeout", fmt::format("{}s", *options.timeout_seconds));
    if (options.hang_limit_seconds) add("--hang-limit", fmt::format("{}s", *options.hang_limit_seconds));
    words.emplace_back("--");
    words.insert(words.end(), command.begin(), command.end());
    return words;
}

/// Runs the command once; `folder`, of this launch, also says what it was.
runner::LaunchResult launch_recorded(const RecordOptions& options, const std::vector<std::string>& words,
                                     const Prepared& prepared, const std::filesystem::path& folder,
                                     runner::Interrupts& interrupts) {
    formats::Recording recording{repeat_command(options, words), words,
                                 std::filesystem::absolute(prepared.program.file).string(),
                                 runner::environment_record()};
    const std::filesystem::path file = folder / formats::recording_file_name;
    runner::write_file(file, formats::text_of(recording));
    runner::LaunchResult launch = runner::run_recorded(
        {words, prepared.library, options.events, options.timeout_seconds, options.hang_limit_seconds},
        folder, interrupts);
    recording.code = launch.end.status.code;
    recording.signal = launch.end.status.signal;
    recording.environment["load_after"] = runner::load_average();
    runner::write_file(file, formats::text_of(recording));
    return launch;
}

/// The folders of the ranks' files of each launch.
std::vector<std::filesystem::path> folders_of_launches(const std::filesystem::path& folder, int launches) {
    if (launches == 1) return {folder};
    std::vector<std::filesystem::path> folders;
    for (int index = 1; index <= launches; ++index)
        folders.push_back(folder / formats::launch_folder_name(index) / "records");
    return folders;
}

bool ended_well(const runner::LaunchResult& launch) {
    return launch.end.status.good() && !launch.end.was_stopped();
}

/// Runs the command as often as the options say, until it fails.
std::vector<runner::LaunchResult> run_recorded(const RecordOptions& options,
                                               const std::vector<std::string>& words,
                                               const Prepared& prepared, const std::filesystem::path& folder,
                                               runner::Interrupts& interrupts) {
    std::vector<runner::LaunchResult> launches;
    for (const std::filesystem::path& launch : folders_of_launches(folder, options.launches)) {
        std::filesystem::create_directories(launch);
        launches.push_back(launch_recorded(options, words, prepared, launch, interrupts));
        if (!ended_well(launches.back())) break;
    }
    return launches;
}

/// Says what went wrong; returns the exit code. Their readers say what the traces lack.
runner::ExitCode report_end(const runner::JudgedRun& judged, const runner::LaunchEnd& end,
                            const Terminal& terminal) {
    for (const std::string& failure : judged.failures)
        terminal.error(failure);
    if (end.interrupted_by != 0) return judged.code;
    if (end.was_stopped()) return runner::ExitCode::TimedOut;
    if (!end.status.good()) {
        terminal.error("the command " + text_of(end));
        return runner::ExitCode::RunFailed;
    }
    return judged.code == runner::ExitCode::InputOutput ? runner::ExitCode::Good : judged.code;
}

std::string hint_if_unrecorded(const runner::MpiProgram& program) {
    const std::string hint =
        "does the launcher pass on the environment variables LD_PRELOAD and LOOP_RECORD_*?";
    const std::string loads = program.launched_with ? " does the program load " + program.library + "?" : "";
    return hint + loads + " see docs/record.md";
}

/// If no rank was recorded.
[[noreturn]] void fail_unrecorded(const runner::LaunchEnd& end, const runner::MpiProgram& program) {
    throw runner::Failure(
        end.timed_out ? runner::ExitCode::TimedOut : runner::ExitCode::RunFailed,
        fmt::format("no rank was recorded: the command {}, and no process called MPI_Init with the "
                    "library of LOOP in place",
                    text_of(end)),
        hint_if_unrecorded(program));
}

} // namespace

int record_command(const RecordOptions& options, const std::vector<std::string>& words,
                   const Terminal& terminal) {
    runner::check_is_free(options.output);
    runner::Interrupts interrupts;
    const Prepared prepared = prepare(options, words, interrupts, terminal);
    const std::string name = prepared.program.file.filename().string();
    const std::filesystem::path folder = runner::new_folder(options.output, "loop-record", name);
    const auto launches = run_recorded(options, words, prepared, folder, interrupts);
    const runner::LaunchEnd& end = launches.back().end;
    const bool compares = options.hang_limit_seconds.value_or(1) > 0;
    const auto judged = runner::judge_recording(folder, launches, compares, interrupts);
    if (!judged && end.interrupted_by != 0) throw runner::Interrupted{end.interrupted_by};
    if (!judged) fail_unrecorded(end, prepared.program);
    const runner::ExitCode code = report_end(*judged, end, terminal);
    terminal.info("the recorded run is in " + shown_path(folder) +
                  "; its sheet: " + shell_words({"loop", "report", shown_path(folder)}));
    return static_cast<int>(code);
}

} // namespace loop::app
