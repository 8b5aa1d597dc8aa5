#include "runner/run.h"

#include "cli/source_input.h"
#include "cli/verbs.h"
#include "report/sheet.h"
#include "runner/run_record.h"

#include <unistd.h>

#include <memory>

namespace loop::cli {

namespace {

struct Options {
    runner::RunRequest request;
    std::vector<std::string> assignments;
    bool no_verify = false;
    bool json = false;
    bool dry_run = false;
};

/// Without the description that CLI11 would add to the option's name in help.
CLI::Validator in_range(int least, int most) {
    return CLI::Range(least, most).description("");
}

/// Three years are as good as no time-out, and any clock can count them.
CLI::Validator seconds_above_zero() {
    const auto problem = [](const std::string& text) {
        double seconds = 0;
        const bool good = CLI::detail::lexical_cast(text, seconds) && seconds > 0 && seconds <= 1e8;
        return good ? std::string() : text + " is not a number of seconds greater than 0 and at most 1e8";
    };
    return CLI::Validator(problem, "");
}

void show(const runner::RunOutcome& outcome, const Options& options, const Terminal& terminal) {
    const runner::ExitCode code = outcome.code;
    // A blank line between the program's words and ours, also where it left its last line open.
    if (!options.json && outcome.last_output != 0)
        terminal.print(outcome.last_output == '\n' ? "\n" : "\n\n");
    if (options.json)
        terminal.print(runner::record_text(outcome.record));
    else if (code == runner::ExitCode::Good || code == runner::ExitCode::Finding)
        terminal.print(
            report::sheet(report::read_run(outcome.record), {terminal.colour_on_output(), terminal.width()}));
    for (const std::string& failure : outcome.failures)
        terminal.error(failure);
    if (outcome.kept) terminal.say("the run is in " + outcome.kept->string());
}

int run(Options options, Context& context) {
    const Terminal& terminal = context.terminal;
    for (const std::string& text : options.assignments)
        options.request.settings.set.push_back(runner::parse_assignment(text));
    options.request.settings.verify = !options.no_verify;
    const runner::House house = runner::find_house();
    const compiler::Compilation compilation =
        compile_or_fail(read_workload(options.request.target, house), terminal);
    if (options.dry_run) {
        terminal.print(runner::dry_run(compilation, house, options.request));
        return 0;
    }
    options.request.show_output = options.json ? -1 : STDOUT_FILENO;
    options.request.show_errors = STDERR_FILENO;
    const runner::RunOutcome outcome =
        runner::run(compilation, house, options.request, messages_to(terminal));
    show(outcome, options, terminal);
    return static_cast<int>(outcome.code);
}

} // namespace

Action define_run(CLI::App& app) {
    auto options = std::make_shared<Options>();
    runner::RunRequest& request = options->request;
    runner::Settings& settings = request.settings;
    app.add_option("FILE|NAME", request.target, "a `.loop` file or a workload (`loop list`)")->required();
    app.add_option("-n,--ranks", settings.ranks, "number of ranks; default: the cores at hand")
        ->type_name("RANKS")
        ->check(in_range(1, 1 << 20));
    app.add_option("--size", settings.size, "problem size; default: the program's own")
        ->type_name("N")
        ->check(in_range(0, 2147483647));
    app.add_option("--iterations", settings.iterations, "iterations; default: the program's own")
        ->type_name("K")
        ->check(in_range(0, 2147483647));
    app.add_option("--set", options->assignments, "a parameter of the program; may be repeated")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    app.add_flag("--no-verify", options->no_verify, "do not fill and verify payloads");
    app.add_option("--launches", request.launches, "repeat the whole launch K times")
        ->type_name("K")
        ->check(in_range(1, 100000));
    app.add_option("--timeout", request.timeout_seconds,
                   "stop a launch after S seconds, and say where its ranks are")
        ->type_name("S")
        ->check(seconds_above_zero());
    app.add_option("-o,--output", request.output, "keep the run in folder DIR")->type_name("DIR");
    app.add_flag("--keep", request.keep, "keep the run in ./loop-run-NAME-TIME");
    app.add_flag("--json", options->json, "print run.json instead of the sheet");
    app.add_option("--machine", request.machine, "machine profile; default: local")->type_name("NAME|FILE");
    app.add_flag("--dry-run", options->dry_run, "print what would be done, and do nothing");
    return [options](Context& context) { return run(*options, context); };
}

} // namespace loop::cli
