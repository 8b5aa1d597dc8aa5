#include "report/sheet/record_fields.h"
#include "report/sheet/sections.h"
#include "report/document/values.h"
#include "base/text/units.h"

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
    section.facts.push_back(
        {"Iterations", run.has_iterations ? text_value(value_of("iterations"))
                                          : Value{"none: the program has none", {}, {}}});
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
    const bool is_one_host = is_here && rank_texts(record, {"host"}).size() == 1;
    const auto fact = [&](const char* told, const char* found) {
        const std::string text = field_text(field(hardware, told));
        return text.empty() && is_here ? field_text(field(environment, found)) : text;
    };
    // As `loop machine detect` writes it of this machine.
    const auto fact_of_one_host = [&](const char* told, const char* on_one_host) {
        const std::string text = field_text(field(hardware, told));
        return text_value(text.empty() && is_one_host ? on_one_host : text);
    };
    const std::string name = input.run().machine, description = field_text(field(machine, "description"));
    const std::string both = name + (name.empty() || description.empty() ? "" : ": ") + description;
    section.facts.push_back(
        {"Machine", text_value(is_model ? both + " (SIMULATED: a model, not a measurement)" : both)});
    section.facts.push_back({"Nodes", fact_of_one_host("nodes", "1")});
    section.facts.push_back({"Processor", text_value(fact("processor", "cpu"))});
    section.facts.push_back({"Cores of a node", text_value(fact("cores", "cores_available"))});
    const auto& told = field(hardware, "memory_bytes");
    const auto& memory = told.is_number() || !is_here ? told : field(environment, "memory_bytes");
    section.facts.push_back(
        {"Memory of a node", memory.is_number() ? bytes_value(memory.get<double>()) : unknown()});
    section.facts.push_back({"Network", fact_of_one_host("network", "within one host")});
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
    if (!shares[3].text.empty()) section.facts.push_back({"Percent processors in MPI, not recorded", shares[3]});
    if (!shares[4].text.empty()) section.facts.push_back({"Percent of the measured time unknown", shares[4]});
    const Traffic& traffic = input.analysis->traffic.all;
    const auto average = [&](const Distribution& times) {
        if (times.count > 0) return nanoseconds_value(times.average());
        return messages_are_recorded(input) ? Value{"none took place", {}, {}} : unknown();
    };
    section.facts.push_back({"Average time of a send", average(traffic.sent.ns)});
    section.facts.push_back({"Average time of a receive", average(traffic.received.ns)});
}

DataTable utilization_table(const SheetInput& input) {
    DataTable table{
        "utilization",
        "Utilization summary",
        {"rank", "host", "busy", "overhead", "idle", "in MPI, not recorded", "unknown", "measured time",
         "known time", "not measured"},
        {},
        "Shares of the processor's measured time, 100 % together; unknown where less than nine tenths of it are "
        "known. Known time is the measured time without the inside of kernels and what was lost. Not measured is, between "
        "its begin and its end, the time in \\UNTIMED and for filling and verifying payloads."};
    for (std::size_t rank = 0; rank < input.analysis->times_by_rank.size(); ++rank) {
        const StateTimes& times = input.analysis->times_by_rank[rank];
        const auto shares = state_values(times);
        const RankTrace& self = input.trace().ranks[rank];
        const TimeRange own{self.begin_ns, self.end_ns};
        const auto stood_still = times_in(input.analysis->states[rank], own).of(State::Excluded);
        const auto time = [&](std::int64_t ns) {
            return self.present ? nanoseconds_value(static_cast<double>(ns)) : unknown();
        };
        table.rows.push_back({count_value(static_cast<double>(rank)), text_value(self.host), shares[0], shares[1],
                              shares[2], shares[3], shares[4], time(times.measured_ns()), time(times.known_ns()),
                              time(stood_still)});
    }
    return table;
}

} // namespace

std::array<double, share_count> state_shares(const StateTimes& times) {
    std::array<double, share_count> shares{};
    if (times.measured_ns() == 0) return shares;
    for (std::size_t i = 0; i < share_count; ++i)
        shares[i] = times.percent(shared_states[i]);
    return rounded_shares<share_count>(shares);
}

std::array<Value, share_count> state_values(const StateTimes& times) {
    const auto rounded = state_shares(times);
    std::array<Value, share_count> values;
    for (std::size_t i = 0; i < share_count; ++i) {
        const State state = shared_states[i];
        const bool beside = state == State::InMpi || state == State::Unknown;
        if (beside && times.of(state) == 0) continue;
        if (times.measured_ns() == 0 || (!times.is_known() && state != State::Unknown)) {
            values[i] = unknown();
            continue;
        }
        // People read what makes 100.00, programs read all digits.
        values[i] = percent_value(rounded[i]);
        values[i].number = times.percent(state);
    }
    return values;
}

Section main_results(const SheetInput& input) {
    const Run& run = input.run();
    Section section{"results", "Workload and main results"};
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
    section.pictures = figures(input, {"utilization", "summary"});
    section.tables.push_back(utilization_table(input));
    return section;
}

} // namespace loop::report
