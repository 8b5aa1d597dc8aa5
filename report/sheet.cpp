#include "report/sheet.h"

#include "report/bsp/measured.h"
#include "report/communication.h"
#include "report/environment_lines.h"
#include "report/order_statistics.h"
#include "report/series.h"
#include "report/state_lines.h"
#include "report/style.h"
#include "report/table.h"
#include "report/units.h"
#include "base/text/shell.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

namespace loop::report {

namespace {

constexpr std::size_t name_width = 32;

/// Words of `text` in lines of at most `width`, all but the first behind `indent`.
std::string wrapped(const std::string& text, std::size_t width, const std::string& indent) {
    std::string result;
    std::size_t column = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string word = text.substr(begin, end - begin);
        if (column > 0 && column + 1 + display_width(word) > width) {
            result += "\n" + indent;
            column = indent.size();
        } else if (column > 0) {
            result += " ";
            ++column;
        }
        result += word;
        column += display_width(word);
        begin = end + 1;
    }
    return result;
}

std::string title(const Run& run, const Style& style, std::size_t width) {
    std::string where = fmt::format("{} rank{} on {}", run.ranks, run.ranks == 1 ? "" : "s", run.machine);
    for (const auto& [name, value] : run.parameters)
        where += fmt::format(", {}={}", name, value);
    if (run.launches_planned > 1) where += fmt::format(", {} launches", run.launches_planned);
    const std::string text = wrapped(fmt::format("{}  {}", run.name, where), width, "  ");
    return style.bold(text.substr(0, run.name.size())) + text.substr(run.name.size()) + "\n";
}

std::vector<std::string> time_row(const std::string& name, int line, const std::string& calls,
                                  const Timing& timing) {
    const Spread& seconds = *timing.seconds;
    return {shortened(name, name_width),
            line > 0 ? std::to_string(line) : "",
            calls,
            seconds_text(seconds.min),
            seconds_text(seconds.median),
            seconds_text(seconds.max),
            mflops_text(timing.flops, seconds.max)};
}

std::string calls_text(const PhaseTiming& phase) {
    if (!phase.calls) return "";
    const auto least = static_cast<long long>(phase.calls->min),
               most = static_cast<long long>(phase.calls->max);
    return least == most ? count_text(most) : count_text(least) + "-" + count_text(most);
}

Table time_table(const Run& run) {
    Table table({"time over ranks", "line", "calls", "min", "median", "max", "Mflop/s"});
    if (run.program.seconds) table.add(time_row("whole program", 0, "", run.program));
    for (const PhaseTiming& phase : run.phases)
        if (phase.timing.seconds)
            table.add(time_row(phase.name, phase.line, calls_text(phase), phase.timing));
    return table;
}

/// The slowest rank of every launch: what a launch took.
std::vector<std::string> launch_row(const std::string& name, const Timing& timing) {
    std::vector<double> slowest;
    for (const Spread& launch : timing.launches)
        slowest.push_back(launch.max);
    const auto interval = median_interval(slowest);
    const std::string limits =
        interval ? fmt::format("{} to {}", seconds_text(interval->first), seconds_text(interval->second))
                 : "";
    return {shortened(name, name_width), seconds_text(*std::min_element(slowest.begin(), slowest.end())),
            seconds_text(median(slowest)), limits,
            seconds_text(*std::max_element(slowest.begin(), slowest.end()))};
}

Table launch_table(const Run& run) {
    Table table({fmt::format("slowest rank, {} launches", run.launches_complete), "min", "median",
                 "95 % interval of it", "max"});
    if (run.launches_complete < 2) return table;
    table.add(launch_row("whole program", run.program));
    for (const PhaseTiming& phase : run.phases)
        if (!phase.timing.launches.empty()) table.add(launch_row(phase.name, phase.timing));
    return table;
}

std::vector<std::string> result_row(const ResultValue& result) {
    std::vector<std::string> row{
        shortened(result.name, name_width), std::to_string(result.line), "", "", "", "",
        shortened(result.unit, 16)};
    if (!result.value) {
        row[2] = "not finite";
    } else if (result.value->min == result.value->max) {
        row[2] = number_text(result.value->max);
    } else {
        row[3] = number_text(result.value->min);
        row[4] = number_text(result.value->median);
        row[5] = number_text(result.value->max);
    }
    return row;
}

Table result_table(const Run& run) {
    Table table({"results", "line", "value", "min", "median", "max", "unit"});
    for (const ResultValue& result : run.results)
        table.add(result_row(result));
    return table;
}

std::string plural(long long count, const std::string& word) {
    return fmt::format("{} {}{}", count_text(count), word, count == 1 ? "" : "s");
}

std::string verification_text(const Run& run) {
    std::string text;
    if (!run.verifications.empty()) {
        long long checks = 0, failures = 0;
        for (const Verification& verification : run.verifications) {
            checks += verification.checks;
            failures += verification.failures;
        }
        text = failures == 0 ? plural(checks, "check") + " held"
                             : fmt::format("{} of {} failed", count_text(failures), plural(checks, "check"));
        text += "; ";
    }
    const Payload& payload = run.payload;
    if (!payload.verified) return text + "payloads were not verified";
    if (payload.messages == 0) return text + "no payload to verify";
    return text + fmt::format("{} verified, {}", plural(payload.messages, "payload"),
                              payload.wrong_bytes + payload.wrong_messages == 0
                                  ? "all right"
                                  : fmt::format("{} wrong with {}", plural(payload.wrong_messages, "message"),
                                                plural(payload.wrong_bytes, "wrong byte")));
}

std::string labelled(const std::string& label, const std::string& text, const Style& style,
                     std::size_t width) {
    const std::string head = fmt::format("{:<12}", label);
    const std::string body = wrapped(head + text, width, std::string(12, ' '));
    return style.dim(head) + body.substr(std::min(head.size(), body.size())) + "\n";
}

std::string verdict_text(const Run& run, const Style& style, std::size_t width) {
    std::string text = run.verdict.empty() ? "" : style.verdict(run.verdict) + "\n";
    for (const std::string& reason : run.reasons)
        text += "  - " + wrapped(reason, width - 4, "    ") + "\n";
    return text;
}

/// `input` where there is an analysis of a trace.
std::string sheet_of(const Run& run, const SheetInput* input, const SheetOptions& options) {
    const Style style(options.colour);
    std::string text = title(run, style, options.width);
    for (const Table& table : {time_table(run), launch_table(run)})
        if (!table.empty()) text += "\n" + table.text(style, name_width - 8);
    if (run.launches_complete > 1 && run.launches_complete < 10)
        text += fmt::format("{} launches: fewer than 10 say little about differences\n", run.launches_complete);
    if (input != nullptr) text += "\n" + state_lines(*input, style, name_width - 8);
    for (const Table& table : {communication_table(run), result_table(run)})
        if (!table.empty()) text += "\n" + table.text(style, name_width - 8);
    text += series_text(run, style, name_width - 8);
    for (const std::string& line : bsp::lines(run))
        text += "\n" + wrapped(line, options.width, "    ");
    text += bsp::lines(run).empty() ? "\n" : "\n\n";
    if (run.launches_complete > 0) text += labelled("verified", verification_text(run), style, options.width);
    text += labelled("machine", hardware_line(run), style, options.width);
    text += labelled("built with", software_line(run), style, options.width);
    if (!run.repeat_command.empty()) text += labelled("again", shell_words(run.repeat_command), style, 10000);
    if (input != nullptr)
        for (const std::string& sentence : trace_reservations(*input))
            text += labelled("trace", printable(sentence), style, options.width);
    if (run.verdict.empty() && run.reasons.empty()) return text;
    return text + "\n" + verdict_text(run, style, options.width);
}

} // namespace

std::string sheet(const Run& run, const SheetOptions& options) {
    return sheet_of(run, nullptr, options);
}

std::string sheet(const SheetInput& input, const SheetOptions& options) {
    return sheet_of(input.run(), input.analysis == nullptr ? nullptr : &input, options);
}

} // namespace loop::report
