#include "runner/hang/watch.h"

#include "runner/last_seen.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iterator>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

constexpr double least_limit = 10;         ///< seconds
constexpr double for_each_crowding = 0.25; ///< more, for every rank beyond the first on a core
constexpr double slowest_bytes_per_second = 20e6;
constexpr double of_longest_standstill = 20; ///< what a run has shown to need may come once more, and longer
constexpr double share_of_threads = 0.2;     ///< of one core, from which other threads are computing

bool is_waiting(const RankStatus& status) {
    return (status.waiting & 0xffffu) != 0;
}

/// Ended, or done; it may still be waiting in MPI_Finalize.
bool is_over(const RankStatus& status) {
    return status.lifecycle > static_cast<int>(RankState::InConstruct);
}

bool has_moved(const RankStatus& before, const RankStatus& now) {
    return before.lifecycle != now.lifecycle || before.sequence != now.sequence ||
           before.waiting != now.waiting || before.host_call != now.host_call || before.pid != now.pid;
}

/// 'R', 'S', 'T' ...; 'X' where there is no such process. `ticks` of user and system time.
char process_state(const fs::path& stat, long long* ticks = nullptr) {
    std::ifstream file(stat, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const std::size_t name_end = text.rfind(')');
    char state = 'X';
    unsigned long user = 0, system = 0;
    if (name_end != std::string::npos)
        std::sscanf(text.c_str() + name_end + 1, " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
                    &state, &user, &system);
    if (ticks != nullptr) *ticks += static_cast<long long>(user + system);
    return state;
}

bool is_gone(const RankStatus& status) {
    const char state = process_state(fmt::format("/proc/{}/stat", status.pid));
    return state == 'X' || state == 'Z';
}

} // namespace

HangWatch::HangWatch(fs::path records, int ranks, HangLimit limit)
    : records_(std::move(records)), limit_(limit), seen_(static_cast<std::size_t>(ranks)) {}

std::chrono::milliseconds HangWatch::between_looks() const {
    const double seconds = limit_.seconds ? std::clamp(*limit_.seconds / 5, 0.02, 1.0) : 1.0;
    return std::chrono::milliseconds(static_cast<long long>(seconds * 1000));
}

double HangWatch::limit_seconds() const {
    if (limit_.seconds) return *limit_.seconds;
    return std::max(least_limit, of_longest_standstill * longest_standstill_) +
           for_each_crowding * std::max(0.0, limit_.ranks_per_core - 1) +
           static_cast<double>(most_bytes_) / slowest_bytes_per_second;
}

std::vector<double> HangWatch::standing_seconds() const {
    std::vector<double> result;
    for (const Seen& seen : seen_)
        result.push_back(seen.status ? std::chrono::duration<double>(last_look_ - seen.since).count() : 0);
    return result;
}

/// Whether rank `rank` stands: waits, or is no more, as it did at the last look.
bool HangWatch::update(int rank, Clock::time_point now) {
    Seen& seen = seen_[static_cast<std::size_t>(rank)];
    const std::optional<RankStatus> status = read_status_file(records_, rank);
    const bool moved = !status || !seen.status || has_moved(*seen.status, *status);
    if (moved) seen = {status, now};
    if (!status || moved) return false;
    if (is_waiting(*status))
        most_bytes_ = std::max(most_bytes_, message_bytes(*status) * static_cast<std::int64_t>(seen_.size()));
    return is_waiting(*status) || is_over(*status) || is_gone(*status);
}

bool HangWatch::look(Clock::time_point now) {
    last_look_ = now;
    // Nearly always the first rank that is looked at moves or computes, and the others need no look.
    bool all_stand = true;
    for (int rank = 0; rank < static_cast<int>(seen_.size()) && all_stand; ++rank)
        all_stand = update(rank, now);
    const auto waits = [](const Seen& seen) { return is_waiting(*seen.status); };
    const auto finishes = [](const Seen& seen) {
        return seen.status->lifecycle == static_cast<int>(RankState::Closed);
    };
    // All in MPI_Finalize: the launch is watched for that elsewhere.
    const bool stands = all_stand && std::any_of(seen_.begin(), seen_.end(), waits) &&
                        !std::all_of(seen_.begin(), seen_.end(), finishes);
    if (!stands) {
        if (standing_since_)
            longest_standstill_ =
                std::max(longest_standstill_, std::chrono::duration<double>(now - *standing_since_).count());
        standing_since_.reset();
        return false;
    }
    if (!standing_since_) {
        standing_since_ = now;
        ticks_before_ = busy_ticks();
    }
    if (std::chrono::duration<double>(now - *standing_since_).count() < limit_seconds()) return false;
    if (processes_wait()) return true;
    standing_since_.reset();
    return false;
}

/// Processor time of the ranks' threads other than the first.
long long HangWatch::busy_ticks() const {
    long long ticks = 0;
    for (const Seen& seen : seen_) {
        if (!seen.status) continue;
        const std::string id = std::to_string(seen.status->pid);
        std::error_code error;
        for (fs::directory_iterator task("/proc/" + id + "/task", error), end; !error && task != end;
             task.increment(error))
            if (task->path().filename() != id) process_state(task->path() / "stat", &ticks);
    }
    return ticks;
}

bool HangWatch::processes_wait() {
    for (const Seen& seen : seen_) {
        const char state = process_state(fmt::format("/proc/{}/stat", seen.status->pid));
        if (state == 'T' || state == 't') return false;
    }
    const double busy =
        static_cast<double>(busy_ticks() - ticks_before_) / static_cast<double>(::sysconf(_SC_CLK_TCK));
    const double stood = std::chrono::duration<double>(last_look_ - *standing_since_).count();
    return busy < share_of_threads * stood;
}

} // namespace loop::runner
