#include "report/sheet/record_fields.h"
#include "report/sheet/sections.h"
#include "report/sheet/values.h"
#include "report/units.h"

#include <fmt/format.h>

#include <algorithm>

namespace loop::report {

namespace {

/// The run-time parameters; those two that every program has come first, as on the paper's sheet.
void add_parameters(Section& section, const Run& run) {
    const auto value_of = [&](const std::string& name) -> std::string {
        for (const auto& [key, value] : run.parameters)
            if (key == name) return value;
        return "";
    };
    section.facts.push_back({"Processors (ranks)", count_value(run.ranks)});
    section.facts.push_back({"Problem size", text_value(value_of("size"))});
    section.facts.push_back({"Iterations", text_value(value_of("iterations"))});
    for (const auto& [name, value] : run.parameters)
        if (name != "size" && name != "iterations")
            section.facts.push_back({"Parameter " + name, text_value(value)});
}

/// The constructs of the program that communicated: its communication structure in a line. The ranks' records
/// tell them; where there are none (a killed run, another tool's archive) the trace does.
std::string structure_text(const SheetInput& input) {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    };
    for (const SiteCounts& site : input.run().sites)
        add(site.construct.empty() || site.construct[0] == '\\' ? site.construct : "\\" + site.construct);
    if (names.empty() && input.analysis != nullptr)
        for (const TraceSite& site : input.trace().sites)
            if (communicates(site)) add(site_text(site));
    return fmt::format("{}", fmt::join(names, ", "));
}

void add_hardware(Section& section, const SheetInput& input) {
    const auto& record = input.directory.record;
    const auto& environment = input.run().environment;
    const auto& machine = field(record, "machine");
    const auto& hardware = field(machine, "hardware");
    const bool is_model = !field(machine, "simulation").is_null();
    const bool is_here = !is_model && field(machine, "queue").is_null() && field(machine, "hosts").is_null();
    const auto fact = [&](const char* told, const char* found) {
        const std::string text = field_text(field(hardware, told));
        return text.empty() && is_here ? field_text(field(environment, found)) : text;
    };
    const std::string name = input.run().machine, description = field_text(field(machine, "description"));
    const std::string both = name + (name.empty() || description.empty() ? "" : ": ") + description;
    section.facts.push_back(
        {"Machine", text_value(is_model ? both + " (SIMULATED: a model, not a measurement)" : both)});
    section.facts.push_back({"Nodes", text_value(fact("nodes", ""))});
    section.facts.push_back({"Processor", text_value(fact("processor", "cpu"))});
    section.facts.push_back({"Cores of a node", text_value(fact("cores", "cores_available"))});
    const auto& told = field(hardware, "memory_bytes");
    const auto& memory = told.is_number() || !is_here ? told : field(environment, "memory_bytes");
    section.facts.push_back(
        {"Memory of a node", memory.is_number() ? bytes_value(memory.get<double>()) : unknown()});
    section.facts.push_back({"Network", text_value(fact("network", ""))});
}

void add_states(Section& section, const SheetInput& input) {
    if (input.analysis == nullptr) {
        for (const char* name :
             {"Percent processors busy", "Percent processors overhead", "Percent processors idle",
              "Average time of a send", "Average time of a receive"})
            section.facts.push_back({name, unknown()});
        return;
    }
    const auto shares = state_values(input.analysis->times);
    section.facts.push_back({"Percent processors busy", shares[0]});
    section.facts.push_back({"Percent processors overhead", shares[1]});
    section.facts.push_back({"Percent processors idle", shares[2]});
    const Traffic& traffic = input.analysis->traffic.all;
    const auto average = [](const Distribution& times) {
        return times.count == 0 ? Value{"none took place", {}, {}} : nanoseconds_value(times.average());
    };
    section.facts.push_back({"Average time of a send", average(traffic.sent.ns)});
    section.facts.push_back({"Average time of a receive", average(traffic.received.ns)});
}

DataTable utilization_table(const SheetInput& input) {
    DataTable table{
        "utilization",
        "Utilization summary",
        {"rank", "host", "busy", "overhead", "idle", "time told apart", "the rest"},
        {},
        "Shares of the measured time that is told apart, 100 % together. The rest: payloads filled and verified, "
        "the inside of kernels, or nothing recorded."};
    for (std::size_t rank = 0; rank < input.analysis->times_by_rank.size(); ++rank) {
        const StateTimes& times = input.analysis->times_by_rank[rank];
        const auto shares = state_values(times);
        const auto other = times.of(State::Excluded) + times.of(State::Unknown);
        table.rows.push_back({count_value(static_cast<double>(rank)),
                              text_value(input.trace().ranks[rank].host), shares[0], shares[1], shares[2],
                              nanoseconds_value(static_cast<double>(times.measured_ns())),
                              nanoseconds_value(static_cast<double>(other))});
    }
    return table;
}

} // namespace

StateShares state_shares(const StateTimes& times) {
    if (times.measured_ns() == 0) return {};
    const auto rounded = rounded_shares<3>(
        {times.percent(State::Busy), times.percent(State::Overhead), times.percent(State::Idle)});
    return {rounded[0], rounded[1], rounded[2]};
}

std::array<Value, 3> state_values(const StateTimes& times) {
    if (times.measured_ns() == 0) return {unknown(), unknown(), unknown()};
    const StateShares shares = state_shares(times);
    std::array<Value, 3> values{percent_value(shares.busy), percent_value(shares.overhead),
                                percent_value(shares.idle)};
    // People read what makes 100.00, programs read all digits.
    values[0].number = times.percent(State::Busy);
    values[1].number = times.percent(State::Overhead);
    values[2].number = times.percent(State::Idle);
    return values;
}

Section main_results(const SheetInput& input) {
    const Run& run = input.run();
    Section section{"results", "Workload and main results", {}, {}, {}, {}, {}};
    section.facts.push_back({"Workload", text_value(run.name)});
    section.facts.push_back({"What it is", text_value(run.description)});
    section.facts.push_back({"Communication constructs", text_value(structure_text(input))});
    add_parameters(section, run);
    add_hardware(section, input);
    section.facts.push_back({"Execution time, slowest processor",
                             run.program.seconds ? seconds_value(run.program.seconds->max) : unknown()});
    add_states(section, input);
    if (input.analysis == nullptr) {
        section.paragraphs.push_back(
            "No trace was recorded, so states, messages over time and the space-time diagram are unknown.");
        return section;
    }
    for (const std::string& sentence : trace_reservations(input))
        section.paragraphs.push_back("Trace: " + sentence + ".");
    section.figures = {{FigureKind::Utilization, "Profile of the workload",
                        "How many processors were busy, in overhead and idle over time."},
                       {FigureKind::Summary, "Utilization summary",
                        "Each processor's share of busy, overhead and idle time."}};
    section.tables.push_back(utilization_table(input));
    return section;
}

} // namespace loop::report
