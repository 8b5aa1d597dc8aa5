#include "runner/outcome/hang/host_watchdogs.h"

#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

constexpr const char* order_file = "order";
constexpr auto silence_timeout =
    std::chrono::seconds(4); ///< a watchdog checks for orders at least once per second

/// Overwrites the file in place: readers on other hosts see that sooner than a new file.
bool overwrite(const fs::path& path, const char* word) {
    const Descriptor file(::open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    const auto length = static_cast<ssize_t>(std::strlen(word));
    return file.is_open() && ::pwrite(file.get(), word, std::strlen(word), 0) == length &&
           ::fsync(file.get()) == 0;
}

bool is_time(double seconds) {
    return std::isfinite(seconds) && seconds >= 0 && seconds < 1e9;
}

bool fits(const HostReport& head, std::size_t size, int ranks) {
    return std::memcmp(head.magic, host_report_magic, sizeof head.magic) == 0 && head.heartbeat > 0 &&
           head.ranks > 0 && head.ranks <= ranks &&
           size == sizeof head + static_cast<std::size_t>(head.ranks) * sizeof(StalledRank) &&
           head.state >= static_cast<int>(HostState::Progresses) &&
           head.state <= static_cast<int>(HostState::Left) && is_time(head.seconds);
}

/// Whether the entries are valid and in ascending order of ranks, starting with `first`.
bool are_of(const std::vector<StalledRank>& entries, int first, int ranks) {
    int least = first;
    for (const StalledRank& one : entries) {
        const int rank = one.status.rank;
        if (!valid(one.status) || !is_time(one.seconds) || rank < least || rank >= ranks) return false;
        least = rank + 1;
    }
    return entries.front().status.rank == first;
}

} // namespace

fs::path host_report_file(const fs::path& records, int first) {
    return records / fmt::format("host-{}.report", first);
}

std::optional<HostNews> read_host_report(const fs::path& records, int first, int ranks) {
    const fs::path file = host_report_file(records, first);
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) return std::nullopt;
    std::string bytes;
    try {
        bytes = read_file(file, sizeof(HostReport) + static_cast<std::size_t>(ranks) * sizeof(StalledRank));
    } catch (const Failure&) {
        return std::nullopt;
    }
    HostReport head{};
    if (bytes.size() < sizeof head) return std::nullopt;
    std::memcpy(&head, bytes.data(), sizeof head);
    if (!fits(head, bytes.size(), ranks) || report_checksum(bytes.data(), bytes.size()) != head.checksum)
        return std::nullopt;
    HostNews news{head.heartbeat, static_cast<HostState>(head.state), head.seconds, {}};
    news.ranks.resize(static_cast<std::size_t>(head.ranks));
    std::memcpy(news.ranks.data(), bytes.data() + sizeof head, bytes.size() - sizeof head);
    return are_of(news.ranks, first, ranks) ? std::optional(news) : std::nullopt;
}

HostWatchdogs::HostWatchdogs(fs::path records, int ranks) : records_(std::move(records)), ranks_(ranks) {
    write_file(records_ / order_file, order_to_look);
}

HostWatchdogs::~HostWatchdogs() {
    std::error_code error;
    std::vector<fs::path> talk{records_ / order_file};
    for (fs::directory_iterator file(records_, error), end; !error && file != end; file.increment(error))
        if (file->path().extension() == host_report_file({}, 0).extension()) talk.push_back(file->path());
    for (const fs::path& file : talk)
        fs::remove(file, error);
}

void HostWatchdogs::request_traces(HangClock::time_point now) {
    requested_ = now;
    awaited_.clear();
    // Read the heartbeats before giving the order: a watchdog that reacts at once then shows a newer one, and
    // does not count as silent.
    for (int rank = 0; rank < ranks_; ++rank)
        if (const auto news = read_host_report(records_, rank, ranks_))
            awaited_.push_back({rank, news->heartbeat});
    if (!overwrite(records_ / order_file, order_to_stop)) awaited_.clear();
}

bool HostWatchdogs::have_flushed(HangClock::time_point now) {
    const bool have_had_time = now - requested_ > silence_timeout;
    const auto is_done = [&](const Awaited& host) {
        const auto news = read_host_report(records_, host.first, ranks_);
        if (!news) return have_had_time;
        const bool has_reported = news->state == HostState::Flushed || news->state == HostState::Left;
        return has_reported || (have_had_time && news->heartbeat == host.heartbeat);
    };
    awaited_.erase(std::remove_if(awaited_.begin(), awaited_.end(), is_done), awaited_.end());
    return awaited_.empty();
}

bool is_newer(const RankStatus& a, const RankStatus& b) {
    if (a.lifecycle != b.lifecycle) return a.lifecycle > b.lifecycle;
    if (a.sequence != b.sequence) return a.sequence > b.sequence;
    if (a.host_call != b.host_call) return a.host_call > b.host_call;
    return a.waiting / one_wait > b.waiting / one_wait;
}

void HostWatchdogs::add_newer(std::vector<RankOutcome>& outcomes) const {
    for (int rank = 0; rank < ranks_; ++rank) {
        const auto news = read_host_report(records_, rank, ranks_);
        if (!news) continue;
        for (const StalledRank& one : news->ranks) {
            const std::optional<RankStatus> own = read_status_file(records_, one.status.rank);
            RankOutcome& outcome = outcomes[static_cast<std::size_t>(one.status.rank)];
            if (!outcome.is_complete() && (!own || is_newer(one.status, *own)))
                outcome.last_seen = place_of(one.status);
        }
    }
}

} // namespace loop::runner
