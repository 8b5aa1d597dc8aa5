#include "runner/artifact/texts.h"

#include "base/text/clean.h"
#include "base/text/shell.h"
#include "base/text/strings.h"
#include "base/text/units.h"
#include "runner/bundle/texts.h"
#include "runner/profile/placeholders.h"
#include "runner/run/run_options.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace loop::runner {

namespace fs = std::filesystem;
using formats::RunRecord;

namespace {

constexpr const char* author_mark = "[AUTHOR:";

const RunRecord& first_record(const ArtifactFacts& facts) {
    return facts.request.measurements[0].record;
}

/// The options of the command that repeats a run, without `loop run PROGRAM`, each with its value.
std::vector<std::vector<std::string>> options_of(const RunRecord& record) {
    const std::vector<std::string>& words = record.commands.repeat;
    std::vector<std::vector<std::string>> options;
    for (std::size_t i = 3; i < words.size(); ++i) {
        if (words[i].rfind('-', 0) == 0)
            options.push_back({words[i]});
        else if (!options.empty())
            options.back().push_back(words[i]);
    }
    return options;
}

int launches_of(const RunRecord& record) {
    return std::max(1, record.summary.launches);
}

/// The options of job.sh for a measurement, without the number of launches.
std::vector<std::string> job_arguments(const RunRecord& record) {
    std::vector<std::string> words{"-n", std::to_string(record.ranks)};
    bool traces = !record.sweep; // the launches of a sweep that count record no trace
    for (const std::vector<std::string>& option : options_of(record)) {
        if (in_job(option[0]) != InJob::Option) continue;
        if (option[0] == "--no-trace")
            traces = false;
        else
            words.insert(words.end(), option.begin(), option.end());
    }
    if (!traces) words.emplace_back("--no-trace");
    return words;
}

/// The name of a measurement: that of its program for a run, that of its folder for a point.
std::string name_of(const ArtifactMeasurement& measurement) {
    const std::string folder = measurement.folder.filename().string();
    return harmless_name(folder.empty() ? measurement.record.source.name : folder);
}

std::string record_folder(const ArtifactMeasurement& measurement) {
    const fs::path records = "records";
    return measurement.folder.empty() ? records.string()
                                      : (records / measurement.folder).lexically_normal().string();
}

/// One line of the script for each measurement.
std::string measurement_lines(const ArtifactFacts& facts) {
    std::string text;
    for (const ArtifactMeasurement& measurement : facts.request.measurements) {
        const RunRecord& record = measurement.record;
        std::vector<std::string> words{name_of(measurement), record_folder(measurement),
                                       "bundles/" + facts.bundles[measurement.program],
                                       std::to_string(launches_of(record))};
        const std::vector<std::string> arguments = job_arguments(record);
        words.insert(words.end(), arguments.begin(), arguments.end());
        text += "    \"$1\" " + shell_words(words) + "\n";
    }
    return text;
}

/// Text for a cell of a Markdown table, or for a sentence.
std::string plain(const std::string& text) {
    return replaced(replaced(in_comment(text), "|", "\\|"), "`", "'");
}

std::string program_names(const ArtifactFacts& facts) {
    std::vector<std::string> names;
    for (const ArtifactMeasurement& measurement : facts.request.measurements)
        add_once(names, plain(measurement.record.source.name));
    return some_of(names, 6);
}

/// "ranks 4, size 100, bytes 64": the parameters in effect.
std::string settings_text(const RunRecord& record) {
    std::string text;
    for (const auto& [name, value] : record.parameters)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", plain(name), plain(value));
    return text.empty() ? "the program's own" : text;
}

std::string verdict_of(const RunRecord& record) {
    return record.verdict ? formats::verdict_text(record.verdict->word) : "unknown";
}

std::string time_of(const RunRecord& record) {
    const auto& seconds = record.summary.program.seconds;
    return seconds ? seconds_text(seconds->max) : "unknown";
}

std::string results_table(const ArtifactFacts& facts) {
    std::string text =
        "| measurement | ranks | parameters | launches | time of the slowest rank | verdict |\n"
        "|---|---|---|---|---|---|";
    for (const ArtifactMeasurement& measurement : facts.request.measurements) {
        const RunRecord& record = measurement.record;
        text += fmt::format("\n| `{}` | {} | {} | {} | {} | {} |", name_of(measurement), record.ranks,
                            settings_text(record), launches_of(record), time_of(record), verdict_of(record));
    }
    return text;
}

std::string known(const RunRecord& record, const char* key) {
    const Json* const found = record.environment.find(key);
    if (found == nullptr) return "unknown";
    return plain(found->is_string() ? found->get<std::string>() : found->dump());
}

std::string memory_of(const RunRecord& record) {
    const Json* const bytes = record.environment.find("memory_bytes");
    return bytes != nullptr && bytes->is_number() ? bytes_text(bytes->get<double>()) : "unknown";
}

/// What `text` returns for the records, each text once.
template <typename Text>
std::string distinct(const ArtifactFacts& facts, const Text& text) {
    std::vector<std::string> all;
    for (const ArtifactMeasurement& measurement : facts.request.measurements)
        add_once(all, text(measurement.record));
    return joined(all, "; ");
}

std::string hardware_of(const RunRecord& record) {
    if (record.simulated)
        return fmt::format("a model, `{}`, which SimGrid executes", plain(record.machine.name));
    return fmt::format("{}, {} cores, {} of memory", known(record, "cpu"), known(record, "cores_online"),
                       memory_of(record));
}

/// The compiler and its flags, without the files of whoever measured.
std::string compile_command(const RunRecord& record) {
    const std::vector<std::string>& command = record.commands.compile;
    const auto end = std::find_if(command.begin(), command.end(), [](const std::string& word) {
        return word == "-I" || word == "-iquote" || word == "-c" || word == "-o";
    });
    std::vector<std::string> words(command.begin(), end);
    for (const std::string& flag : record.source.flags)
        add_once(words, flag);
    return shell_words(words);
}

std::string mpi_of(const RunRecord& record) {
    return plain(record.versions.mpi.substr(0, record.versions.mpi.find(',')));
}

int most_ranks(const ArtifactFacts& facts) {
    int most = 0;
    for (const ArtifactMeasurement& measurement : facts.request.measurements)
        most = std::max(most, measurement.record.ranks);
    return most;
}

/// How long all launches took when they were recorded.
double recorded_seconds(const ArtifactFacts& facts) {
    double seconds = 0;
    for (const ArtifactMeasurement& measurement : facts.request.measurements)
        for (const formats::RunLaunch& launch : measurement.record.launches)
            seconds += launch.seconds;
    return seconds;
}

std::string libraries_of(const ArtifactFacts& facts) {
    std::vector<std::string> names;
    for (const ArtifactMeasurement& measurement : facts.request.measurements)
        for (const std::string& name : measurement.record.source.libraries)
            add_once(names, "lib" + plain(name));
    return names.empty() ? "" : ", " + joined(names, ", ");
}

/// What the jobs do not repeat, as a paragraph.
std::string differences_text(const ArtifactFacts& facts) {
    std::vector<std::string> all;
    for (const ArtifactMeasurement& measurement : facts.request.measurements)
        if (const std::string options = not_repeated(measurement.record); !options.empty())
            add_once(all, "`" + plain(options) + "`");
    if (all.empty()) return {};
    return "\nThe records were made with " + joined(all, ", ") +
           ", which `job.sh` of the bundles does not do.\n";
}

/// The words that all templates may contain.
Replacements words_of(const ArtifactFacts& facts) {
    const RunRecord& record = first_record(facts);
    const std::size_t count = facts.request.measurements.size();
    return {{"programs", program_names(facts)},
            {"measurements", counted(count, "measurement")},
            {"machine", plain(record.machine.name)},
            {"version", LOOP_VERSION}};
}

} // namespace

std::vector<std::string> bundle_names(const ArtifactRequest& request) {
    std::vector<std::string> names;
    std::set<std::string> taken;
    for (const ArtifactProgram& program : request.programs) {
        const std::string file = harmless_name(program.compilation->summary().name);
        const auto same =
            std::count_if(request.programs.begin(), request.programs.end(), [&](const auto& one) {
                return harmless_name(one.compilation->summary().name) == file;
            });
        const std::string wanted =
            same == 1 ? file : file + "-" + harmless_name(fs::path(program.machine).stem().string());
        std::string name = wanted;
        for (int i = 2; !taken.insert(name).second; ++i)
            name = fmt::format("{}-{}", wanted, i);
        names.push_back(name);
    }
    return names;
}

std::string not_repeated(const RunRecord& record) {
    std::vector<std::string> words;
    for (const std::vector<std::string>& option : options_of(record))
        if (in_job(option[0]) == InJob::Missing) words.push_back(joined(option, " "));
    return joined(words, " ");
}

std::string reproduce_script(const std::string& form, const ArtifactFacts& facts) {
    Replacements by = words_of(facts);
    by["lines"] = measurement_lines(facts);
    return filled({form}, by)[0];
}

std::string artifact_readme(const std::string& form, const ArtifactFacts& facts) {
    return filled({form}, words_of(facts))[0];
}

std::string appendix_text(const std::string& form, const ArtifactFacts& facts) {
    const RunRecord& record = first_record(facts);
    Replacements by = words_of(facts);
    by["compiler"] = distinct(facts, [](const RunRecord& one) { return plain(one.versions.compiler); });
    by["mpi"] = distinct(facts, mpi_of);
    by["command"] =
        distinct(facts, [](const RunRecord& one) { return "`" + plain(compile_command(one)) + "`"; });
    by["os"] = known(record, "os");
    by["kernel"] = known(record, "kernel");
    by["hardware"] = distinct(facts, hardware_of);
    by["ranks"] = std::to_string(most_ranks(facts));
    by["libraries"] = libraries_of(facts);
    by["size"] = bytes_text(static_cast<double>(facts.bytes));
    by["seconds"] = seconds_text(recorded_seconds(facts));
    by["bundles"] = counted(facts.bundles.size(), "program");
    by["bundle"] = facts.bundles[0];
    by["loop"] = plain(record.versions.loop);
    by["results"] = results_table(facts);
    by["differences"] = differences_text(facts);
    return filled({form}, by)[0];
}

std::string environment_text(const ArtifactFacts& facts) {
    std::vector<std::string> blocks;
    for (const ArtifactMeasurement& measurement : facts.request.measurements) {
        const RunRecord& record = measurement.record;
        std::string block = "machine: " + in_comment(record.machine.name) + "\n";
        const auto add = [&](const std::string& key, const std::string& value) {
            block += key + ": " + in_comment(value) + "\n";
        };
        add("compile", compile_command(record));
        add("launch", shell_words(record.commands.launch));
        add("compiler", record.versions.compiler);
        add("mpi", record.versions.mpi);
        add("launcher", record.versions.launcher);
        add("loop", record.versions.loop);
        for (const auto& [key, value] : record.environment.items())
            if (key.rfind("load_", 0) != 0) // differs from launch to launch
                add(key, value.is_string() ? value.get<std::string>() : value.dump());
        add_once(blocks, block);
    }
    return joined(blocks, "\n");
}

int places_for_author(const std::string& appendix) {
    int count = 0;
    for (std::size_t at = appendix.find(author_mark); at != std::string::npos;
         at = appendix.find(author_mark, at + 1))
        ++count;
    return count;
}

} // namespace loop::runner
