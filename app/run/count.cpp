#include "app/run/count.h"

#include "app/input/report_files.h"
#include "app/input/source_input.h"
#include "base/schedule/counts.h"
#include "base/schedule/steered.h"
#include "base/schedule/unmet.h"
#include "report/count/document.h"
#include "report/document/output_formats.h"

#include <fmt/core.h>

namespace loop::app {

using runner::ExitCode;
using runner::Failure;

namespace {

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

} // namespace

int count_program(CountOptions options, const Terminal& terminal) {
    for (const std::string& text : options.assignments)
        options.settings.set.push_back(runner::parse_assignment(text));
    options.request.limit_seconds = std::max(1, static_cast<int>(options.timeout_seconds));
    refuse_source_as_output(options.target, options.output);
    refuse_source_as_output(options.target, options.schedule);
    const runner::Installation installation = runner::find_installation();
    const compiler::Compilation compilation =
        compile_or_fail(read_workload(options.target, installation), terminal);
    runner::resolve_settings(options.settings, compilation.summary());
    options.request.ranks = options.settings.ranks;
    options.request.parameters = runner::parameter_file(options.settings, "recorded", ".");
    runner::Interrupts interrupts;
    const std::string recorded = runner::recorded_schedule(compilation, options.request, installation,
                                                           interrupts, logger_to(terminal));
    const report::Document document = document_of(recorded, compilation.summary().name);
    if (!options.schedule.empty()) put(recorded, options.schedule, terminal);
    put(form_for(options.output, document, output_format(options.format, options.output), terminal),
        options.output, terminal);
    return 0;
}

} // namespace loop::app
