#include "report/bsp/prediction.h"

#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/bsp/predicted_time.h"
#include "report/document/values.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report::bsp {

namespace {

Rate rate_of(const Machine& machine, const RateChoice& choice, std::optional<double> data_bytes) {
    if (auto rate = chosen_rate(machine.rates, choice, data_bytes)) return *rate;
    std::vector<std::string> names;
    for (const Rate& rate : machine.rates)
        names.push_back(rate.name);
    throw ChoiceError(fmt::format("{} has no rate `{}`: it has {}", machine_text(machine), choice.name,
                                  joined(names, ", ")));
}

bool has_levels(const Machine& machine) {
    return std::any_of(machine.rates.begin(), machine.rates.end(),
                       [](const Rate& rate) { return rate.fits_bytes.has_value(); });
}

/// Which r the prediction takes.
std::string rate_note(const std::vector<Machine>& machines, const RateChoice& choice,
                      std::optional<double> data_bytes) {
    if (choice.mflops) return fmt::format("r is the given one, {} Mflop/s", number(*choice.mflops));
    if (!choice.is_auto()) return fmt::format("r is the rate `{}` of each machine, as chosen", choice.name);
    const bool any = std::any_of(machines.begin(), machines.end(), has_levels);
    if (!any) return "r is the one that each machine is listed with";
    if (!data_bytes || *data_bytes <= 0)
        return "r is the DAXPY rate of short vectors: how much data a rank has is unknown. Choose another "
               "rate with --rate";
    return fmt::format("r is the DAXPY rate in the cache that the arrays of a rank ({}) fit, where measured. "
                       "Choose another rate with --rate",
                       bytes_text(*data_bytes));
}

Value range_value(const PredictedTime& time) {
    if (!time.range) return {};
    return cell(fmt::format("{} to {}", seconds_text(time.range->first * 1e-6),
                            seconds_text(time.range->second * 1e-6)));
}

std::vector<Value> prediction_row(const Machine& machine, const Rate& rate, const PredictedTime& time,
                                  const std::optional<PredictedProgram>& program) {
    const double total = 1e-6 * time.total();
    std::vector<Value> row{cell(machine.computer),
                           cell(std::to_string(machine.ranks), machine.ranks),
                           cell(machine.program),
                           cell(fmt::format("{}: {}", rate.name, number(rate.mflops)), rate.mflops),
                           seconds_value(time.work * 1e-6),
                           seconds_value(time.words * 1e-6),
                           seconds_value(time.requests * 1e-6),
                           seconds_value(time.supersteps * 1e-6),
                           seconds_value(total),
                           range_value(time)};
    if (program) {
        const auto& measured = program->measured_seconds;
        row.push_back(measured ? seconds_value(*measured) : Value{});
        row.push_back(measured && total > 0 ? number_value(*measured / total, "") : Value{});
    }
    row.push_back(cell(verdict_of(machine)));
    row.push_back(cell(machine.source));
    return row;
}

std::vector<std::string> prediction_head(bool is_program) {
    std::vector<std::string> head{"computer", "p",   "program", "r (Mflop/s)", "w / r",
                                  "h g",      "h o", "S l",     "predicted",   "range"};
    if (is_program) head.insert(head.end(), {"measured", "measured / predicted"});
    head.insert(head.end(), {"verdict", "source"});
    return head;
}

std::string comparison(const std::vector<Value>& row) {
    const std::string text =
        fmt::format("{}, {}, p = {}: {} predicted with r = {} Mflop/s", row[0].text, row[2].text, row[1].text,
                    row[TotalColumn].text, row[RateColumn].text) +
        (row[RangeColumn].text.empty() ? "" : fmt::format(", from {}", row[RangeColumn].text));
    if (!row[RatioColumn].number) return text;
    return text + fmt::format("; {} measured, {} times the prediction", row[MeasuredColumn].text,
                              number(*row[RatioColumn].number));
}

} // namespace

MachineTable prediction_table(const std::vector<Machine>& given, const Demand& demand, const RateChoice& rate,
                              const std::optional<PredictedProgram>& program) {
    const std::vector<Machine> machines = without_published_loop(given);
    MachineTable table{
        fmt::format("Predicted: {} operations, {} 64-bit words, {} supersteps", number(demand.work),
                    number(demand.words), number(demand.supersteps)),
        prediction_head(program.has_value()),
        {},
        {"w / r + h g + S l: w operations of the busiest rank, the h words of the rank that "
         "sends or receives most in each superstep, S supersteps; without imbalance and "
         "overlap.",
         rate_note(machines, rate, demand.data_bytes) + ".",
         "g and l are of words in random order, where the machine was measured with them. With a run "
         "of bspbench, those of each superstep are of the line that fits its h; the range is where 95 % of "
         "such supersteps were, in all launches.",
         "A bsp_sync with requests of BSPlib takes the time of the measured supersteps next to it, where the "
         "machine was measured with its operations. S l, h o, and h g are its parts, in the proportions of "
         "the "
         "fitted l + h o + h w g."},
        trust_of_measured(machines)};
    if (program) {
        if (!table.trust) table.trust.emplace();
        table.trust->add(program->trust, program->name);
        for (const std::string& note : demand.notes)
            table.trust->note(note, program->name);
    }
    for (const Machine& machine : machines) {
        const Rate own = rate_of(machine, rate, demand.data_bytes);
        const PredictedTime time = predicted_time(machine, own, demand);
        table.rows.push_back(prediction_row(machine, own, time, program));
        const std::vector<std::string> all = doubts(machine, demand, time);
        if (all.empty() && time.total() >= 0) continue;
        if (!table.trust) table.trust.emplace();
        for (const std::string& doubt : all)
            table.trust->note(doubt, machine_text(machine));
        if (time.total() < 0)
            table.trust->invalidate("the predicted time is negative", machine_text(machine));
    }
    return table;
}

MachineTable predict_run(const RunRecord& run, const std::string& name, const std::vector<Machine>& machines,
                         const RateChoice& rate) {
    PredictedProgram program{name, {}, report::trust_of(run)};
    if (run.summary.program.seconds) program.measured_seconds = run.summary.program.seconds->max;
    const std::vector<Machine> fitting = machines_at(machines, run.ranks);
    MachineTable table = prediction_table(fitting, demand_of(run), rate, program);
    if (fitting.empty())
        table.notes = {fmt::format("No prediction: no machine was measured on {}, or on two other numbers of "
                                   "ranks. r, g and l hold only for their number of ranks.",
                                   counted(run.ranks, "rank"))};
    return table;
}

std::vector<std::string> comparison_lines(const MachineTable& table) {
    std::vector<std::string> all;
    for (const std::vector<Value>& row : table.rows)
        all.push_back(comparison(row));
    if (table.rows.empty()) all = table.notes;
    return all;
}

Section prediction_section(const MachineTable& table) {
    Section section{"bsp-prediction", "BSP: predicted and measured time"};
    section.paragraphs = comparison_lines(table);
    if (table.rows.empty()) return section;
    const std::vector<Section> sections = table_sections(table);
    section.tables = sections[0].tables;
    section.tables[0].id = "bsp-prediction";
    section.tables[0].title = table.title;
    section.paragraphs.insert(section.paragraphs.end(), table.notes.begin(), table.notes.end());
    section.items = sections[1].items;
    if (table.trust)
        for (const std::string& reason : table.trust->reasons())
            section.items.push_back("note: " + reason);
    return section;
}

} // namespace loop::report::bsp
