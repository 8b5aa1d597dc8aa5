#include "app/run/run.h"

#include "app/input/report_files.h"
#include "app/input/source_input.h"
#include "app/run/try_values.h"
#include "base/text/strings.h"
#include "report/document/output_formats.h"
#include "report/read/stacks.h"
#include "report/sheet/sections.h"
#include "runner/run/run_record.h"

#include <unistd.h>

#include <cstdint>
#include <memory>

namespace loop::app {

namespace {

bool has_sheet(runner::ExitCode code) {
    // InputOutput: the measurement is complete, but a trace could not be written.
    return code == runner::ExitCode::Good || code == runner::ExitCode::Finding ||
           code == runner::ExitCode::InputOutput;
}

/// The sheet as text; includes the trace if the run is kept.
std::string sheet_text(const runner::RunOutcome& outcome, const LoadedRun* loaded, const Terminal& terminal) {
    report::RunDirectory unkept;
    if (loaded == nullptr) unkept.run = report::read_run(formats::to_json(*outcome.record));
    const report::SheetInput input = loaded != nullptr ? loaded->input() : report::SheetInput{unkept};
    return report::render_text(report::sheet_document(input), {terminal.color_on_output(), terminal.width()});
}

/// The functions in which ranks crashed. Left out if the message about the rank says it all.
std::string stacks_text(const formats::RunRecord& run) {
    std::string text;
    for (const report::Stack& stack : report::stacks_of(run)) {
        if (stack.functions.size() < 2) continue;
        text += rank_list(stack.ranks) + " died here:\n";
        for (const std::string& function : stack.functions)
            text += "    " + function + "\n";
    }
    return text;
}

void show(const runner::RunOutcome& outcome, const LoadedRun* loaded, const RunOptions& options,
          const Terminal& terminal) {
    // A blank line between the program's output and the sheet, even if the output's last line has no line
    // end.
    if (!options.json && outcome.last_output != 0)
        terminal.print(outcome.last_output == '\n' ? "\n" : "\n\n");
    if (options.json)
        terminal.print(formats::text_of(*outcome.record));
    else if (has_sheet(outcome.code))
        terminal.print(sheet_text(outcome, loaded, terminal));
    for (const std::string& failure : outcome.failures)
        terminal.error(failure);
    if (outcome.record) terminal.forward(stacks_text(*outcome.record));
}

/// Reads the run from its files, as `loop report` does. Null if it is not kept or has no record.
std::unique_ptr<LoadedRun> loaded_again(const runner::RunOutcome& outcome, const Predict& predict) {
    return outcome.kept && outcome.record ? load_run(*outcome.kept, 0, report::ExcludedTime::LeftOut, predict)
                                          : nullptr;
}

/// The exit code: that of the run, unless its sheet cannot be written.
runner::ExitCode finish(const runner::RunOutcome& outcome, const LoadedRun* loaded,
                        const Terminal& terminal) {
    if (!outcome.kept) return outcome.code;
    try {
        if (loaded != nullptr)
            runner::replace_file(*outcome.kept / "sheet.html",
                                 report::render_html(report::sheet_document(loaded->input(), {})));
    } catch (const runner::Failure& failure) {
        terminal.error(failure.what(), failure.hint());
        terminal.info("the run is in " + shown_path(*outcome.kept));
        return outcome.code == runner::ExitCode::Good ? failure.code() : outcome.code;
    }
    terminal.info("the run is in " + shown_path(*outcome.kept));
    if (loaded != nullptr) terminal.info("its sheet is " + shown_path(*outcome.kept / "sheet.html"));
    return outcome.code;
}

/// Without hang detection, ranks log no MPI calls, and an unsafe program would never end.
void require_hang_detection(const runner::RunRequest& request) {
    if (request.hang_limit_seconds != 0.0 || !(request.settings.strict || request.sanitize)) return;
    throw runner::Failure(runner::ExitCode::Usage,
                          std::string(request.sanitize ? "`--sanitize`" : "`--strict`") +
                              " needs hang detection",
                          "leave out `--hang-limit 0`");
}

/// The folder of a run with --discard, which is removed unless something went wrong.
std::unique_ptr<runner::TemporaryDirectory> temporary_folder(RunOptions& options, const std::string& name,
                                                             const runner::Installation& installation) {
    if (!options.discard) return nullptr;
    auto folder = std::make_unique<runner::TemporaryDirectory>(
        runner::shared_folder(installation, options.request.machine), "loop-run-" + name);
    folder->guard();
    options.request.output = folder->path();
    return folder;
}

} // namespace

int run_program(RunOptions options, const Terminal& terminal) {
    for (const std::string& text : options.assignments)
        options.request.settings.set.push_back(runner::parse_assignment(text));
    options.request.settings.verify = !options.no_verify;
    if (options.strict_seed != 0) options.request.settings.strict = options.strict_seed;
    require_hang_detection(options.request);
    options.request.measure_host_code = options.host_compute == "measured";
    options.request.keep = !options.discard;
    options.request.settings.trace = !options.no_trace;
    const runner::Installation installation = runner::find_installation();
    const compiler::Compilation compilation =
        compile_or_fail(read_workload(options.request.target, installation), terminal);
    if (options.dry_run) {
        terminal.show(runner::dry_run(compilation, installation, options.request));
        return 0;
    }
    if (!options.tried.empty()) {
        return try_values(options.tried, compilation, installation, options.request, terminal);
    }
    const Predict predict = prediction_for_sheet(options.bsp);
    options.request.show_output = options.json ? -1 : STDOUT_FILENO;
    options.request.show_errors = STDERR_FILENO;
    const auto folder = temporary_folder(options, compilation.summary().name, installation);
    runner::RunOutcome outcome = runner::run(compilation, installation, options.request, logger_to(terminal));
    const auto loaded = loaded_again(outcome, predict);
    show(outcome, loaded.get(), options, terminal);
    if (folder && outcome.code == runner::ExitCode::Good) return 0;
    if (folder) folder->keep();
    return static_cast<int>(finish(outcome, loaded.get(), terminal));
}

} // namespace loop::app
