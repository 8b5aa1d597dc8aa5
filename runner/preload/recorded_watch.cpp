#include "runner/preload/recorded_watch.h"

#include "runner/launch/orphans.h"
#include "runner/machine/limits.h"
#include "runner/outcome/ranks/last_seen.h"
#include "runtime/stall/processes.h"

#include <algorithm>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// A command may start one program after another: ranks that have ended while they waited are no hang.
bool some_still_waits(const Stall& seen) {
    return std::any_of(seen.ranks.begin(), seen.ranks.end(), [](const StalledRank& rank) {
        return is_waiting(rank.status) && !is_gone(rank.status.pid);
    });
}

/// The destructors of its libraries may take long, and may communicate.
bool some_still_leaves(const Stall& seen) {
    return std::any_of(seen.ranks.begin(), seen.ranks.end(), [](const StalledRank& rank) {
        return place_of(rank.status).state == RankState::Exited && !is_gone(rank.status.pid);
    });
}

LookAtRanks look_at_recorded_ranks(const fs::path& folder, int ranks) {
    return [look = look_at_local_ranks(folder, ranks)](HangClock::time_point now) {
        std::optional<Stall> seen = look(now);
        if (seen && (!some_still_waits(*seen) || some_still_leaves(*seen))) seen.reset();
        return seen;
    };
}

} // namespace

RecordedWatch::RecordedWatch(fs::path folder, std::string mark, std::optional<double> limit_seconds)
    : folder_(std::move(folder)), mark_(std::move(mark)), limit_seconds_(limit_seconds) {}

std::chrono::milliseconds RecordedWatch::poll_interval() const {
    return HangLimit{limit_seconds_}.poll_interval();
}

std::vector<double> RecordedWatch::stall_seconds() const {
    return watch_ ? watch_->stall_seconds() : std::vector<double>();
}

bool RecordedWatch::look(HangClock::time_point now) {
    const std::optional<RankStatus> first = read_status_file(folder_, 0);
    const int ranks = first ? first->ranks : 0;
    if (ranks <= 0) return false; // they start
    if (ranks != ranks_) begin(ranks);
    return are_here() && watch_->look(now);
}

void RecordedWatch::begin(int ranks) {
    ranks_ = ranks;
    here_.assign(static_cast<std::size_t>(ranks), 0);
    watch_.emplace(look_at_recorded_ranks(folder_, ranks),
                   HangLimit{limit_seconds_, static_cast<double>(ranks) / available_cores()});
}

/// Whether all ranks that have not ended are processes of this host.
bool RecordedWatch::are_here() {
    for (int rank = 0; rank < ranks_; ++rank) {
        const std::optional<RankStatus> status = read_status_file(folder_, rank);
        if (!status) return false;
        pid_t& here = here_[static_cast<std::size_t>(rank)];
        const auto id = static_cast<pid_t>(status->pid);
        if (here == id || place_of(*status).state > RankState::InConstruct) continue;
        if (!is_of_launch(id, mark_)) return false;
        here = id;
    }
    return true;
}

} // namespace loop::runner
