#include "base/schedule/counts.h"
#include "base/schedule/steered.h"
#include "base/schedule/unmet.h"
#include "cli/report_files.h"
#include "cli/source_input.h"
#include "cli/verbs.h"
#include "report/count/document.h"
#include "report/document/output_formats.h"
#include "runner/recorder/recorded.h"
#include "runner/run/settings.h"

#include <fmt/core.h>

#include <memory>

namespace loop::cli {

using runner::ExitCode;
using runner::Failure;

namespace {

struct CountOptions {
    std::string target;
    runner::Settings settings;
    runner::RecordRequest request;
    std::vector<std::string> assignments;
    double timeout_seconds = 600;
    std::string format, output, schedule;
};

std::string format_of(const CountOptions& options) {
    if (!options.format.empty()) return options.format;
    const std::string ending = std::filesystem::path(options.output).extension().string();
    return ending.size() > 1 ? report::output_format_of(ending.substr(1)) : "text";
}

report::Document document_of(const std::string& recorded, const std::string& program) {
    try {
        const schedule::Schedule schedule = schedule::read_schedule(recorded);
        if (const auto problem = schedule::steered_by_data(schedule))
            throw Failure(ExitCode::RunFailed, fmt::format("{} cannot be counted", program),
                          "no data move in a count; only what a rank knows by itself can decide: its number, "
                          "and parameters (`--set`)")
                .with_details(*problem + "\n");
        return report::count_document(schedule::count(schedule), schedule::never_meets(schedule), program);
    } catch (const schedule::FormatError& error) {
        throw Failure(ExitCode::RunFailed,
                      fmt::format("what the program recorded is invalid: {}", error.what()));
    }
}

int count(CountOptions options, Context& context) {
    const Terminal& terminal = context.terminal;
    for (const std::string& text : options.assignments)
        options.settings.set.push_back(runner::parse_assignment(text));
    options.request.limit_seconds = std::max(1, static_cast<int>(options.timeout_seconds));
    refuse_source_as_output(options.target, options.output);
    refuse_source_as_output(options.target, options.schedule);
    const runner::Installation installation = runner::find_installation();
    const compiler::Compilation compilation =
        compile_or_fail(read_workload(options.target, installation), terminal);
    runner::settle_settings(options.settings, compilation.summary());
    options.request.ranks = options.settings.ranks;
    options.request.parameters = runner::parameter_file(options.settings, "recorded", ".");
    runner::Interrupts interrupts;
    const std::string recorded = runner::recorded_schedule(compilation, options.request, installation,
                                                           interrupts, logger_to(terminal));
    const report::Document document = document_of(recorded, compilation.summary().name);
    if (!options.schedule.empty()) put(recorded, options.schedule, terminal);
    put(form_for(options.output, document, format_of(options), terminal), options.output, terminal);
    return 0;
}

Action define_count(Arguments& app) {
    auto options = std::make_shared<CountOptions>();
    runner::Settings& settings = options->settings;
    app.option("FILE|NAME", options->target, "`.loop` file or workload (see `loop list`)").required();
    app.option("-n,--ranks RANKS", settings.ranks, "number of ranks, also more than any machine has",
               in_range(1, 1 << 20))
        .required();
    app.option("--size N", settings.size, "problem size; default: from the program", in_range(0, 2147483647));
    app.option("--iterations K", settings.iterations, "number of iterations; default: from the program",
               in_range(0, 2147483647));
    app.option("--set NAME=VALUE", options->assignments, "value of a program parameter; repeatable")
        .allow_extra_args(false);
    app.option("--passes K", options->request.passes,
               "passes of each loop with SECONDS, whose number depends on time in a run",
               in_range(0, 2147483647));
    app.option("--timeout TIME", options->timeout_seconds,
               "give up after this time, such as 90s or 10m; default: 10m", above_zero_seconds());
    app.option("--format FORMAT", options->format,
               "text, html, markdown, csv, json, or xml; default: that of FILE",
               one_of(report::output_formats()));
    app.option("-o,--output FILE", options->output, "write to FILE instead of stdout");
    app.option("--schedule FILE", options->schedule,
               "also write what is executed, in order, to FILE (docs/count.md)");
    return [options](Context& context) { return count(*options, context); };
}

} // namespace

const Verb count_verb{
    "count", "count what a program communicates, for any number of ranks, without running it",
    "  loop count halo.loop -n 16                          messages and bytes of each construct and rank\n"
    "  loop count red_black -n 100000 --size 100000        more ranks than any machine here has\n"
    "  loop count message_rate.loop -n 2 --passes 3        a loop with SECONDS as 3 passes\n"
    "  loop count halo.loop -n 64 -o halo.html\n"
    "  loop count halo.loop -n 64 --format json > halo.json\n",
    define_count};

} // namespace loop::cli
