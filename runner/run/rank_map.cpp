#include "runner/run/rank_map.h"

#include "base/text/strings.h"
#include "runner/launch/machine_kind.h"
#include "runner/machine/present.h"
#include "runner/profile/hosts.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <loop/random_values.h>

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>

namespace loop::runner {

namespace {

constexpr std::size_t map_limit_bytes = std::size_t(1) << 24;
constexpr std::string_view random_prefix = "random:";

[[noreturn]] void refuse(const std::string& text, const std::string& problem, const std::string& hint = "") {
    throw Failure(ExitCode::Usage, fmt::format("`--map {}`: {}", text, problem), hint);
}

std::vector<int> reversed(int ranks) {
    std::vector<int> map(static_cast<std::size_t>(ranks));
    std::iota(map.rbegin(), map.rend(), 0);
    return map;
}

std::vector<int> shuffled(const std::string& text, int ranks) {
    const auto seed = number_in<std::uint64_t>(std::string_view(text).substr(random_prefix.size()));
    if (!seed) refuse(text, "the seed is not a whole number", "for example `--map random:1`");
    return permutation(ranks, *seed);
}

std::vector<int> from_file(const std::string& file) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(file, ignored))
        refuse(file, "neither `reverse` nor `random:SEED` nor a file",
               "a file has the number of a processor for each rank, one per line");
    const std::string content = read_named_file(file, map_limit_bytes);
    std::vector<int> map;
    int line_number = 0;
    for (const std::string_view line : lines_of(content)) {
        ++line_number;
        const std::string_view word = trimmed(line.substr(0, line.find('#')));
        if (word.empty()) continue;
        const auto processor = number_in<int>(word);
        if (!processor || *processor < 0)
            refuse(file, fmt::format("line {}: `{}` is not the number of a processor", line_number, word),
                   "write one number per line, 0 for the first processor");
        map.push_back(*processor);
    }
    return map;
}

void check_map(const std::string& text, const std::vector<int>& map, int ranks, std::int64_t processors) {
    if (map.size() != static_cast<std::size_t>(ranks))
        refuse(text, fmt::format("names {}, but the run has {}", counted(map.size(), "processor"),
                                 counted(ranks, "rank")));
    const std::int64_t most = std::max<std::int64_t>(ranks, processors);
    std::map<int, std::size_t> rank_on;
    for (std::size_t rank = 0; rank < map.size(); ++rank) {
        if (map[rank] >= most)
            refuse(text, fmt::format("rank {} is on processor {}, but there are processors 0 to {}", rank,
                                     map[rank], most - 1));
        const auto [other, is_new] = rank_on.insert({map[rank], rank});
        if (!is_new)
            refuse(text,
                   fmt::format("ranks {} and {} are both on processor {}", other->second, rank, map[rank]));
    }
}

/// The hosts of the profile in the order in which the launcher fills them, one entry per processor.
std::vector<std::string> processors_of(const MachineProfile& profile) {
    std::vector<std::string> all;
    for (const std::string& entry : hosts_in_order(profile)) {
        const HostEntry host = host_entry(entry);
        all.insert(all.end(), host.ranks, host.name);
    }
    return all;
}

/// The processors of other hosts are slots; LOOP does not know which cores they are.
void refuse_threads(const std::string& map, const std::string& machine, std::optional<int> threads) {
    if (threads == 1) return;
    refuse(map,
           fmt::format("each rank has {} threads, and on machine `{}`, LOOP places ranks on slots of hosts, "
                       "not on cores",
                       threads ? std::to_string(*threads) : "several", machine),
           "leave out `--map`, or use the options of `launch.command` in its profile");
}

void place_on_hosts(ResolvedRun& run) {
    MachineProfile& profile = run.profile;
    const std::vector<std::string> processors = processors_of(profile);
    run.processors =
        parse_rank_map(run.request.map, run.settings.ranks, static_cast<std::int64_t>(processors.size()));
    profile.hosts.clear();
    for (const int processor : run.processors)
        profile.hosts.push_back(processors[static_cast<std::size_t>(processor) % processors.size()]);
    profile.launcher.insert(profile.launcher.begin() + 1, profile.map_arguments.begin(),
                            profile.map_arguments.end());
}

void place_on_cpus(ResolvedRun& run, std::size_t threads) {
    const std::vector<int> cpus = allowed_cpus();
    if (cpus.empty()) refuse(run.request.map, "the processors of this host are unknown");
    const std::size_t processors = std::max<std::size_t>(1, cpus.size() / threads);
    run.processors =
        parse_rank_map(run.request.map, run.settings.ranks, static_cast<std::int64_t>(processors));
    run.cores_of_processor = std::min(threads, cpus.size());
    for (const int processor : run.processors)
        for (std::size_t i = 0; i < run.cores_of_processor; ++i)
            run.settings.cpus.push_back(
                cpus[static_cast<std::size_t>(processor) % processors * run.cores_of_processor + i]);
}

} // namespace

std::vector<int> parse_rank_map(const std::string& text, int ranks, std::int64_t processors) {
    std::vector<int> map;
    if (text == "reverse")
        map = reversed(ranks);
    else if (text.compare(0, random_prefix.size(), random_prefix) == 0)
        map = shuffled(text, ranks);
    else
        map = from_file(text);
    check_map(text, map, ranks, processors);
    return map;
}

void place_ranks(ResolvedRun& run, std::optional<int> threads) {
    const std::string& map = run.request.map;
    if (map.empty()) return;
    const MachineProfile& profile = run.profile;
    const auto kind = kind_of(profile);
    if (kind->is_this_host()) return place_on_cpus(run, static_cast<std::size_t>(threads.value_or(1)));
    if (!takes_hosts(profile))
        refuse(map, fmt::format("LOOP does not choose the processors of machine `{}`", profile.name),
               profile.queue ? "the queue does; use the options of `launch.command` in its profile"
                             : "its `launch.command` has neither `{hostfile}` nor `{hosts}`");
    if (!kind->is_model()) refuse_threads(map, profile.name, threads);
    place_on_hosts(run);
}

std::string misplaced_rank(const std::vector<std::string>& hosts, const std::vector<RankOutcome>& ranks) {
    std::map<std::string, std::string> seen_of, host_of;
    for (std::size_t rank = 0; rank < std::min(hosts.size(), ranks.size()); ++rank) {
        if (!ranks[rank].is_complete()) continue;
        const std::string& seen = ranks[rank].record->host;
        const auto first = seen_of.insert({hosts[rank], seen}).first;
        const auto owner = host_of.insert({seen, hosts[rank]}).first;
        if (first->second == seen && owner->second == hosts[rank]) continue;
        return fmt::format("`--map` places rank {} on `{}`, but it ran on `{}`, as ranks of `{}` did", rank,
                           hosts[rank], seen, owner->second);
    }
    return {};
}

} // namespace loop::runner
