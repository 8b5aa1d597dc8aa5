#include "runner/run/steering.h"

#include "base/schedule/steered.h"
#include "base/text/strings.h"
#include "runner/recorder/recorded.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

namespace loop::runner {

namespace {

constexpr int limit_seconds = 60;
constexpr std::size_t most_named_calls = 3;

constexpr int passes_with_seconds = 1; ///< on a simulated machine

std::string named(const std::vector<schedule::ReceivingCall>& calls) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(calls.size(), most_named_calls); ++i)
        names.push_back(fmt::format("{} in line {}", schedule::shown_call(calls[i].call), calls[i].line));
    if (calls.size() > most_named_calls)
        names.push_back(counted(calls.size() - most_named_calls, "other call"));
    return joined(names, ", ");
}

/// The calls that receive the data, if received data decide what ranks do.
std::optional<std::string> steering_calls(const compiler::Compilation& compilation,
                                          const Installation& installation, const ResolvedRun& run,
                                          Interrupts& interrupts, const Logger& logger) {
    RecordRequest record;
    record.ranks = run.settings.ranks;
    record.parameters = parameter_file(run.settings, "recorded", ".");
    record.passes = passes_with_seconds;
    record.limit_seconds = limit_seconds;
    const schedule::Schedule schedule =
        schedule::read_schedule(recorded_schedule(compilation, record, installation, interrupts, logger));
    if (!schedule::steered_by_data(schedule)) return std::nullopt;
    const auto received = std::find_if(schedule.executions.begin(), schedule.executions.end(),
                                       [](const auto& execution) { return !execution.received.empty(); });
    return named(received == schedule.executions.end() ? std::vector<schedule::ReceivingCall>{}
                                                       : received->received);
}

/// Work that is executed takes time on this host, which would be added to what is charged for it.
void refuse_to_count_twice(const ResolvedRun& run, const compiler::ProgramSummary& program) {
    if (!run.request.measure_host_code) return;
    if (!program.executed_charged_lines.empty())
        throw Failure(
            ExitCode::Usage,
            fmt::format("`--host-compute measured` would time the statement of the `\\FLOPS` in {}, which "
                        "is executed, as ranks communicate in it or a jump leaves it, and so count it twice",
                        line_list(program.executed_charged_lines)),
            "put only what computes into the statement of `\\FLOPS`");
    if (run.settings.verify && program.has_charged_work)
        throw Failure(
            ExitCode::Usage,
            "`--host-compute measured` would time the charged work that `--verify` executes, and so "
            "count it twice",
            "leave one of the two options out");
}

} // namespace

bool leaves_steering_open(const compiler::ProgramSummary& program, const ResolvedRun& run) {
    return run.leaves_out_work && run.may_verify_simulation && program.receives_data;
}

void resolve_charged_work(const compiler::ProgramSummary& program, ResolvedRun& run) {
    if (!run.profile.simulation) return;
    refuse_to_count_twice(run, program);
    run.leaves_out_work = program.has_charged_work && !run.settings.verify;
    if (!run.request.measure_host_code) run.lines_uncharged = program.uncharged_lines;
    if (run.leaves_out_work) run.lines_not_computed = program.charged_result_lines;
}

void resolve_steering(const compiler::Compilation& compilation, const Installation& installation,
                      ResolvedRun& run, Interrupts& interrupts, const Logger& logger) {
    const compiler::ProgramSummary& program = compilation.summary();
    resolve_charged_work(program, run);
    if (!leaves_steering_open(program, run)) return;
    std::string problem;
    try {
        const auto calls = steering_calls(compilation, installation, run, interrupts, logger);
        if (!calls) return;
        if (run.request.measure_host_code) {
            run.about_steering = fmt::format(
                "received data decide what ranks do ({}), but the work was not executed, as `--host-compute "
                "measured` would count it twice",
                *calls);
            return;
        }
        run.settings.verify = true;
        run.leaves_out_work = false;
        run.lines_not_computed.clear();
        run.about_steering = fmt::format("received data decide what ranks do ({})", *calls);
        return;
    } catch (const Failure& failure) {
        problem = failure.what();
    } catch (const schedule::FormatError& error) {
        problem = error.what();
    }
    run.about_steering = fmt::format(
        "it is not known whether received data decide what ranks do ({}); if so, use `--verify`", problem);
}

void report_steering(const ResolvedRun& run, const Logger& logger) {
    if (run.settings.verify && !run.about_steering.empty())
        logger.info(run.about_steering + ", so the charged work is executed; `--no-verify` only charges it");
}

} // namespace loop::runner
