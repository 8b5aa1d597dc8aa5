#include "runner/run/run.h"

#include "base/text/strings.h"
#include "cli/bind_option.h"
#include "cli/bsp_machines.h"
#include "cli/report_files.h"
#include "cli/source_input.h"
#include "cli/try_values.h"
#include "cli/verbs.h"
#include "report/document/output_formats.h"
#include "report/read/stacks.h"
#include "report/sheet/sections.h"
#include "runner/run/run_record.h"

#include <unistd.h>

#include <cstdint>
#include <memory>

namespace loop::cli {

namespace {

struct RunOptions {
    runner::RunRequest request;
    std::vector<std::string> assignments;
    std::string tried; ///< the argument of `--try`
    bool no_verify = false;
    std::uint64_t strict_seed = 0; ///< 0: not strict
    std::string host_compute;
    bool no_trace = false;
    bool json = false;
    bool dry_run = false;
    bool discard = false;
    BspInputs bsp;
};

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

int run(RunOptions options, Context& context) {
    const Terminal& terminal = context.terminal;
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

Action define_run(Arguments& app) {
    auto options = std::make_shared<RunOptions>();
    runner::RunRequest& request = options->request;
    runner::Settings& settings = request.settings;
    app.option("FILE|NAME", request.target, "`.loop` file or workload (see `loop list`)").required();
    app.option(
        "-n,--ranks RANKS", settings.ranks,
        "number of ranks; default: one per available core,\nor per as many cores as a rank has threads",
        in_range(1, 1 << 20));
    app.option("--size N", settings.size, "problem size; default: from the program", in_range(0, 2147483647));
    app.option("--iterations K", settings.iterations, "number of iterations; default: from the program",
               in_range(0, 2147483647));
    app.option("--set NAME=VALUE", options->assignments, "value of a program parameter; repeatable")
        .allow_extra_args(false);
    const Option verify = app.flag(
        "--verify", request.verify_simulation,
        "simulated machines: execute the charged work, and verify results;\ndefault: only if data that "
        "ranks receive decide what they do");
    app.flag("--no-verify", options->no_verify,
             "do not fill and verify payloads; simulated machines: never execute the charged work")
        .excludes(verify);
    const Option strict = app.flag(
        "--strict", options->strict_seed,
        "find unsafe programs: sends wait for their receives, ranks meet before collective operations,\n"
        "receives take messages in another order, buffers in use are watched; --strict=SEED: another\n"
        "order; times mean nothing; see docs/reliability.md");
    app.flag("--sanitize", request.sanitize,
             "build the program with AddressSanitizer: its memory errors end it, and the buffers of its MPI\n"
             "calls must fit into their memory; times mean nothing; see docs/reliability.md");
    app.option("--host-compute WAY", options->host_compute,
               "simulated machines: host code takes no time (`free`), or its time on this host, "
               "scaled\n(`measured`); default: free",
               one_of({"free", "measured"}));
    app.flag("--no-trace", options->no_trace, "do not record a trace");
    request.launches = 0;
    app.option(
        "--launches K", request.launches,
        "repeat the whole launch K times; default: 1, and 3 for bspbench and bspprobe on real machines",
        in_range(1, 100000));
    app.option("--timeout TIME", request.timeout_seconds,
               "stop a launch that takes longer, such as 90s or 10m, and report where its ranks are",
               above_zero_seconds());
    app.option("--hang-limit TIME", request.hang_limit_seconds,
               "stop a launch whose ranks all wait for each other for this time, and report why; 0: "
               "never;\ndefault: at least 10 s (120 s on several hosts and in jobs), see docs/reliability.md",
               at_least_zero_seconds());
    Option output = app.option("-o,--output DIR", request.output,
                               "write the run to folder DIR; default: ./loop-run-NAME-TIME");
    Option discard = app.flag("--discard", options->discard, "remove the folder of a successful run");
    discard.excludes(output);
    app.flag("--keep", "keep the run (the default)").excludes(discard);
    Option json = app.flag("--json", options->json, "print run.json instead of the sheet");
    app.option(
           "--try NAME=LIST", options->tried,
           "run with one value of a parameter after the other, such as bytes=1,1k,1m, until\na run fails; "
           "k, m, and g: times 1024, 1024^2, 1024^3; only that run is kept")
        .excludes(output)
        .excludes(discard)
        .excludes(json);
    app.option("--machine NAME|FILE", request.machine, "machine profile; default: local");
    add_bsp_options(app, options->bsp);
    app.flag("--oversubscribe", request.oversubscribe, "allow more than 8 ranks per core of this host");
    app.option("--hosts LIST|FILE", request.hosts,
               "hosts of a machine with hosts: names, or a file whose name has a `/`");
    app.option("--map ORDER", request.map,
               "place the ranks on other processors: reverse, random:SEED, or a file with the\nnumber of a "
               "processor for each rank");
    add_bind_option(app, request.bind);
    app.flag("--dry-run", options->dry_run, "print what would be done and exit");
    return [options, strict](Context& context) {
        if (strict.is_given() && options->strict_seed == 0)
            throw runner::Failure(runner::ExitCode::Usage, "`--strict=SEED` needs a seed of at least 1");
        return run(*options, context);
    };
}

} // namespace

const Verb run_verb{"run", "build, run and verify a program, and print a summary",
                    "  loop run fingerprint -n 4 --size 100\n"
                    "  loop run ring.loop --set bytes=4096 --launches 10 -o results/ring\n"
                    "  loop run ring.loop --timeout 60 --json > ring.json\n"
                    "  loop run ring.loop --try bytes=0,1,1k,1m\n"
                    "  loop run cg -n 4 --bsp results/bspbench\n"
                    "  loop run cg -n 8 --machine clue-torus --map random:1\n",
                    define_run};

} // namespace loop::cli
