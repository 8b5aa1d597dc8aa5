#include "runner/preload/recorded_launch.h"

#include "runner/launch/sanitizer.h"
#include "runner/machine/limits.h"
#include "runner/outcome/ranks/rank_files.h"
#include "runner/preload/recorded_watch.h"

#include <fmt/core.h>

#include <cstdlib>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

Launch launch_of(const RecordedCommand& command, const fs::path& folder) {
    Launch launch;
    launch.arguments = command.words;
    launch.folder = folder;
    launch.direct = true;
    launch.timeout_seconds = command.timeout_seconds;
    const char* const others = std::getenv("LD_PRELOAD");
    launch.environment["LD_PRELOAD"] =
        command.library.string() + (others != nullptr && *others != '\0' ? fmt::format(":{}", others) : "");
    launch.environment["ASAN_OPTIONS"] = sanitizer_options();
    const std::string records = fs::absolute(folder).string();
    launch.environment[record_folder_variable] = records;
    launch.environment[recorded_events_variable] = std::to_string(command.events.in_memory);
    launch.environment[recorded_disk_variable] = std::to_string(command.events.disk_mib);
    launch.mark = fmt::format("{}={}", record_folder_variable, records);
    return launch;
}

/// What the ranks have reported so far; none if no rank has called MPI_Init.
std::vector<RankOutcome> outcomes_in(const fs::path& folder) {
    const std::set<int> with_files = ranks_with_files(folder);
    if (with_files.empty()) return {};
    const std::string no_id; // nobody has given the ranks one
    return read_outcomes(folder, number_of_ranks(folder, with_files), no_id);
}

} // namespace

LaunchResult run_recorded(const RecordedCommand& command, const fs::path& folder, Interrupts& interrupts) {
    LaunchResult result;
    Launch launch = launch_of(command, folder);
    // The status of the ranks is read before they are stopped: they may make progress until they end.
    launch.before_stop = [&] {
        result.ranks = outcomes_in(folder);
        return rank_processes(folder, static_cast<int>(result.ranks.size()));
    };
    RecordedWatch watch(folder, launch.mark, command.hang_limit_seconds);
    if (command.hang_limit_seconds.value_or(1) > 0) {
        launch.hang_poll_interval = watch.poll_interval();
        launch.is_hung = [&] { return watch.look(HangClock::now()); };
    }
    const std::uint64_t killed_before = processes_killed_for_memory();
    result.end = run_launch(launch, interrupts);
    result.end.memory_kills = processes_killed_for_memory() - killed_before;
    if (result.end.hung) result.end.stall_seconds = watch.stall_seconds();
    return result;
}

} // namespace loop::runner
