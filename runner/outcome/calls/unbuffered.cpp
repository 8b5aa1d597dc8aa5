#include "runner/outcome/calls/unbuffered.h"

#include "runner/outcome/calls/call_needs.h"

#include <algorithm>
#include <set>

namespace loop::runner {

namespace {

/// Repeats the calls of all ranks, each as far as the others allow.
class Replay {
public:
    explicit Replay(const CallLogs& logs)
        : logs_(logs), needs_(needs_without_buffers(logs)), reached_(logs.size(), 0),
          next_need_(logs.size(), 0), waiters_(logs.size()) {
        for (std::size_t rank = 0; rank < logs.size(); ++rank)
            ready_.push_back(static_cast<int>(rank));
    }

    std::vector<UnbufferedStall> run() {
        std::vector<UnbufferedStall> all;
        while (true) {
            while (!ready_.empty())
                advance(take_ready());
            const auto stuck = first_stuck();
            if (stuck < 0) return all;
            UnbufferedStall found = cycle_from(stuck);
            if (!buffer_lines_of(found)) return {}; // the logs contradict the run, which has ended
            all.push_back(std::move(found));
        }
    }

private:
    int take_ready() {
        const int rank = ready_.back();
        ready_.pop_back();
        return rank;
    }

    std::size_t end_of(std::size_t rank) const { return logs_[rank].calls.size(); }

    /// The need that keeps a rank where it is; null: none.
    CallNeed* open_need(std::size_t rank) {
        auto& own = needs_[rank];
        for (std::size_t& next = next_need_[rank]; next < own.size(); ++next) {
            CallNeed& need = own[next];
            if (need.at > reached_[rank]) return nullptr;
            if (missing_in(need) >= 0) return &need;
        }
        return nullptr;
    }

    /// The first rank that has not begun its awaited call; -1: all have.
    int missing_in(CallNeed& need) const {
        if (need.send != nullptr && buffered_.count(need.send->address) != 0) return -1;
        AwaitedCalls& awaited = *need.awaited;
        for (; awaited.begun < awaited.calls.size(); ++awaited.begun) {
            const CallIndex& call = awaited.calls[awaited.begun];
            if (reached_[static_cast<std::size_t>(call.rank)] < call.index) return call.rank;
        }
        return -1;
    }

    void advance(int number) {
        const auto rank = static_cast<std::size_t>(number);
        const std::size_t before = reached_[rank];
        CallNeed* need = nullptr;
        while (reached_[rank] < end_of(rank) && (need = open_need(rank)) == nullptr)
            ++reached_[rank];
        if (need != nullptr) waiters_[static_cast<std::size_t>(missing_in(*need))].push_back(number);
        if (reached_[rank] == before) return;
        ready_.insert(ready_.end(), waiters_[rank].begin(), waiters_[rank].end());
        waiters_[rank].clear();
    }

    int first_stuck() const {
        for (std::size_t rank = 0; rank < reached_.size(); ++rank)
            if (reached_[rank] < end_of(rank)) return static_cast<int>(rank);
        return -1;
    }

    /// Each rank that stands waits for one that stands, so following them leads into a cycle.
    UnbufferedStall cycle_from(int rank) {
        std::set<int> seen;
        while (seen.insert(rank).second)
            rank = awaited_by(rank);
        UnbufferedStall result;
        const int first = rank;
        do {
            const auto at = static_cast<std::size_t>(rank);
            result.waiting.push_back({rank, &logs_[at].calls[reached_[at]], open_need(at)->send});
            rank = awaited_by(rank);
        } while (rank != first);
        std::sort(result.waiting.begin(), result.waiting.end(),
                  [](const auto& a, const auto& b) { return a.rank < b.rank; });
        return result;
    }

    int awaited_by(int rank) { return missing_in(*open_need(static_cast<std::size_t>(rank))); }

    /// So that what comes later is found, too. Returns whether a send is in the cycle.
    bool buffer_lines_of(const UnbufferedStall& found) {
        const std::size_t before = buffered_.size();
        for (const UnbufferedStall::Waiting& one : found.waiting)
            if (one.send != nullptr) buffered_.insert(one.send->address);
        for (auto& waiting : waiters_) {
            ready_.insert(ready_.end(), waiting.begin(), waiting.end());
            waiting.clear();
        }
        return buffered_.size() > before;
    }

    const CallLogs& logs_;
    std::vector<std::vector<CallNeed>> needs_;
    std::vector<std::size_t> reached_; ///< the call that each rank has begun
    std::vector<std::size_t> next_need_;
    std::vector<std::vector<int>> waiters_; ///< by the rank for which they wait
    std::vector<int> ready_;
    std::set<std::uint64_t> buffered_; ///< addresses of sends that wait for nothing
};

} // namespace

std::vector<UnbufferedStall> stalls_without_buffers(const CallLogs& logs) {
    const bool are_known = std::all_of(logs.begin(), logs.end(), [](const CallLog& log) {
        return log.closed && log.has_all(log_misses_messages);
    });
    return are_known ? Replay(logs).run() : std::vector<UnbufferedStall>{};
}

} // namespace loop::runner
