#include "report/bsp/machines.h"

#include "base/text/csv.h"
#include "base/text/units.h"
#include "report/document/values.h"
#include "report/read/communication.h"
#include "report/read/csv_row.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report::bsp {

namespace {

constexpr double bytes_of_word = 8;

std::string microseconds(double value) {
    return value < 1000 ? fmt::format("{:.3g}", value) : fmt::format("{:.0f}", value);
}

Machine machine_of(const CsvRow& row) {
    const double bits = row.above_zero("word_bits");
    const double ranks = row.above_zero("p");
    if (ranks != std::floor(ranks) || ranks > 1e9) row.fail("`p` is not a number of ranks");
    return {row.text("computer"),
            static_cast<int>(ranks),
            row.text("program"),
            row.above_zero("r_mflops"),
            row.above_zero("g_flop") * 64 / bits,
            row.above_zero("l_flop"),
            row.number("n_half_words"),
            row.number("g_us"),
            row.number("l_us"),
            row.text("source")};
}

std::string name_of(const RunRecord& run, const std::string& construct) {
    std::string name = machine_name(run);
    if (name.empty()) name = "this machine";
    if (!construct.empty()) name += ", " + construct;
    return name;
}

} // namespace

std::vector<Machine> published_machines(const std::string& csv, const std::string& origin) {
    const std::vector<std::vector<std::string>> lines = csv_cells(csv);
    std::vector<Machine> all;
    for (std::size_t k = 1; k < lines.size(); ++k)
        all.push_back(machine_of(CsvRow(lines[0], lines[k], origin, k + 1)));
    if (all.empty()) throw FormatError("`" + origin + "`: has no machines");
    return all;
}

std::vector<Machine> machines_of(const RunRecord& run) {
    std::vector<Machine> all;
    const std::string source = "measured" + (run.started.empty() ? "" : " " + run.started.substr(0, 10));
    for (const Measured& found : measured(run)) {
        if (!found.r_mflops) continue;
        all.push_back({name_of(run, found.name),
                       run.ranks,
                       "bspbench",
                       *found.r_mflops,
                       *found.g_in_flops,
                       *found.l_in_flops,
                       {},
                       {},
                       {},
                       source,
                       found.line.g,
                       found.line.l,
                       true,
                       found.trust()});
    }
    for (const Probed& found : probed(run)) {
        all.push_back({name_of(run, found.name),
                       run.ranks,
                       "bspprobe",
                       found.s_mflops,
                       2 * found.g_flops,
                       found.l_flops,
                       found.n_half,
                       {},
                       {},
                       source,
                       {},
                       {},
                       true});
        Trust& trust = all.back().trust;
        if (found.s_mflops <= 0) trust.invalidate(fmt::format("s is {} Mflop/s", number(found.s_mflops)));
        if (found.g_flops < 0)
            trust.invalidate(fmt::format("g is negative: {} flop per word", number(found.g_flops)));
        if (found.l_flops < 0) trust.invalidate(fmt::format("l is negative: {} flop", number(found.l_flops)));
    }
    const Trust whole = report::trust_of(run);
    for (Machine& machine : all)
        machine.trust.add(whole, "");
    return all;
}

namespace {

/// The name of the machine's row in a table.
std::string row_name(const Machine& machine) {
    return fmt::format("{}, {}, p = {}", machine.computer, machine.program, machine.ranks);
}

Value cell(const std::string& text, std::optional<double> number = {}) {
    return {text, number, {}};
}

/// The verdict; "" for published machines, which have none.
std::string word_of(const Machine& machine) {
    return machine.is_measured ? verdict_text(machine.trust.word()) : "";
}

std::optional<Trust> trust_of_measured(const std::vector<Machine>& machines) {
    const bool any = std::any_of(machines.begin(), machines.end(),
                                 [](const Machine& machine) { return machine.is_measured; });
    return any ? std::optional(trust_of(machines)) : std::nullopt;
}

} // namespace

Trust trust_of(const std::vector<Machine>& machines) {
    Trust trust;
    for (const Machine& machine : machines)
        if (machine.is_measured) trust.add(machine.trust, row_name(machine));
    return trust;
}

Demand demand_of(const RunRecord& run) {
    const double ranks = std::max(1, run.ranks);
    Demand demand;
    demand.is_mean = true;
    demand.work = run.summary.program.flops / ranks;
    for (const SiteCounts& site : run.summary.sites) {
        const Moved all = moved(site, run.ranks);
        if (!all.communicates) continue;
        demand.words += std::max(all.bytes_sent, all.bytes_received) / bytes_of_word / ranks;
        demand.supersteps += static_cast<double>(site.calls) / ranks;
    }
    return demand;
}

MachineTable machine_table(const std::vector<Machine>& machines) {
    MachineTable table{"BSP parameters",
                       {"computer", "p", "program", "r (Mflop/s)", "g (flop)", "l (flop)", "g (us)", "l (us)",
                        "n-half", "verdict", "source"},
                       {},
                       {"g is per 64-bit word; bspprobe's is published per 32-bit word and doubled here. l "
                        "is per superstep, n-half is as published. bspbench puts single words (pessimistic), "
                        "bspprobe puts large blocks (optimistic): compare like with like."},
                       trust_of_measured(machines)};
    for (const Machine& machine : machines)
        table.rows.push_back({cell(machine.computer), cell(std::to_string(machine.ranks), machine.ranks),
                              cell(machine.program), cell(number(machine.r_mflops), machine.r_mflops),
                              cell(number(machine.g_flop), machine.g_flop),
                              cell(fmt::format("{:.6g}", machine.l_flop), machine.l_flop),
                              cell(microseconds(machine.g_us()), machine.g_us()),
                              cell(microseconds(machine.l_us()), machine.l_us()),
                              cell(machine.n_half ? number(*machine.n_half) : "", machine.n_half),
                              cell(word_of(machine)), cell(machine.source)});
    return table;
}

MachineTable prediction_table(const std::vector<Machine>& machines, const Demand& demand,
                              const std::optional<PredictedProgram>& program) {
    MachineTable table{fmt::format("Predicted: {} operations, {} 64-bit words, {} supersteps",
                                   number(demand.work), number(demand.words), number(demand.supersteps)),
                       {"computer", "p", "program", "w / r", "h g", "l", "total", "verdict", "source"},
                       {},
                       {fmt::format("w / r + h g + l of all supersteps, {}; without imbalance and overlap.",
                                    demand.is_mean ? "for the mean over ranks: the busiest rank takes longer"
                                                   : "for the busiest rank")},
                       trust_of_measured(machines)};
    if (program) {
        if (!table.trust) table.trust.emplace();
        table.trust->add(program->trust, program->name);
    }
    for (const Machine& machine : machines) {
        const Costs costs = machine.costs();
        const double together = predict(costs, demand.work, demand.words, demand.supersteps);
        if (together < 0) table.trust->invalidate("the predicted time is negative", row_name(machine));
        table.rows.push_back({cell(machine.computer), cell(std::to_string(machine.ranks), machine.ranks),
                              cell(machine.program), seconds_value(predict(costs, demand.work, 0, 0) * 1e-6),
                              seconds_value(predict(costs, 0, demand.words, 0) * 1e-6),
                              seconds_value(predict(costs, 0, 0, demand.supersteps) * 1e-6),
                              seconds_value(together * 1e-6), cell(word_of(machine)), cell(machine.source)});
    }
    if (program && program->measured_seconds)
        table.notes.push_back("measured: " + seconds_text(*program->measured_seconds));
    return table;
}

Document table_document(const MachineTable& table) {
    Document document;
    document.title = table.title;
    document.kind = "LOOP BSP";
    document.csv = csv_line(table.head);
    Section section{"machines", ""};
    section.paragraphs = table.notes;
    DataTable shown{"machines", "one row per machine", table.head, {}};
    std::vector<std::string> sources;
    for (std::vector<Value> row : table.rows) {
        std::vector<std::string> texts;
        for (const Value& value : row)
            texts.push_back(value.text);
        document.csv += csv_line(texts);
        auto known = std::find(sources.begin(), sources.end(), texts.back());
        if (known == sources.end()) known = sources.insert(known, texts.back());
        row.back() = cell(fmt::format("[{}]", known - sources.begin() + 1));
        shown.rows.push_back(std::move(row));
    }
    section.tables.push_back(std::move(shown));
    document.sections = {std::move(section), {"sources", "Sources"}};
    for (std::size_t k = 0; k < sources.size(); ++k)
        document.sections[1].items.push_back(fmt::format("[{}] {}", k + 1, sources[k]));
    if (table.trust) document.judge(table.trust->verdict());
    return document;
}

} // namespace loop::report::bsp
