#include "runner/bundle/texts.h"

#include "base/text/clean.h"
#include "base/text/shell.h"
#include "base/text/strings.h"
#include "runner/launch/machine_kind.h"
#include "runner/profile/placeholders.h"
#include "runner/system/files.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

std::string fill(const std::string& form, Replacements by, const BundleFacts& facts) {
    by["name_comment"] = in_comment(facts.program.name);
    by["machine_comment"] = in_comment(facts.profile.title());
    by["version"] = LOOP_VERSION;
    by["file"] = facts.file;
    return filled({form}, by)[0];
}

/// Quotes the words of a command for a make variable that the shell finally reads.
std::string make_words(const std::vector<std::string>& words) {
    return replaced(replaced(shell_words(words), "$", "$$"), "#", "\\#");
}

/// Quotes words as bracket arguments, in which CMake substitutes nothing.
std::string cmake_words(const std::vector<std::string>& words) {
    std::vector<std::string> quoted;
    for (const std::string& word : words)
        quoted.push_back("[==[" + word + "]==]");
    return joined(quoted, " ");
}

std::vector<std::string> libraries(const BundleFacts& facts) {
    std::vector<std::string> words = facts.profile.libraries;
    if (facts.program.uses_cblas) words.insert(words.begin(), "-lopenblas");
    return words;
}

/// Returns a word of the launcher command for the script: values known only when it runs become shell
/// variables, the rest is quoted.
std::string job_word(const std::string& word, const BundleFacts& facts) {
    const std::map<std::string, std::string> variables{
        {"ranks", "\"$ranks\""},
        {"program", "\"$output/program\""},
        {"directory", "\"$directory\""},
        {"hostfile", "\"$directory/hostfile\""},
        {"platform", facts.profile.simulation
                         ? shell_words({"/machine/" + facts.profile.simulation->platform.string()})
                               .insert(0, "\"$bundle\"")
                         : ""},
        {"hosts", shell_words({joined(facts.profile.hosts, ",")})},
        {"profile_directory", "\"$bundle/machine\""}};
    for (const auto& [name, variable] : variables) {
        const std::string placeholder = "{" + name + "}";
        const std::size_t at = word.find(placeholder);
        if (at == std::string::npos) continue;
        const std::string before = word.substr(0, at), after = word.substr(at + placeholder.size());
        return (before.empty() ? "" : job_word(before, facts)) + variable +
               (after.empty() ? "" : job_word(after, facts));
    }
    return shell_words({word});
}

std::string job_launcher(const BundleFacts& facts) {
    std::vector<std::string> words;
    for (const std::string& word : facts.profile.launcher)
        words.push_back(job_word(word, facts));
    return joined(words, " \\\n            ");
}

std::string job_ranks(const BundleFacts& facts) {
    return facts.ranks > 0 ? std::to_string(facts.ranks)
                           : "$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)";
}

std::string job_directives(const BundleFacts& facts) {
    if (!facts.profile.queue) return {};
    const Replacements by{{"ranks", std::to_string(facts.ranks)}, {"directory", "."}};
    return joined(filled(facts.profile.queue->directives, by), "\n") + "\n";
}

std::string job_slots(const BundleFacts& facts) {
    if (!facts.profile.slots) return {};
    return fmt::format(
        "[ \"$ranks\" -le {0} ] || stop 2 {1}\n", *facts.profile.slots,
        shell_words({fmt::format("machine {} has {} slots", facts.profile.name, *facts.profile.slots)}));
}

std::string job_environment(const BundleFacts& facts) {
    std::string text;
    for (const auto& [name, value] : facts.profile.environment)
        text += fmt::format("export {}={}\n", name, shell_words({value}));
    return text;
}

std::string job_rates(const BundleFacts& facts) {
    std::string text;
    if (!facts.profile.simulation) return text;
    for (const auto& [name, value] : facts.profile.simulation->rates)
        text +=
            fmt::format("        printf '%s\\n' {}\n", shell_words({fmt::format("rate {} {}", name, value)}));
    return text;
}

std::string submit_words(const BundleFacts& facts) {
    if (!facts.profile.queue) return fmt::format("sh job.sh -n {} -o results", std::max(facts.ranks, 2));
    return shell_words(
               filled(facts.profile.queue->submit,
                      {{"script", "job.sh"}, {"directory", "."}, {"ranks", std::to_string(facts.ranks)}})) +
           " -o results";
}

/// Escapes text for a cell of a Markdown table.
std::string cell(const std::string& text) {
    return replaced(in_comment(text), "|", "\\|");
}

std::string parameter_lines(const compiler::ProgramSummary& program) {
    if (program.parameters.empty()) return "none of its own.";
    std::string text = "| name | type | default | what |\n|---|---|---|---|";
    for (const compiler::ParameterSummary& parameter : program.parameters)
        text += fmt::format("\n| {} | {} | {} | {} |", cell(parameter.name), cell(parameter.type),
                            cell(parameter.default_text), cell(parameter.help));
    return text;
}

/// Returns ": " and the text without its final period.
std::string description_text(const std::string& description) {
    if (description.empty()) return {};
    const std::size_t end = description.find_last_not_of(". ") + 1;
    return ": " + in_comment(description.substr(0, end));
}

/// What must be installed beside MPI, as a paragraph.
std::string needs_text(const compiler::BuildNeeds& needs) {
    std::string text;
    if (!needs.flags.empty())
        text += fmt::format(" The program is compiled with {}.", in_comment(shell_words(needs.flags)));
    if (!needs.libraries.empty())
        text +=
            fmt::format(" These libraries must be installed: {}.", in_comment(joined(needs.libraries, ", ")));
    return text;
}

std::string ranks_text(const BundleFacts& facts) {
    return facts.ranks > 0 ? fmt::format("{} ranks", facts.ranks) : "one rank per core";
}

} // namespace

std::string makefile(const std::string& form, const BundleFacts& facts) {
    std::vector<std::string> objects;
    std::string flags;
    for (const BundledUnit& unit : facts.runtime) {
        objects.push_back("build/" + fs::path(unit.source).replace_extension(".o").string());
        flags += fmt::format("{}: private CXXFLAGS += {}\n", objects.back(), make_words(unit.flags));
    }
    return fill(form,
                {{"compiler", make_words(facts.profile.compiler)},
                 {"flags", make_words(facts.profile.flags)},
                 {"libraries", make_words(libraries(facts))},
                 {"program_flags", make_words(facts.program.build.flags)},
                 {"program_libraries", make_words(facts.program.build.linked())},
                 {"runtime_objects", "  " + joined(objects, " \\\n  ")},
                 {"runtime_flags", flags}},
                facts);
}

std::string cmake_file(const std::string& form, const BundleFacts& facts) {
    std::string sources, flags;
    for (const BundledUnit& unit : facts.runtime) {
        sources += "\n  " + unit.source;
        flags += fmt::format("set_source_files_properties({} PROPERTIES COMPILE_OPTIONS \"{}\")\n",
                             unit.source, joined(unit.flags, ";"));
    }
    return fill(form,
                {{"runtime_sources", sources},
                 {"runtime_flags", flags},
                 {"cmake_flags", cmake_words(facts.profile.flags)},
                 {"cmake_libraries", cmake_words(libraries(facts))},
                 {"cmake_program_flags", cmake_words(facts.program.build.flags)},
                 {"cmake_program_libraries", cmake_words(facts.program.build.linked())}},
                facts);
}

std::string job_script(const std::string& form, const BundleFacts& facts) {
    const bool wants_hosts = !host_file(facts.profile).empty();
    return fill(
        form,
        {{"directives", job_directives(facts)},
         {"ranks", job_ranks(facts)},
         {"verify", kind_of(facts.profile)->is_model() ? "0" : "1"},
         {"launches", std::to_string(kind_of(facts.profile)->usual_launches(facts.program.launches))},
         {"slots", job_slots(facts)},
         {"environment", job_environment(facts)},
         {"rates", job_rates(facts)},
         {"hostfile", wants_hosts ? "    cp \"$bundle/machine/hostfile\" \"$directory/hostfile\" || stop 7 "
                                    "\"cannot write $directory/hostfile\"\n"
                                  : ""},
         {"launcher", job_launcher(facts)}},
        facts);
}

namespace {

std::string verify_text(const BundleFacts& facts) {
    if (!kind_of(facts.profile)->is_model()) return "by default they are, outside the measured time";
    const std::string text = "not by default: the machine is simulated, and work is only charged";
    if (!facts.program.has_charged_work || !facts.program.receives_data) return text;
    return text +
           ". `job.sh` does not look whether received data decide what ranks do, as `loop run` does; if so, "
           "use `--verify`, which executes the work";
}

} // namespace

std::string readme(const std::string& form, const BundleFacts& facts) {
    return fill(
        form,
        {{"description", description_text(facts.program.description)},
         {"compiler", shell_words(facts.profile.compiler)},
         {"submit", submit_words(facts)},
         {"launches", std::to_string(kind_of(facts.profile)->usual_launches(facts.program.launches))},
         {"needs", needs_text(facts.program.build)},
         {"ranks", ranks_text(facts)},
         {"slots_text", facts.profile.slots ? fmt::format(", at most {}", *facts.profile.slots) : ""},
         {"queue_text",
          facts.profile.queue
              ? fmt::format(" The first lines of `job.sh` request {} ranks from the queue.", facts.ranks)
              : ""},
         {"verify_text", verify_text(facts)},
         {"parameters", parameter_lines(facts.program)}},
        facts);
}

std::string harmless_name(const std::string& name) {
    std::string result;
    for (const char c : name) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                              c == '_' || (!result.empty() && (c == '-' || c == '.'));
        result += is_plain ? c : '_';
    }
    return result.empty() ? "program" : shortened(result, 100);
}

} // namespace loop::runner
