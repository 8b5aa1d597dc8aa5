#include "base/statistics/order_statistics.h"
#include "report/sheet/record_fields.h"
#include "report/sheet/sections.h"
#include "report/document/values.h"
#include "base/text/units.h"
#include "base/text/shell.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace loop::report {

namespace {

DataTable result_table(const Run& run) {
    DataTable table{"results",
                    "Results",
                    {"result", "line", "unit", "least", "median", "most", "ranks", "not finite"},
                    {},
                    {}};
    for (const ResultValue& result : run.results) {
        const auto value = [&](double Spread::*which) {
            return result.value ? number_value((*result.value).*which, "") : Value{"not finite", {}, {}};
        };
        table.rows.push_back({text_value(result.name), count_value(result.line), text_value(result.unit),
                              value(&Spread::min), value(&Spread::median), value(&Spread::max),
                              count_value(result.ranks),
                              result.not_finite > 0 ? count_value(result.not_finite) : nothing()});
    }
    return table;
}

DataTable check_table(const Run& run) {
    DataTable table{"checks", "Checks (\\VERIFY)", {"what must hold", "line", "checks", "failures"}, {}, {}};
    for (const Verification& check : run.verifications)
        table.rows.push_back({text_value(check.text), count_value(check.line),
                              count_value(static_cast<double>(check.checks)),
                              count_value(static_cast<double>(check.failures))});
    return table;
}

DataTable launch_table(const Run& run) {
    DataTable table{"launches",
                    "Launches",
                    {"launch", "least", "median", "most"},
                    {},
                    "Time of the whole program over processors."};
    for (std::size_t i = 0; i < run.program.launches.size(); ++i) {
        const Spread& launch = run.program.launches[i];
        table.rows.push_back({count_value(static_cast<double>(i + 1)), seconds_value(launch.min),
                              seconds_value(launch.median), seconds_value(launch.max)});
    }
    return table;
}

const std::map<std::string, std::string> environment_labels{
    {"os", "operating system"},
    {"cpu", "processor"},
    {"memory_bytes", "memory"},
    {"l1d_bytes", "L1 data cache"},
    {"l2_bytes", "L2 cache"},
    {"l3_bytes", "L3 cache"},
    {"smt", "hardware threads (SMT)"},
    {"aslr", "address space randomisation"},
    {"cgroup_cpu_cores", "cores, limit of the control group"},
    {"cgroup_memory_bytes", "memory, limit of the control group"}};

std::string environment_label(const std::string& name) {
    if (const auto found = environment_labels.find(name); found != environment_labels.end())
        return found->second;
    std::string label = name;
    std::replace(label.begin(), label.end(), '_', ' ');
    return label;
}

void add_environment(std::vector<Fact>& facts, const Json& environment) {
    if (!environment.is_object()) return;
    for (const auto& [name, value] : environment.items()) {
        const bool is_bytes =
            value.is_number() && name.size() > 6 && name.substr(name.size() - 6) == "_bytes";
        if (value.is_object())
            add_environment(facts, value);
        else
            facts.push_back({environment_label(name),
                             is_bytes ? bytes_value(value.get<double>()) : text_value(field_text(value))});
    }
}

/// `A=1 B='two words'`; "nothing" where nothing is set.
std::string settings_text(const Json& variables) {
    std::vector<std::string> words;
    if (variables.is_object())
        for (const auto& [name, value] : variables.items())
            words.push_back(name + "=" + field_text(value));
    return words.empty() ? "nothing" : shell_words(words);
}

} // namespace

Section results_section(const SheetInput& input) {
    const Run& run = input.run();
    Section section{"outcome", "Results and verification"};
    const Payload& payload = run.payload;
    section.facts = {
        {"Payloads verified",
         payload.verified ? count_value(static_cast<double>(payload.messages)) : Value{"no", {}, {}}},
        {"Messages with wrong bytes",
         payload.verified ? count_value(static_cast<double>(payload.wrong_messages)) : unknown()},
        {"Wrong bytes",
         payload.verified ? count_value(static_cast<double>(payload.wrong_bytes)) : unknown()}};
    section.tables = {result_table(run), check_table(run), launch_table(run)};
    return section;
}

Section environment_section(const SheetInput& input) {
    Section section{"environment", "Environment"};
    const auto& record = input.directory.record;
    add_environment(section.facts, input.run().environment);
    const auto add = [&](const char* label, const std::string& text) {
        section.facts.push_back({label, text_value(text)});
    };
    add("LOOP", input.run().loop_version);
    add("compiler", input.run().compiler_version);
    add("compiler flags", field_text(field(record, "machine", "flags")));
    add("MPI library", input.run().mpi_version);
    add("launcher", field_text(field(record, "versions", "launcher")));
    add("machine profile", input.run().machine);
    add("set for the ranks", settings_text(field(record, "machine", "environment")));
    return section;
}

Section source_section(const SheetInput& input) {
    Section section{"source", "Source"};
    section.facts = {
        {"File", text_value(input.run().file)},
        {"FNV-1a hash", text_value(field_text(field(input.directory.record, "source", "hash")))}};
    section.listing = input.directory.source;
    if (section.listing.empty()) section.paragraphs.push_back("The text of the source is unknown.");
    return section;
}

Section repeat_section(const SheetInput& input) {
    Section section{"again", "How to repeat it"};
    const auto& commands = field(input.directory.record, "commands");
    section.facts = {{"The same run again", text_value(shell_words(input.run().repeat_command))},
                     {"Compiled by", text_value(field_text(field(commands, "compile")))},
                     {"Launched by", text_value(field_text(field(commands, "launch")))},
                     {"Started", text_value(input.run().started)},
                     {"Ended", text_value(field_text(field(input.directory.record, "ended")))}};
    return section;
}

} // namespace loop::report
