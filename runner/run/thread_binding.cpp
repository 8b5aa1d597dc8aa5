#include "runner/run/thread_binding.h"

#include "base/text/strings.h"
#include "runner/launch/machine_kind.h"
#include "runner/machine/present.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

namespace loop::runner {

namespace {

/// The text of an argument: a number, or the value of a parameter.
std::optional<int> number_of(const std::string& argument, const compiler::ProgramSummary& program,
                             const Settings& settings) {
    if (argument.empty()) return std::nullopt;
    if (argument == "size" && settings.size) return settings.size;
    if (argument == "iterations" && settings.iterations) return settings.iterations;
    for (const auto& [name, value] : settings.set)
        if (name == argument) return number_in<int>(value);
    for (const compiler::ParameterSummary& parameter : program.parameters)
        if (parameter.name == argument) return number_in<int>(parameter.default_text);
    return number_in<int>(argument);
}

/// Options of MPICH's and Open MPI's launchers; the next word says what a rank is bound to.
bool is_binding_option(std::string_view word) {
    return word == "-bind-to" || word == "--bind-to";
}

bool is_one_core(std::string_view word) {
    const std::string_view unit = word.substr(0, word.find(':'));
    return unit == "core" || unit == "hwthread";
}

bool is_mapping_option(const std::string& word) {
    return word == "-map-by" || word == "--map-by" || word == "rmaps";
}

/// Binds each rank to several cores, if the launcher's options for that are known.
bool bind_to_cores(int cores, std::size_t unit, MachineProfile& profile) {
    std::vector<std::string>& words = profile.launcher;
    if (profile.mpi == "MPICH") {
        words[unit] = fmt::format("{}:{}", words[unit].substr(0, words[unit].find(':')), cores);
        return true;
    }
    const bool is_mapped = std::any_of(words.begin(), words.end(), is_mapping_option);
    if (profile.mpi != "Open MPI" || is_mapped || words[unit].compare(0, 4, "core") != 0) return false;
    words.insert(words.begin() + static_cast<std::ptrdiff_t>(unit) - 1,
                 {"--map-by", fmt::format("slot:PE={}", cores)});
    return true;
}

} // namespace

std::optional<int> threads_of_rank(const compiler::ProgramSummary& program, const Settings& settings) {
    int most = 1;
    for (const std::string& argument : program.threads) {
        const auto number = number_of(argument, program, settings);
        if (!number || *number < 1) return std::nullopt;
        most = std::max(most, *number);
    }
    return most;
}

void bind_threads(std::optional<int> threads, int ranks, MachineProfile& profile) {
    if (threads == 1) return;
    std::vector<std::string>& words = profile.launcher;
    const auto option = std::find_if(words.begin(), words.end(), is_binding_option);
    if (option == words.end() || option + 1 == words.end() || !is_one_core(option[1])) return;
    const auto unit = static_cast<std::size_t>(option - words.begin()) + 1;
    const bool has_cores =
        threads && kind_of(profile)->is_this_host() && *threads <= present_machine().cores / ranks;
    if (has_cores && bind_to_cores(*threads, unit, profile)) return;
    words[unit] = profile.pinning = "none";
}

} // namespace loop::runner
