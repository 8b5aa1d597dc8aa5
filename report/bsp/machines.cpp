#include "report/bsp/machines.h"

#include "base/text/csv.h"
#include "report/bsp/measured.h"
#include "report/bsp/probed.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

namespace loop::report::bsp {

namespace {

std::string microseconds(double value) {
    return value < 1000 ? fmt::format("{:.3g}", value) : fmt::format("{:.0f}", value);
}

std::string name_of(const RunRecord& run, const std::string& construct) {
    std::string name = machine_name(run);
    if (name.empty()) name = "this machine";
    if (!construct.empty()) name += ", " + construct;
    return name;
}

Machine named_machine(const RunRecord& run, const std::string& construct, const char* program) {
    Machine machine;
    machine.computer = name_of(run, construct);
    machine.ranks = run.ranks;
    machine.program = program;
    machine.source = measured_source + (run.started.empty() ? "" : " " + run.started.substr(0, 10));
    machine.is_measured = true;
    return machine;
}

Machine machine_of(const RunRecord& run, const Measured& found) {
    Machine machine = named_machine(run, found.name, "bspbench");
    if (!found.order.empty() && found.order != published_order) machine.program += ", " + found.order;
    machine.r_mflops = *found.r_mflops;
    machine.g_flop = *found.g_in_flops;
    machine.l_flop = *found.l_in_flops;
    machine.measured_g_us = found.line.g;
    machine.measured_l_us = found.line.l;
    machine.rates = found.rates;
    machine.requests = found.requests;
    machine.trust = found.trust();
    return machine;
}

/// The range of its times is that of both orders: a program's words have any.
StepTimes step_times_of(const Measured& found, const std::vector<Measured>& benches) {
    StepTimes times{found.h1, fitted_lines(found.line, found.points, found.h0, found.h1), {}};
    for (const Measured& other : benches)
        if (other.name == found.name) add_launches(times, other);
    return times;
}

Machine machine_of(const RunRecord& run, const Probed& found) {
    Machine machine = named_machine(run, found.name, "bspprobe");
    machine.r_mflops = found.s_mflops;
    machine.g_flop = 2 * found.g_flops;
    machine.l_flop = found.l_flops;
    machine.n_half = found.n_half;
    machine.word_bits = 32;
    if (found.g_us) machine.measured_g_us = 2 * *found.g_us;
    machine.measured_l_us = found.l_us;
    machine.rates = found.rates;
    machine.trust = found.trust();
    return machine;
}

/// One row per machine and operation.
DataTable requests_of(const std::vector<Machine>& machines) {
    DataTable table{"requests",
                    "Costs of requests: l + h o + h w g, for h requests of w words from each rank",
                    {"computer", "p", "operation", "l (us)", "o (us)", "g (us)", "o (flop)", "g (flop)"},
                    {}};
    for (const Machine& machine : machines)
        for (const auto& [name, line] : named_costs(machine.requests)) {
            std::vector<Value> row{cell(machine.computer), cell(std::to_string(machine.ranks), machine.ranks),
                                   cell(name)};
            for (const double value :
                 {line.l, line.o, line.g, line.o * machine.r_mflops, line.g * machine.r_mflops})
                row.push_back(cell(number(value), value));
            table.rows.push_back(std::move(row));
        }
    return table;
}

} // namespace

std::string machine_text(const Machine& machine) {
    return fmt::format("{}, {}, p = {}", machine.computer, machine.program, machine.ranks);
}

std::vector<Machine> machines_of(const RunRecord& run) {
    std::vector<Machine> all;
    const std::vector<Measured> benches = measured(run);
    for (const Measured& found : benches) {
        if (!found.r_mflops) continue;
        all.push_back(machine_of(run, found));
        all.back().step_times = step_times_of(found, benches);
    }
    for (const Probed& found : probed(run))
        all.push_back(machine_of(run, found));
    const Trust whole = report::trust_of(run);
    for (Machine& machine : all)
        machine.trust.add(whole, "");
    return all;
}

std::vector<Machine> without_published_loop(const std::vector<Machine>& machines) {
    const auto has_other_order = [&](const Machine& one) {
        return std::any_of(machines.begin(), machines.end(), [&](const Machine& other) {
            return other.program != one.program && other.workload() == one.program &&
                   other.computer == one.computer && other.ranks == one.ranks && other.source == one.source;
        });
    };
    std::vector<Machine> all;
    std::remove_copy_if(machines.begin(), machines.end(), std::back_inserter(all), has_other_order);
    return all;
}

Trust trust_of(const std::vector<Machine>& machines) {
    Trust trust;
    for (const Machine& machine : machines)
        if (machine.is_measured) trust.add(machine.trust, machine_text(machine));
    return trust;
}

std::optional<Trust> trust_of_measured(const std::vector<Machine>& machines) {
    const bool any = std::any_of(machines.begin(), machines.end(),
                                 [](const Machine& machine) { return machine.is_measured; });
    return any ? std::optional(trust_of(machines)) : std::nullopt;
}

std::string verdict_of(const Machine& machine) {
    return machine.is_measured ? verdict_text(machine.trust.word()) : "";
}

Value cell(const std::string& text, std::optional<double> number) {
    return {text, number, {}};
}

MachineTable machine_table(const std::vector<Machine>& machines) {
    MachineTable table{"BSP parameters",
                       {"computer", "p", "program", "r (Mflop/s)", "g (flop)", "l (flop)", "g (us)", "l (us)",
                        "n-half", "verdict", "source"},
                       {},
                       {"g is per 64-bit word; bspprobe's is published per 32-bit word and doubled here. l "
                        "is per superstep, n-half is as published. bspbench puts single words (pessimistic), "
                        "bspprobe puts large blocks (optimistic): compare like with like. `bspbench` is the "
                        "published loop, which puts words to one rank after the other: compare it with the "
                        "published values. `bspbench, random order` puts the same words in random order: "
                        "predictions use it. Measured r and times are medians over launches; g and l in flop "
                        "are these times multiplied by r."},
                       trust_of_measured(machines),
                       requests_of(machines)};
    for (const Machine& machine : machines)
        table.rows.push_back({cell(machine.computer), cell(std::to_string(machine.ranks), machine.ranks),
                              cell(machine.program), cell(number(machine.r_mflops), machine.r_mflops),
                              cell(number(machine.g_flop), machine.g_flop),
                              cell(fmt::format("{:.6g}", machine.l_flop), machine.l_flop),
                              cell(microseconds(machine.g_us()), machine.g_us()),
                              cell(microseconds(machine.l_us()), machine.l_us()),
                              cell(machine.n_half ? number(*machine.n_half) : "", machine.n_half),
                              cell(verdict_of(machine)), cell(machine.source)});
    return table;
}

std::vector<Section> table_sections(const MachineTable& table) {
    Section section{"machines", ""}, listed{"sources", "Sources"};
    section.paragraphs = table.notes;
    DataTable shown{"machines", "one row per machine", table.head, {}};
    std::vector<std::string> sources;
    for (std::vector<Value> row : table.rows) {
        const std::string source = row.back().text;
        auto known = std::find(sources.begin(), sources.end(), source);
        if (known == sources.end()) known = sources.insert(known, source);
        row.back() = cell(fmt::format("[{}]", known - sources.begin() + 1));
        shown.rows.push_back(std::move(row));
    }
    section.tables.push_back(std::move(shown));
    if (!table.requests.rows.empty()) section.tables.push_back(table.requests);
    for (std::size_t k = 0; k < sources.size(); ++k)
        listed.items.push_back(fmt::format("[{}] {}", k + 1, sources[k]));
    return {std::move(section), std::move(listed)};
}

Document table_document(const MachineTable& table) {
    Document document;
    document.title = table.title;
    document.kind = "LOOP BSP";
    document.sections = table_sections(table);
    document.csv = csv_line(table.head);
    for (const std::vector<Value>& row : table.rows) {
        std::vector<std::string> texts;
        for (const Value& value : row)
            texts.push_back(value.text);
        document.csv += csv_line(texts);
    }
    if (table.trust) document.judge(table.trust->verdict());
    return document;
}

} // namespace loop::report::bsp
