#include "runner/outcome/hang/stall.h"

#include "runner/outcome/hang/host_watchdogs.h"
#include "runner/outcome/ranks/last_seen.h"
#include "runtime/stall/local_ranks.h"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>

namespace loop::runner {

namespace fs = std::filesystem;
using Time = HangClock::time_point;

namespace {

std::vector<int> all_ranks(int ranks) {
    std::vector<int> numbers(static_cast<std::size_t>(ranks));
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

/// Arrival times of the reports of one host.
class Heartbeats {
public:
    void observe(std::int64_t heartbeat, Time now) {
        if (heartbeat != heartbeat_) {
            // The watchdog checked its ranks after it had written the previous report, so after we last saw
            // an older one.
            looked_after_ = heartbeat - 1 == heartbeat_ ? found_older_ : last_heard_;
            found_older_ = last_heard_;
            found_ = now;
            heartbeat_ = heartbeat;
        }
        last_heard_ = now;
    }
    /// The reported stall of `seconds`, on the clock of this process: the latest possible begin and the
    /// earliest possible end.
    Time begin(double seconds) const {
        return found_ -
               std::chrono::duration_cast<HangClock::duration>(std::chrono::duration<double>(seconds));
    }
    Time end() const { return looked_after_; }

private:
    std::int64_t heartbeat_ = 0;
    Time looked_after_{}, found_older_{}, found_{}, last_heard_{};
};

class Hosts {
public:
    Hosts(fs::path records, int ranks) : records_(std::move(records)), ranks_(ranks) {}

    std::optional<Stall> look(Time now) {
        Stall all{Time::min(), Time::max(), {}};
        all.ranks.resize(static_cast<std::size_t>(ranks_));
        std::vector<bool> is_reported(static_cast<std::size_t>(ranks_), false);
        // The lowest rank without a report is the first of its host.
        for (int rank = 0; rank < ranks_; ++rank) {
            if (is_reported[static_cast<std::size_t>(rank)]) continue;
            const Host& host = observe(rank, now);
            if (host.news.state != HostState::Stalled) return std::nullopt;
            all.begin = std::max(all.begin, host.heartbeats.begin(host.news.seconds));
            all.end = std::min(all.end, host.heartbeats.end());
            for (const StalledRank& one : host.news.ranks) {
                const auto index = static_cast<std::size_t>(one.status.rank);
                all.ranks[index] = one;
                is_reported[index] = true;
            }
        }
        return all;
    }

private:
    struct Host {
        HostNews news;
        Heartbeats heartbeats;
    };

    /// If the report cannot be read, the previous one remains valid.
    const Host& observe(int first, Time now) {
        Host& host = hosts_[first];
        if (std::optional<HostNews> news = read_host_report(records_, first, ranks_)) {
            host.heartbeats.observe(news->heartbeat, now);
            host.news = std::move(*news);
        }
        return host;
    }

    fs::path records_;
    int ranks_;
    std::map<int, Host> hosts_; ///< key: the first rank of the host
};

} // namespace

LookAtRanks look_at_local_ranks(const fs::path& records, int ranks) {
    const auto read = [records](int rank, RankStatus& status) {
        const std::optional<RankStatus> known = read_status_file(records, rank);
        if (known) status = *known;
        return known.has_value();
    };
    // A shared_ptr, because std::function needs a callable that can be copied.
    const auto here = std::make_shared<LocalRanks>(all_ranks(ranks), read);
    return [here](Time now) {
        if (!here->look(now)) return std::optional<Stall>();
        return std::optional(Stall{here->since(), now, here->ranks()});
    };
}

LookAtRanks look_at_hosts(const fs::path& records, int ranks) {
    const auto hosts = std::make_shared<Hosts>(records, ranks);
    return [hosts](Time now) { return hosts->look(now); };
}

} // namespace loop::runner
