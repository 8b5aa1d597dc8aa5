#include "runner/run/settings.h"

#include "base/text/nearest.h"
#include "base/text/strings.h"
#include "base/text/units.h"
#include "runner/system/failure.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <set>

namespace loop::runner {

namespace {

/// Parameters that every program has, in addition to its own.
const std::vector<std::pair<std::string, std::string>>& built_in() {
    static const std::vector<std::pair<std::string, std::string>> parameters{
        {"size", "int"}, {"iterations", "int"}, {"tree.map", "std::string"}, {"tree.shape", "std::string"}};
    return parameters;
}

template <typename Number>
bool parses_as(std::string_view text) {
    return number_in<Number>(text.substr(text.size() > 1 && text[0] == '+' ? 1 : 0)).has_value();
}

bool is_bool(const std::string& text) {
    const std::vector<std::string> words{"0", "1", "true", "false", "yes", "no", "on", "off"};
    return std::find(words.begin(), words.end(), text) != words.end();
}

/// Whether `text` is a value of `type`. Unknown types are left to the program.
bool has_type(const std::string& text, const std::string& type) {
    if (type == "bool") return is_bool(text);
    if (type == "int") return parses_as<int>(text);
    if (type == "long" || type == "long int") return parses_as<long>(text);
    if (type == "long long" || type == "std::int64_t") return parses_as<long long>(text);
    if (type == "unsigned" || type == "unsigned int") return parses_as<unsigned>(text);
    if (type == "unsigned long" || type == "size_t" || type == "std::size_t")
        return parses_as<unsigned long>(text);
    if (type == "unsigned long long" || type == "std::uint64_t") return parses_as<unsigned long long>(text);
    if (type == "float") return parses_as<float>(text);
    if (type == "double") return parses_as<double>(text);
    return true;
}

/// "64k" as "65536", if the type is that of a number.
std::string without_unit(const std::string& value, const std::string& type) {
    const bool is_number = has_type("1", type) && !has_type("one", type) && type != "bool";
    const auto number = is_number && !has_type(value, type) ? whole_number_in(value) : std::nullopt;
    const std::string plain = number ? std::to_string(*number) : value;
    return has_type(plain, type) ? plain : value;
}

using KnownParameters = std::vector<std::pair<std::string, std::string>>;

[[noreturn]] void unknown_parameter(const std::string& name, const KnownParameters& known,
                                    const compiler::ProgramSummary& program) {
    std::vector<std::string> names;
    for (const auto& [known_name, type] : known)
        if (std::find(names.begin(), names.end(), known_name) == names.end()) names.push_back(known_name);
    throw Failure(ExitCode::Usage, fmt::format("`{}` has no parameter `{}`", program.name, name),
                  did_you_mean(name, names, "its parameters: " + joined(names, ", ")));
}

[[noreturn]] void refuse_value(const std::string& name, const std::string& value,
                               const std::string& problem) {
    throw Failure(ExitCode::Usage, fmt::format("`{}`, the value of `{}`, {}", value, name, problem));
}

std::vector<int> ranks_in(const std::string& list) {
    std::vector<int> ranks;
    for (const std::string& item : split_list(list)) {
        if (!parses_as<int>(item)) return {};
        ranks.push_back(std::atoi(item.c_str()));
    }
    return ranks;
}

/// Checks that the value is a permutation of the ranks that begins with 0.
void check_tree_map(const std::string& value, int ranks) {
    const std::vector<int> map = ranks_in(value);
    std::vector<int> all(static_cast<std::size_t>(ranks));
    std::iota(all.begin(), all.end(), 0);
    if (!std::is_permutation(map.begin(), map.end(), all.begin(), all.end()))
        refuse_value("tree.map", value, fmt::format("is not a permutation of the ranks 0 to {}", ranks - 1));
    if (map[0] != 0) refuse_value("tree.map", value, "does not begin with 0: rank 0 is the root");
}

void check_value(const std::string& name, const std::string& value, const std::string& type, int ranks) {
    if (value.find('\n') != std::string::npos)
        throw Failure(ExitCode::Usage, fmt::format("the value of `{}` has a line break", name));
    if (!has_type(value, type))
        throw Failure(ExitCode::Usage,
                      fmt::format("parameter `{}` has type `{}`; `{}` does not fit", name, type, value));
    if (name == "tree.map") check_tree_map(value, ranks);
    if (name == "tree.shape" && value != "binary" && value != "binomial")
        refuse_value(name, value, "is neither `binary` nor `binomial`");
}

} // namespace

std::pair<std::string, std::string> parse_assignment(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw Failure(ExitCode::Usage, fmt::format("`--set {}` is not of the form NAME=VALUE", text));
    return {text.substr(0, equals), text.substr(equals + 1)};
}

void resolve_settings(Settings& settings, const compiler::ProgramSummary& program) {
    KnownParameters known;
    for (const auto& parameter : program.parameters)
        known.emplace_back(parameter.name, parameter.type);
    known.insert(known.end(), built_in().begin(), built_in().end());
    std::set<std::string> seen;
    if (settings.size) seen.insert("size");
    if (settings.iterations) seen.insert("iterations");
    for (auto& [name, value] : settings.set) {
        const auto& wanted = name;
        const auto found = std::find_if(known.begin(), known.end(),
                                        [&](const auto& entry) { return entry.first == wanted; });
        if (found == known.end()) unknown_parameter(name, known, program);
        if (!seen.insert(name).second)
            throw Failure(ExitCode::Usage, fmt::format("parameter `{}` is given twice", name),
                          "give it once; `--size N` is the same as `--set size=N`");
        value = without_unit(value, found->second);
        check_value(name, value, found->second, settings.ranks);
    }
}

std::string parameter_file(const Settings& settings, const std::string& launch_id,
                           const std::filesystem::path& records) {
    std::string text = "loop-parameters 1\n";
    if (settings.size) text += fmt::format("size {}\n", *settings.size);
    if (settings.iterations) text += fmt::format("iterations {}\n", *settings.iterations);
    text += fmt::format("verify {}\ntrace {}\nrecords {}\nlaunch {}\n", settings.verify ? 1 : 0,
                        settings.trace ? 1 : 0, records.string(), launch_id);
    if (settings.watched) text += "watched 1\n";
    if (settings.strict) text += fmt::format("strict {}\n", *settings.strict);
    if (settings.watchdog_seconds > 0) text += fmt::format("watchdog {}\n", settings.watchdog_seconds);
    if (!settings.cpus.empty()) text += fmt::format("cpus {}\n", fmt::join(settings.cpus, ","));
    if (!settings.cores.empty()) text += fmt::format("cores {}\n", fmt::join(settings.cores, ","));
    if (!settings.allowed.empty()) text += fmt::format("allowed {}\n", fmt::join(settings.allowed, ","));
    for (const auto& [name, value] : settings.rates)
        text += fmt::format("rate {} {}\n", name, value);
    for (const auto& [name, value] : settings.set)
        text += fmt::format("set {} {}\n", name, value);
    return text;
}

} // namespace loop::runner
