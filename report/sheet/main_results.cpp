#include "base/text/strings.h"
#include "report/document/values.h"
#include "report/read/environment_lines.h"
#include "report/sheet/sections.h"

#include <algorithm>

namespace loop::report {

namespace {

/// Adds the run-time parameters. As on the paper's sheet, size and iterations come first.
void add_parameters(Section& section, const RunRecord& run) {
    // The ranks record these two only if the program uses them or they were given.
    const auto value_or_none = [&](const std::string& name, const char* none) -> std::string {
        for (const auto& [key, value] : run.parameters)
            if (key == name) return value;
        return complete_launches(run).empty() ? "" : none;
    };
    section.add("Processors (ranks)", count_value(run.ranks));
    if (run.map) section.add("Map of ranks to processors", map_text(*run.map));
    section.add("Problem size", value_or_none("size", "none: the program uses no size"));
    section.add("Iterations", value_or_none("iterations", "none: the program uses no iterations"));
    for (const auto& [name, value] : run.parameters)
        if (name != "size" && name != "iterations") section.add("Parameter " + name, text_value(value));
}

/// Returns the communication structure in one line: the constructs that communicated. They come from the
/// ranks' records or, without records (a killed run, another tool's archive), from the trace.
std::string structure_text(const SheetInput& input) {
    std::vector<std::string> names;
    for (const SiteCounts& site : input.run().summary.sites)
        add_once(names, written_name(site.construct));
    if (names.empty() && input.analysis != nullptr)
        for (const TraceSite& site : input.trace().sites)
            if (communicates(site)) add_once(names, site_text(site));
    return joined(names, ", ");
}

void add_hardware(Section& section, const SheetInput& input) {
    const RunRecord& run = input.run();
    const formats::Hardware& hardware = run.machine.hardware;
    const bool is_model = run.machine.simulation.has_value();
    const bool is_here = !is_model && !run.machine.queue && run.machine.hosts.empty();
    const auto hosts = rank_texts(run, [](const formats::RankRecord& record) { return record.host; });
    const bool is_one_host = is_here && hosts.size() == 1;
    // Fall back to what `loop machine detect` would write for this machine.
    const auto declared_or = [](const std::string& text, bool otherwise, const std::string& found) {
        return text_value(text.empty() && otherwise ? found : text);
    };
    const auto whole = [](const std::optional<std::int64_t>& number) {
        return number ? std::to_string(*number) : "";
    };
    const std::string name = machine_name(run), description = run.machine.description;
    const std::string both = name + (name.empty() || description.empty() ? "" : ": ") + description;
    section.add("Machine", is_model ? both + " (SIMULATED: a model, not a measurement)" : both);
    section.add("Nodes", declared_or(whole(hardware.nodes), is_one_host, "1"));
    section.add("Processor", declared_or(hardware.processor, is_here, environment_text(run, "cpu")));
    if (!hardware.accelerators.empty()) section.add("Accelerators per node", hardware.accelerators);
    section.add("Cores per node",
                declared_or(whole(hardware.cores), is_here, environment_text(run, "cores_available")));
    std::optional<double> memory = is_here ? memory_bytes(run) : std::nullopt;
    if (hardware.memory_bytes) memory = static_cast<double>(*hardware.memory_bytes);
    section.add("Memory per node", memory ? bytes_value(*memory) : unknown());
    section.add("Network", declared_or(hardware.network, is_one_host, "within one host"));
}

void add_states(Section& section, const SheetInput& input) {
    if (input.analysis == nullptr) {
        for (const char* name :
             {"Percent processors busy", "Percent processors overhead", "Percent processors idle",
              "Average time of a send", "Average time of a receive"})
            section.add(name, unknown());
        return;
    }
    const auto shares = state_values(input.analysis->times);
    section.add("Percent processors busy", shares[0]);
    section.add("Percent processors overhead", shares[1]);
    section.add("Percent processors idle", shares[2]);
    if (!shares[3].text.empty()) section.add("Percent processors in MPI, not recorded", shares[3]);
    if (!shares[4].text.empty()) section.add("Percent of the measured time unknown", shares[4]);
    const Traffic& traffic = input.analysis->traffic.all;
    const auto average = [&](const Distribution& times) {
        if (times.count > 0) return nanoseconds_value(times.average());
        return messages_are_recorded(input) ? Value{"none occurred", {}, {}} : unknown();
    };
    section.add("Average time of a send", average(traffic.sent.ns));
    section.add("Average time of a receive", average(traffic.received.ns));
}

DataTable utilization_table(const SheetInput& input) {
    DataTable table{"utilization",
                    "Utilization summary",
                    {"rank", "host", "busy", "overhead", "idle", "in MPI, not recorded", "unknown",
                     "measured time", "known time", "not measured"},
                    {},
                    "Shares of the rank's measured time; they add up to 100 %, and are unknown if less than "
                    "nine tenths of it is known. Known time is the measured time without the parts of "
                    "kernels that are not recorded, and without lost events. Time not measured lies between "
                    "the rank's begin and "
                    "end: \\UNTIMED, warm-ups, and filling and verifying payloads."};
    for (std::size_t rank = 0; rank < input.analysis->times_by_rank.size(); ++rank) {
        const StateTimes& times = input.analysis->times_by_rank[rank];
        const RankTrace& self = input.trace().ranks[rank];
        const auto shares = state_values(times, self.present);
        const TimeRange own{self.begin_ns, self.end_ns};
        const auto stood_still = times_in(input.analysis->states[rank], own).of(State::Excluded);
        const auto time = [&](std::int64_t ns) { return self.present ? nanoseconds_value(ns) : unknown(); };
        table.rows.push_back({count_value(rank), text_value(self.host), shares[0], shares[1], shares[2],
                              shares[3], shares[4], time(times.measured_ns()), time(times.known_ns()),
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
    const std::vector<double> rounded = rounded_shares({shares.begin(), shares.end()});
    std::copy(rounded.begin(), rounded.end(), shares.begin());
    return shares;
}

std::array<Value, share_count> state_values(const StateTimes& times, bool is_present) {
    const auto rounded = state_shares(times);
    std::array<Value, share_count> values;
    for (std::size_t i = 0; i < share_count; ++i) {
        const State state = shared_states[i];
        const bool beside = state == State::InMpi || state == State::Unknown;
        if (beside && times.of(state) == 0) continue;
        const bool is_covered = times.measured_ns() == 0 ? is_present : times.is_known();
        if (!is_covered && state != State::Unknown) {
            values[i] = unknown();
            continue;
        }
        // People see numbers that sum to 100.00; programs get all digits.
        values[i] = percent_value(rounded[i]);
        values[i].number = times.percent(state);
    }
    return values;
}

Section main_results(const SheetInput& input) {
    const RunRecord& run = input.run();
    Section section{"results", "Workload and main results"};
    section.add("Workload", run.source.name);
    section.add("What it is", run.source.description);
    section.add("Communication constructs", structure_text(input));
    add_parameters(section, run);
    add_hardware(section, input);
    section.add("Execution time, slowest rank",
                run.summary.program.seconds ? seconds_value(run.summary.program.seconds->max) : unknown());
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
