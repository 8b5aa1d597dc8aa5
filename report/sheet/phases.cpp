#include "base/text/units.h"
#include "report/document/values.h"
#include "report/figures/figure.h"
#include "report/findings/impossible_rates.h"
#include "report/findings/wording.h"
#include "report/sheet/sections.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

namespace loop::report {

namespace {

/// Declared operations or bytes, in millions per second; "impossible" if they are more than `limit` per
/// second.
Value rate_value(double count, double seconds, const std::string& unit, std::optional<double> limit) {
    if (limit && count > *limit * seconds) return {"impossible", count / seconds / 1e6, unit};
    const std::string rate = mflops_text(count, seconds);
    return rate.empty() ? nothing() : Value{rate, count / seconds / 1e6, unit};
}

/// The arithmetic intensity: declared operations per declared byte. Nothing if some operations have no bytes.
Value intensity_value(const Timing& timing) {
    if (timing.memory_bytes <= 0 || timing.flops <= 0 || timing.flops_without_bytes > 0) return nothing();
    const double intensity = timing.flops / timing.memory_bytes;
    return {number_text(intensity), intensity, "flop/B"};
}

DataTable state_table(const SheetInput& input) {
    DataTable table{"phase-states",
                    "States by phase",
                    {"phase", "line", "visits, all ranks", "begins", "ends", "busy", "overhead", "idle",
                     "in MPI, not recorded", "unknown", "imbalance"},
                    {},
                    "Begin of the first rank and end of the last one, since the program's begin. Imbalance: "
                    "max busy time / average - 1."};
    const Analysis& analysis = *input.analysis;
    const std::int64_t zero = input.trace().begin_ns();
    for (std::size_t i = 0; i < analysis.phases.size(); ++i) {
        const TracedPhase& phase = analysis.phases[i];
        const TraceSite& site = input.trace().sites[phase.site];
        const auto shares = state_values(phase.all.times);
        const auto& imbalance = analysis.imbalance_by_phase[i];
        table.rows.push_back({text_value(site.name), site_line(input, phase.site),
                              count_value(phase.all.calls), nanoseconds_value(phase.span.begin_ns - zero),
                              nanoseconds_value(phase.span.end_ns - zero), shares[0], shares[1], shares[2],
                              shares[3], shares[4],
                              imbalance ? percent_value(imbalance->percent()) : unknown()});
    }
    return table;
}

DataTable mark_table(const SheetInput& input) {
    constexpr std::size_t max_marks = 100;
    DataTable table{"marks", "Marks of the user", {"mark", "count", "ranks", "first", "last"}, {}, {}};
    const auto& marks = input.analysis->marks;
    const std::int64_t zero = input.trace().begin_ns();
    for (std::size_t i = 0; i < std::min(marks.size(), max_marks); ++i) {
        const MarkUse& mark = marks[i];
        table.rows.push_back({count_value(mark.number), count_value(mark.count), count_value(mark.ranks),
                              nanoseconds_value(mark.first_ns - zero),
                              nanoseconds_value(mark.last_ns - zero)});
    }
    table.note = "PICL's tracemark and tracemarks; times since the program's begin.";
    if (marks.size() > max_marks)
        table.note += fmt::format(" The first {} of {} numbers.", max_marks, marks.size());
    return table;
}

} // namespace

Value range_value(const std::optional<Spread>& spread) {
    if (!spread) return unknown();
    Value value = count_value(spread->max);
    if (spread->min != spread->max)
        value.text = count_text(static_cast<long long>(spread->min)) + "-" + value.text;
    return value;
}

DataTable time_table(const RunRecord& run) {
    const bool declares_bytes = run.summary.program.memory_bytes > 0;
    DataTable table{"phases",
                    "Time over ranks",
                    {"phase", "line", "calls", "min", "median", "max", "Mflop/s"},
                    {},
                    run.summary.launches > 1 ? "The median launch of each." : ""};
    if (declares_bytes) table.columns.insert(table.columns.end(), {"memory MB/s", "flop/B"});
    const auto limits = rate_limits(run);
    const auto add = [&](const std::string& name, Value line, Value calls, const Timing& timing) {
        if (!timing.seconds) return;
        const double seconds = timing.seconds->max;
        const auto most_flops = limits ? std::optional(limits->flops_per_second(seconds)) : std::nullopt;
        const auto most_bytes = limits ? std::optional(limits->bytes_per_second(seconds)) : std::nullopt;
        table.rows.push_back({text_value(name), std::move(line), std::move(calls),
                              seconds_value(timing.seconds->min), seconds_value(timing.seconds->median),
                              seconds_value(seconds),
                              rate_value(timing.flops, seconds, "Mflop/s", most_flops)});
        if (!declares_bytes) return;
        table.rows.back().push_back(rate_value(timing.memory_bytes, seconds, "MB/s", most_bytes));
        table.rows.back().push_back(intensity_value(timing));
    };
    add("whole program", nothing(), nothing(), run.summary.program);
    for (const PhaseTiming& phase : run.summary.phases)
        add(phase.name, phase.line > 0 ? placed_line(run, phase) : nothing(), range_value(phase.calls),
            phase.timing);
    return table;
}

Section phases_section(const SheetInput& input) {
    Section section{"phases", "Phases"};
    section.tables.push_back(time_table(input.run()));
    if (DataTable threads = threads_table(input.run()); !threads.rows.empty())
        section.tables.push_back(std::move(threads));
    if (input.analysis == nullptr) return section;
    if (!input.analysis->marks.empty()) section.tables.push_back(mark_table(input));
    if (input.analysis->phases.empty()) {
        section.paragraphs.push_back("The program has no phases (\\PHASE).");
        return section;
    }
    section.tables.push_back(state_table(input));
    std::vector<Picture> pictures = figures(input, {"phases", "phase-count", "phase-times"});
    section.pictures.insert(section.pictures.begin(), std::make_move_iterator(pictures.begin()),
                            std::make_move_iterator(pictures.end()));
    return section;
}

} // namespace loop::report
