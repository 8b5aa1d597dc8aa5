#include "report/sheet/sections.h"
#include "report/document/values.h"
#include "base/text/units.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

/// "12", or "10-12" where ranks called it differently often.
Value calls_value(const PhaseTiming& phase) {
    if (!phase.calls) return unknown();
    Value value = count_value(phase.calls->max);
    if (phase.calls->min != phase.calls->max)
        value.text = count_text(static_cast<long long>(phase.calls->min)) + "-" + value.text;
    return value;
}

DataTable state_table(const SheetInput& input) {
    DataTable table{
        "phase-states",
        "States by phase",
        {"phase", "line", "visits, all ranks", "begins", "ends", "busy", "overhead", "idle",
         "in MPI, not recorded", "unknown", "imbalance"},
        {},
        "Begin of the first processor, end of the last one, since the program's begin. Imbalance: the most "
        "busy processor over the average, less 1."};
    const Analysis& analysis = *input.analysis;
    const std::int64_t zero = input.trace().begin_ns();
    for (std::size_t i = 0; i < analysis.tasks.size(); ++i) {
        const Task& task = analysis.tasks[i];
        const TraceSite& site = input.trace().sites[task.site];
        const auto shares = state_values(task.all.times);
        const auto& imbalance = analysis.imbalance_by_task[i];
        table.rows.push_back({text_value(site.name), site.line > 0 ? count_value(site.line) : unknown(),
                              count_value(task.all.calls),
                              nanoseconds_value(task.span.begin_ns - zero),
                              nanoseconds_value(task.span.end_ns - zero), shares[0],
                              shares[1], shares[2], shares[3], shares[4],
                              imbalance ? percent_value(imbalance->percent()) : unknown()});
    }
    return table;
}

DataTable mark_table(const SheetInput& input) {
    constexpr std::size_t most_marks = 100;
    DataTable table{"marks", "Marks of the user", {"mark", "times", "processors", "first", "last"}, {}, {}};
    const auto& marks = input.analysis->marks;
    const std::int64_t zero = input.trace().begin_ns();
    for (std::size_t i = 0; i < std::min(marks.size(), most_marks); ++i) {
        const MarkUse& mark = marks[i];
        table.rows.push_back({count_value(mark.number),
                              count_value(mark.count),
                              count_value(mark.ranks),
                              nanoseconds_value(mark.first_ns - zero),
                              nanoseconds_value(mark.last_ns - zero)});
    }
    table.note = "tracemark and tracemarks of PICL; since the program's begin.";
    if (marks.size() > most_marks)
        table.note += fmt::format(" The first {} of {} numbers.", most_marks, marks.size());
    return table;
}

} // namespace

DataTable time_table(const RunRecord& run) {
    DataTable table{"phases",
                    "Time over processors",
                    {"phase", "line", "calls", "least", "median", "most", "Mflop/s"},
                    {},
                    run.summary.launches > 1 ? "The median launch of each." : ""};
    const auto add = [&](const std::string& name, int line, Value calls, const Timing& timing) {
        if (!timing.seconds) return;
        const std::string rate = mflops_text(timing.flops, timing.seconds->max);
        table.rows.push_back(
            {text_value(name), line > 0 ? count_value(line) : nothing(), std::move(calls),
             seconds_value(timing.seconds->min), seconds_value(timing.seconds->median),
             seconds_value(timing.seconds->max),
             rate.empty() ? nothing() : Value{rate, timing.flops / timing.seconds->max / 1e6, "Mflop/s"}});
    };
    add("whole program", 0, nothing(), run.summary.program);
    for (const PhaseTiming& phase : run.summary.phases)
        add(phase.name, phase.line, calls_value(phase), phase.timing);
    return table;
}

Section phases(const SheetInput& input) {
    Section section{"phases", "Phases"};
    section.tables.push_back(time_table(input.run()));
    if (input.analysis == nullptr) return section;
    if (!input.analysis->marks.empty()) section.tables.push_back(mark_table(input));
    if (input.analysis->tasks.empty()) {
        section.paragraphs.push_back("The program names no phases (\\PHASE).");
        return section;
    }
    section.tables.push_back(state_table(input));
    section.pictures = figures(input, {"phases", "phase-count"});
    return section;
}

} // namespace loop::report
