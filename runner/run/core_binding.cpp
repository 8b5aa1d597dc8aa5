#include "runner/run/core_binding.h"

#include "base/text/strings.h"
#include "runner/launch/machine_kind.h"
#include "runner/machine/limits.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace loop::runner {

namespace {

/// Options of launchers that bind or place ranks, without the hyphens before them. Some have `=VALUE`.
constexpr std::array<std::string_view, 14> binding_options{
    "bind-to",  "bind-to-core", "bind-to-socket", "binding",      "map-by",
    "by-core",  "bycore",       "rank-file",      "rankfile",     "rf",
    "cpu-bind", "cpu-list",     "cpu-set",        "cpus-per-proc"};
constexpr std::array<std::string_view, 5> binding_programs{"taskset", "numactl", "hwloc-bind", "likwid-pin",
                                                           "likwid-mpirun"};
/// Variables that bind or place ranks or their threads.
constexpr std::array<const char*, 16> binding_variables{"HYDRA_BINDING",
                                                        "HYDRA_MAPPING",
                                                        "OMPI_MCA_hwloc_base_binding_policy",
                                                        "OMPI_MCA_hwloc_base_cpu_list",
                                                        "OMPI_MCA_hwloc_base_cpu_set",
                                                        "OMPI_MCA_rmaps_base_mapping_policy",
                                                        "OMPI_MCA_rmaps_rank_file_path",
                                                        "PRTE_MCA_hwloc_default_binding_policy",
                                                        "PRTE_MCA_hwloc_default_cpu_list",
                                                        "PRTE_MCA_rmaps_default_mapping_policy",
                                                        "PRTE_MCA_rmaps_rank_file_path",
                                                        "GOMP_CPU_AFFINITY",
                                                        "KMP_AFFINITY",
                                                        "OMP_PLACES",
                                                        "OMP_PROC_BIND",
                                                        "SLURM_CPU_BIND"};

template <std::size_t Count>
bool has(const std::array<std::string_view, Count>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::string threads_text(const CoreDemand& demand) {
    if (demand.threads == 1) return counted(demand.ranks, "rank");
    return fmt::format("{} with {} each", counted(demand.ranks, "rank"), counted(*demand.threads, "thread"));
}

std::vector<int> numbers_of(const std::vector<Core>& cores) {
    std::vector<int> numbers;
    for (const Core& core : cores)
        numbers.push_back(core.number);
    return numbers;
}

CoreDemand demand_of(const ResolvedRun& run) {
    const auto variable = [&](const std::string& name) { return variable_of_ranks(run.profile, name); };
    return {run.settings.ranks, run.threads, available_cores(), bound_by(run.request, run.profile, variable)};
}

} // namespace

bool binds(std::string_view word) {
    if (word.empty() || word[0] != '-')
        return has(binding_programs, word.substr(word.rfind('/') + 1)) ||
               word.find("binding_policy") != std::string_view::npos ||
               word.find("mapping_policy") != std::string_view::npos;
    const std::string_view name = word.substr(std::min(word.find_first_not_of('-'), word.size()));
    return has(binding_options, name.substr(0, name.find('=')));
}

std::string why_unbound(const CoreDemand& demand, std::size_t cores) {
    if (!demand.bound_by.empty()) return fmt::format("not by LOOP: {}", demand.bound_by);
    if (!demand.threads) return "none: it is not known how many threads each rank starts";
    const std::int64_t wanted = static_cast<std::int64_t>(demand.ranks) * *demand.threads;
    const std::int64_t usable = std::min(static_cast<std::int64_t>(cores), std::int64_t(demand.usable));
    if (wanted <= usable) return {};
    return fmt::format("none: {} on {}", threads_text(demand), counted(usable, "core"));
}

std::vector<int> cpus_on(const std::vector<Core>& cores, const std::vector<int>& held) {
    std::vector<int> cpus;
    for (const int number : held)
        for (const Core& core : cores)
            if (core.number == number) cpus.push_back(core.cpus.front());
    return cpus;
}

std::string bound_by(const RunRequest& request, const MachineProfile& profile, const Variable& variable) {
    if (request.bind == "none") return "`--bind none` was given";
    if (!request.map.empty()) return "`--map` places the ranks";
    for (const std::string& word : profile.launcher)
        if (binds(word)) return fmt::format("`{}` in the launch command decides", word);
    if (profile.pinning == "core") return "`launch.pinning` says that the launch command binds";
    for (const char* name : binding_variables)
        if (const std::string value = variable(name); !value.empty() && value != "false")
            return fmt::format("{} in the environment decides", name);
    return {};
}

std::string variable_of_ranks(const MachineProfile& profile, const std::string& name) {
    if (const auto own = profile.environment.find(name); own != profile.environment.end()) return own->second;
    const char* const value = std::getenv(name.c_str());
    return value != nullptr ? value : "";
}

CoreBinding bind_cores(const ResolvedRun& run) {
    CoreBinding binding;
    if (!kind_of(run.profile)->is_this_host()) return binding;
    const std::vector<Core> cores = allowed_cores();
    const CoreDemand demand = demand_of(run);
    binding.record = {0, why_unbound(demand, cores.size())};
    if (!binding.record->text.empty()) return binding;
    const int each = demand.threads.value_or(1);
    const auto wanted = static_cast<std::size_t>(demand.ranks) * static_cast<std::size_t>(each);
    binding.held.emplace(HeldCores::usual_set(), numbers_of(cores), wanted);
    binding.cpus = cpus_on(cores, binding.held->cores());
    if (binding.cpus.empty())
        binding.record->text =
            fmt::format("none: other launches hold {} of {}", cores.size() - binding.held->free(),
                        counted(cores.size(), "core"));
    else
        *binding.record = {each, fmt::format("each rank has {} of its own", counted(each, "core"))};
    return binding;
}

} // namespace loop::runner
