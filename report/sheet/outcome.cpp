#include "base/text/shell.h"
#include "base/text/strings.h"
#include "report/findings/wording.h"
#include "report/read/stacks.h"
#include "report/sheet/sections.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <map>

namespace loop::report {

namespace {

DataTable result_table(const RunRecord& run) {
    DataTable table{"results",
                    "Results",
                    {"result", "line", "unit", "min", "median", "max", "ranks", "not finite"},
                    {},
                    {}};
    for (const ResultValue& result : run.summary.results) {
        if (result.tag.is(kinds::sample_median)) continue; // see distributions_section
        const auto value = [&](double Spread::*which) {
            return result.value ? number_value((*result.value).*which, "")
                                : Value{text_without_value(run, result), {}, {}};
        };
        table.rows.push_back({text_value(result.name), placed_line(run, result), text_value(result.unit),
                              value(&Spread::min), value(&Spread::median), value(&Spread::max),
                              count_value(result.ranks),
                              result.not_finite > 0 ? count_value(result.not_finite) : nothing()});
    }
    if (leaves_out_work(run)) table.note = not_computed_text;
    return table;
}

DataTable check_table(const RunRecord& run) {
    DataTable table{"checks", "Checks (\\VERIFY)", {"condition", "line", "checks", "failures"}, {}, {}};
    for (const Verification& check : run.summary.verifications)
        table.rows.push_back({text_value(check.text), placed_line(run, check),
                              check.checks > 0 ? count_value(check.checks) : Value{"skipped", 0.0, {}},
                              check.checks > 0 ? count_value(check.failures) : nothing()});
    if (check_counts(run).skipped > 0)
        table.note = "Skipped: the work that it checks was charged, not executed (`--verify` executes it).";
    return table;
}

DataTable launch_table(const RunRecord& run) {
    DataTable table{"launches",
                    "Launches",
                    {"launch", "min", "median", "max"},
                    {},
                    "Time of the whole program over ranks."};
    for (std::size_t i = 0; i < run.summary.program.launches.size(); ++i) {
        const Spread& launch = run.summary.program.launches[i];
        table.rows.push_back({count_value(i + 1), seconds_value(launch.min), seconds_value(launch.median),
                              seconds_value(launch.max)});
    }
    return table;
}

DataTable stack_table(const RunRecord& run) {
    DataTable table{"stacks",
                    "Where ranks died",
                    {"ranks", "function"},
                    {},
                    "Innermost first: each function was called by the next."};
    for (const Stack& stack : stacks_of(run))
        for (std::size_t i = 0; i < stack.functions.size(); ++i)
            table.rows.push_back(
                {text_value(i == 0 ? rank_list(stack.ranks) : ""), text_value(stack.functions[i])});
    return table;
}

const std::map<std::string, std::string> environment_labels{
    {"os", "operating system"},
    {"cpu", "processor"},
    {"vectors", "widest vector instructions"},
    {"max_mhz", "max clock rate without boosts, MHz"},
    {"word_bits", "word, bits"},
    {"memory_bytes", "memory"},
    {"l1d_bytes", "L1 data cache"},
    {"l2_bytes", "L2 cache"},
    {"l3_bytes", "L3 cache"},
    {"smt", "hardware threads (SMT)"},
    {"aslr", "address space randomisation"},
    {"cgroup_cpu_cores", "cores, limit of the control group"},
    {"cgroup_memory_bytes", "memory, limit of the control group"},
    {"shared_memory_free_bytes", "free space in /dev/shm"},
    {"locked_memory_bytes", "memory that a process may lock"}};

std::string environment_label(const std::string& name) {
    if (const auto found = environment_labels.find(name); found != environment_labels.end())
        return found->second;
    // A variable keeps its name.
    if (std::any_of(name.begin(), name.end(), [](unsigned char c) { return std::isupper(c) != 0; }))
        return name;
    std::string label = name;
    std::replace(label.begin(), label.end(), '_', ' ');
    return label;
}

/// Returns texts unchanged, lists of words as a command line, everything else as JSON; "" for null.
std::string environment_value(const Json& value) {
    if (value.is_null()) return "";
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
    if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
    if (!value.is_array()) return value.dump();
    std::vector<std::string> words;
    for (const Json& word : value)
        words.push_back(environment_value(word));
    return shell_words(words);
}

void add_environment(std::vector<Fact>& facts, const Json& environment) {
    if (!environment.is_object()) return;
    for (const auto& [name, value] : environment.items()) {
        const bool is_bytes =
            value.is_number() && name.size() > 6 && name.substr(name.size() - 6) == "_bytes";
        if (value.is_object())
            add_environment(facts, value);
        else
            facts.push_back({environment_label(name), is_bytes ? bytes_value(value.get<double>())
                                                               : text_value(environment_value(value))});
    }
}

/// Returns `A=1 B='two words'`, or "nothing" if nothing is set.
std::string settings_text(const formats::Pairs& variables) {
    std::vector<std::string> words;
    for (const auto& [name, value] : variables)
        words.push_back(name + "=" + value);
    return words.empty() ? "nothing" : shell_words(words);
}

/// What the program's `\BUILD`s ask for.
void add_build_needs(Section& section, const formats::RunSource& source) {
    if (!source.flags.empty()) section.add("compiler flags of the program", shell_words(source.flags));
    if (!source.libraries.empty()) section.add("libraries of the program", shell_words(source.libraries));
}

} // namespace

Section results_section(const SheetInput& input) {
    const RunRecord& run = input.run();
    Section section{"outcome", "Results and verification"};
    const Payload& payload = run.summary.payload;
    section.facts = {
        {"Payloads verified", payload.verified ? count_value(payload.messages) : Value{"no", {}, {}}},
        {"Messages with wrong bytes", payload.verified ? count_value(payload.wrong_messages) : unknown()},
        {"Wrong bytes", payload.verified ? count_value(payload.wrong_bytes) : unknown()}};
    section.tables = {stack_table(run), result_table(run), check_table(run), launch_table(run)};
    return section;
}

Section environment_section(const SheetInput& input) {
    Section section{"environment", "Environment"};
    const RunRecord& run = input.run();
    add_environment(section.facts, run.environment);
    section.add("LOOP", run.versions.loop);
    section.add("compiler", run.versions.compiler);
    section.add("compiler flags", shell_words(run.machine.flags));
    add_build_needs(section, run.source);
    section.add("MPI library", run.versions.mpi);
    section.add("launcher", run.versions.launcher);
    section.add("machine profile", machine_name(run));
    section.add("environment variables set for the ranks", settings_text(run.machine.environment));
    return section;
}

Section source_section(const SheetInput& input) {
    Section section{"source", "Source"};
    const formats::RunSource& source = input.run().source;
    section.facts = {{"File", text_value(source.file)}, {"FNV-1a hash", text_value(source.hash)}};
    section.listing = source.text;
    section.is_source = true;
    if (!section.listing.empty()) section.line_values = time_by_line(input);
    if (!section.line_values.rows.empty())
        section.paragraphs.push_back(
            "Next to a line: the time of all ranks in its constructs, calls, and phases, "
            "without that of other lines inside them; its share of the measured time; "
            "and the share that was waiting.");
    if (section.listing.empty()) section.paragraphs.push_back("The source text is unknown.");
    return section;
}

Section repeat_section(const SheetInput& input) {
    Section section{"again", "How to repeat it"};
    const RunRecord& run = input.run();
    section.facts = {{"To repeat this run", text_value(shell_words(run.commands.repeat))},
                     {"Compiled by", text_value(shell_words(run.commands.compile))},
                     {"Launched by", text_value(shell_words(run.commands.launch))},
                     {"Started", text_value(run.started)},
                     {"Ended", text_value(run.ended)}};
    return section;
}

} // namespace loop::report
