#include "lifecycle/host_watchdog.h"

#include "lifecycle/crash_flush.h"
#include "session/concat.h"
#include "session/mpi_state.h"
#include "session/session.h"
#include "session/settings.h"
#include "session/simulation.h"
#include "session/status.h"
#include "stall/local_ranks.h"
#include "stall/processes.h"

#include <loop/host_report.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>

namespace loop::runtime {
namespace {

using Clock = LocalRanks::Clock;

constexpr int crash_flush_requested = 0x4c4f4f50; // value sent with the signal
constexpr auto answer_timeout = std::chrono::seconds(10);
constexpr auto poll_interval = std::chrono::milliseconds(20);
constexpr std::ptrdiff_t watchers = 3; // the first ranks of a host, which can be on duty

// Copies what a rank publishes, also while it publishes. The next look at the rank sees that it has moved.
void copy_status(const RankStatus& from, RankStatus& to) {
    to = from;
}

// Overwrites the file and syncs it, so that other hosts see it when they open it.
class ReportFile {
public:
    ReportFile(const std::string& path, std::size_t ranks)
        : bytes_(sizeof(HostReport) + ranks * sizeof(StalledRank)),
          file_(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {}
    ~ReportFile() {
        if (file_ >= 0) close(file_);
    }
    ReportFile(const ReportFile&) = delete;
    ReportFile& operator=(const ReportFile&) = delete;

    // A restarted job may have had more ranks on this host before.
    void clear() {
        if (ftruncate(file_, 0) != 0) return;
    }

    void set_rank(std::size_t index, const StalledRank& rank) {
        std::memcpy(bytes_.data() + sizeof(HostReport) + index * sizeof rank, &rank, sizeof rank);
    }

    // If the report cannot be written, the launching command sees no news, and so reports no hang.
    void write(HostState state, double seconds) {
        HostReport head{};
        std::memcpy(head.magic, host_report_magic, sizeof head.magic);
        head.heartbeat = last_heartbeat() + 1;
        head.state = static_cast<std::int32_t>(state);
        head.ranks = static_cast<std::int32_t>((bytes_.size() - sizeof head) / sizeof(StalledRank));
        head.seconds = seconds;
        std::memcpy(bytes_.data(), &head, sizeof head);
        head.checksum = report_checksum(bytes_.data(), bytes_.size());
        std::memcpy(bytes_.data(), &head, sizeof head);
        const ssize_t count = pwrite(file_, bytes_.data(), bytes_.size(), 0);
        if (count == static_cast<ssize_t>(bytes_.size())) fsync(file_);
    }

private:
    // From the file, as another rank may have been on duty before.
    std::int64_t last_heartbeat() const {
        HostReport head{};
        const bool is_written = pread(file_, &head, sizeof head, 0) == static_cast<ssize_t>(sizeof head);
        return is_written ? head.heartbeat : 0;
    }

    std::vector<char> bytes_;
    int file_;
};

class HostWatchdog {
public:
    explicit HostWatchdog(const std::vector<int>& ranks)
        : order_(settings().records + "/order"),
          report_(concat(settings().records, "/host-", ranks.front(), ".report"), ranks.size()),
          here_(ranks, [this](int rank, RankStatus& status) { return read(rank, status); }) {
        for (const int rank : ranks)
            statuses_.push_back(rank == the_session.rank ? the_status : map_status(rank));
        ranks_ = ranks;
        own_index_ = static_cast<std::size_t>(std::lower_bound(ranks.begin(), ranks.end(), the_session.rank) -
                                              ranks.begin());
        if (own_index_ == 0) report_.clear();
    }

    bool sees_all() const {
        return std::none_of(statuses_.begin(), statuses_.end(),
                            [](const RankStatus* s) { return s == nullptr; });
    }

    void start() {
        thread_ = std::thread([this] { run(); });
    }

    void leave() {
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            leaving_ = true;
        }
        wake_.notify_all();
        thread_.join();
    }

private:
    void run() {
        if (is_on_duty()) begin_report();
        const std::chrono::duration<double> between(settings().watchdog_seconds);
        while (!is_leaving_after(between)) {
            if (!is_on_duty()) continue;
            if (settings().watched) look();
            if (is_ordered_to_stop()) return request_crash_flush();
        }
        if (is_on_duty()) report_.write(HostState::Left, 0);
    }

    // Each of the host's first ranks takes over if those before it have vanished or are stopped.
    bool is_on_duty() const {
        return std::all_of(statuses_.begin(), statuses_.begin() + static_cast<std::ptrdiff_t>(own_index_),
                           [](const RankStatus* before) { return is_absent(*before); });
    }

    static bool is_absent(const RankStatus& status) {
        return status.lifecycle != static_cast<int>(RankState::Closed) &&
               (is_gone(status.pid) || is_held(status.pid));
    }

    void begin_report() {
        copy();
        report_.write(HostState::Progresses, 0);
    }

    bool is_leaving_after(std::chrono::duration<double> time) {
        std::unique_lock<std::mutex> lock(mutex_);
        return wake_.wait_for(lock, time, [this] { return leaving_; });
    }

    bool read(int rank, RankStatus& status) const {
        const auto at = std::lower_bound(ranks_.begin(), ranks_.end(), rank) - ranks_.begin();
        copy_status(*statuses_[static_cast<std::size_t>(at)], status);
        return true;
    }

    // While the program makes progress, nothing is written.
    void look() {
        const Clock::time_point now = Clock::now();
        const bool stood = stand_;
        stand_ = here_.look(now);
        if (!stand_) {
            if (stood) report_.write(HostState::Progresses, 0);
            return;
        }
        std::size_t index = 0;
        for (const StalledRank& rank : here_.ranks())
            report_.set_rank(index++, rank);
        report_.write(HostState::Stalled, std::chrono::duration<double>(now - here_.since()).count());
    }

    // Opens the file each time, as network file systems check for changes only then.
    bool is_ordered_to_stop() const {
        const int file = open(order_.c_str(), O_RDONLY | O_CLOEXEC);
        if (file < 0) return false;
        char word[sizeof order_to_stop] = "";
        const ssize_t count = ::read(file, word, sizeof word - 1);
        close(file);
        return count == sizeof word - 1 && std::strcmp(word, order_to_stop) == 0;
    }

    void copy() {
        StalledRank rank{};
        for (std::size_t i = 0; i < statuses_.size(); ++i) {
            copy_status(*statuses_[i], rank.status);
            report_.set_rank(i, rank);
        }
    }

    // From here on, nothing may allocate memory: this process's first thread may be interrupted inside the
    // allocator.
    void request_crash_flush() {
        begin_report();
        const bool asks = wants_trace();
        for (const RankStatus* status : statuses_)
            if (asks && !has_answered(*status)) ask(*status);
        const Clock::time_point begin = Clock::now();
        while (asks && !have_all_answered() && Clock::now() - begin < answer_timeout)
            std::this_thread::sleep_for(poll_interval);
        if (!asks || have_all_answered()) report_.write(HostState::Flushed, 0);
    }

    static void ask(const RankStatus& status) {
        if (!is_same_program(status.pid)) return; // another process has this ID by now
        sigval value{};
        value.sival_int = crash_flush_requested;
        sigqueue(static_cast<pid_t>(status.pid), SIGTERM, value);
    }

    static bool has_answered(const RankStatus& status) {
        const volatile RankStatus& now = status;
        const auto state = static_cast<RankState>(now.lifecycle);
        return state > RankState::InConstruct || now.detail == has_told || is_gone(now.pid);
    }

    // A stopped rank cannot answer.
    bool have_all_answered() const {
        return std::all_of(statuses_.begin(), statuses_.end(),
                           [](const RankStatus* s) { return has_answered(*s) || is_held(s->pid); });
    }

    const std::string order_;
    std::vector<int> ranks_;
    std::vector<const RankStatus*> statuses_;
    ReportFile report_;
    LocalRanks here_;
    std::size_t own_index_ = 0; // among the ranks of the host
    bool stand_ = false;

    std::mutex mutex_;
    std::condition_variable wake_;
    bool leaving_ = false;
    std::thread thread_;
};

HostWatchdog* watchdog = nullptr; // not destroyed if the process ends without \CLOSE0

// Blocks all signals in the thread, as they are meant for the program, except fatal signals that the thread
// itself may cause: these are reported.
void start_without_signals(HostWatchdog& one) {
    sigset_t others, before;
    sigfillset(&others);
    for (const int number : fatal_signals)
        sigdelset(&others, number);
    pthread_sigmask(SIG_SETMASK, &others, &before);
    try {
        one.start();
        watchdog = &one;
    } catch (const std::system_error&) { // no thread can be created; the run still has its time limit
        delete &one;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

} // namespace

void start_host_watchdog(const std::vector<RankHome>& homes) {
    if (is_simulated || settings().watchdog_seconds <= 0 || settings().records.empty()) return;
    const std::vector<int> here = ranks_beside(homes, the_session.rank);
    if (std::find(here.begin(), here.end(), the_session.rank) - here.begin() >= watchers) return;
    auto* const one = new HostWatchdog(here);
    if (one->sees_all()) {
        tell_threads(1);
        start_without_signals(*one);
    } else {
        delete one;
    }
}

void stop_host_watchdog() {
    if (watchdog == nullptr) return;
    watchdog->leave();
    delete watchdog;
    watchdog = nullptr;
}

bool is_requested_by_watchdog(const siginfo_t& info) {
    return info.si_code == SI_QUEUE && info.si_value.sival_int == crash_flush_requested;
}

} // namespace loop::runtime
