#include "runner/outcome/calls/epochs.h"

#include "base/text/strings.h"

#include <tuple>

namespace loop::runner {

namespace {

enum class EpochFault { Outside, Inside, NotOpen, NeverClosed, NoFence, Precedes };

/// What one rank does wrong. `other` is the call that opened the epoch, if it is named.
class EpochFaults {
public:
    void add(EpochFault what, const LoggedCall& call, const LoggedCall* other, int rank) {
        Entry& entry = entries_[{what, call.address, other == nullptr ? 0 : other->address}];
        entry.call = &call, entry.other = other;
        if (entry.ranks.empty() || entry.ranks.back() != rank) entry.ranks.push_back(rank);
    }

    CallFindings findings() const {
        CallFindings result;
        for (const auto& [key, entry] : entries_) {
            CallFinding finding{CallFinding::Class::Epoch, CallFinding::Weight::Note, entry.ranks};
            describe(finding.words, std::get<0>(key), entry);
            finding.words << " (" + rank_list(entry.ranks) + ")";
            result.push_back(std::move(finding));
        }
        return result;
    }

private:
    struct Entry {
        const LoggedCall* call = nullptr;
        const LoggedCall* other = nullptr;
        std::vector<int> ranks{};
    };

    static void describe(CallWords& words, EpochFault what, const Entry& entry) {
        const CallPlace place(*entry.call);
        switch (what) {
        case EpochFault::Outside:
            words << place << " is outside an epoch of its window";
            return;
        case EpochFault::Inside:
            words << place << " begins an epoch in that of " << CallPlace(*entry.other)
                  << ", which is not closed";
            return;
        case EpochFault::NotOpen:
            words << place << " closes or flushes an epoch that is not open";
            return;
        case EpochFault::NeverClosed:
            words << "the epoch of " << place << " is never closed";
            return;
        case EpochFault::NoFence:
            words << "no `MPI_Win_fence` follows " << place;
            return;
        case EpochFault::Precedes:
            words << place << " asserts MPI_MODE_NOPRECEDE, but " << CallPlace(*entry.other)
                  << " precedes it";
            return;
        }
    }

    std::map<std::tuple<EpochFault, std::uint64_t, std::uint64_t>, Entry> entries_;
};

/// The epochs of one window on one rank. A fence opens an epoch only if accesses follow it, and another
/// fence.
class WindowEpochs {
public:
    WindowEpochs(int rank, EpochFaults& faults) : rank_(rank), faults_(&faults) {}

    void access(const LoggedCall& call) {
        if (call.partner < 0) return;
        if (lock_all_ != nullptr || start_ != nullptr || locks_.count(call.partner) > 0) {
            if (inner_ != nullptr) inner_access_ = true;
        } else if (fence_ != nullptr)
            fenced_access_ = &call;
        else
            fault(EpochFault::Outside, call);
    }

    void call(const LoggedCall& call) {
        const std::string_view name = call_name(call).substr(8); // MPI_Win_
        if (name == "fence")
            fence(call);
        else if (name == "start")
            open(start_, call);
        else if (name == "complete")
            close(start_, call);
        else if (name == "post")
            open_exposure(call);
        else if (name == "wait" || name == "test")
            close(post_, call);
        else if (name == "lock_all")
            open(lock_all_, call);
        else if (name == "unlock_all")
            close(lock_all_, call);
        else if (name == "lock")
            lock(call);
        else if (name == "unlock")
            unlock(call);
        else if (name == "flush" || name == "flush_local")
            flush(call, locks_.count(call.partner) > 0);
        else if (name == "flush_all" || name == "flush_local_all")
            flush(call, !locks_.empty());
    }

    void end() {
        for (const LoggedCall* const left : {start_, post_, lock_all_})
            if (left != nullptr) fault(EpochFault::NeverClosed, *left);
        for (const auto& [target, left] : locks_)
            fault(EpochFault::NeverClosed, *left);
        if (fenced_access_ != nullptr) fault(EpochFault::NoFence, *fenced_access_);
    }

private:
    void fault(EpochFault what, const LoggedCall& call, const LoggedCall* other = nullptr) {
        faults_->add(what, call, other, rank_);
    }

    /// The call that opened the access epoch which is open; null if there is none.
    const LoggedCall* opened() const {
        if (start_ != nullptr) return start_;
        if (lock_all_ != nullptr) return lock_all_;
        return locks_.empty() ? nullptr : locks_.begin()->second;
    }

    void fence(const LoggedCall& call) {
        if (const LoggedCall* const before = opened()) fault(EpochFault::Inside, call, before);
        if (post_ != nullptr) fault(EpochFault::Inside, call, post_);
        const bool ends = (call.combine & fence_ends_nothing) == 0;
        if (!ends && fenced_access_ != nullptr) fault(EpochFault::Precedes, call, fenced_access_);
        if (ends && inner_access_) fault(EpochFault::Inside, *inner_, fence_);
        fence_ = (call.combine & fence_begins_nothing) == 0 ? &call : nullptr;
        only_begins_ = is_first_fence_ || !ends;
        is_first_fence_ = false;
        fenced_access_ = inner_ = nullptr;
        inner_access_ = false;
    }

    /// An epoch begins that may be in one of fences: that is not known before the next fence. A fence that
    /// may just have ended an epoch need not begin one.
    void begin_after_fence(const LoggedCall& call) {
        if (fenced_access_ != nullptr)
            fault(EpochFault::Inside, call, fence_);
        else if (fence_ != nullptr && only_begins_ && inner_ == nullptr)
            inner_ = &call;
    }

    void open(const LoggedCall*& epoch, const LoggedCall& call) {
        if (const LoggedCall* const before = opened())
            fault(EpochFault::Inside, call, before);
        else
            begin_after_fence(call);
        epoch = &call;
    }

    void open_exposure(const LoggedCall& call) {
        if (post_ != nullptr) fault(EpochFault::Inside, call, post_);
        post_ = &call;
    }

    void close(const LoggedCall*& epoch, const LoggedCall& call) {
        if (epoch == nullptr) fault(EpochFault::NotOpen, call);
        epoch = nullptr;
    }

    /// Locks of different targets may be held at the same time.
    void lock(const LoggedCall& call) {
        const auto same = locks_.find(call.partner);
        const LoggedCall* const before = start_ != nullptr ? start_ : lock_all_;
        if (before != nullptr) fault(EpochFault::Inside, call, before);
        if (same != locks_.end()) fault(EpochFault::Inside, call, same->second);
        if (opened() == nullptr) begin_after_fence(call);
        locks_[call.partner] = &call;
    }

    void unlock(const LoggedCall& call) {
        if (locks_.erase(call.partner) == 0) fault(EpochFault::NotOpen, call);
    }

    void flush(const LoggedCall& call, bool locked) {
        if (!locked && lock_all_ == nullptr) fault(EpochFault::NotOpen, call);
    }

    int rank_;
    EpochFaults* faults_;
    const LoggedCall* fence_ = nullptr;
    const LoggedCall* fenced_access_ = nullptr;
    const LoggedCall* inner_ = nullptr; // the first epoch after the fence, and whether it has an access
    bool inner_access_ = false;
    bool is_first_fence_ = true;
    bool only_begins_ = false; // the last fence can only have begun an epoch
    const LoggedCall* start_ = nullptr;
    const LoggedCall* post_ = nullptr;
    const LoggedCall* lock_all_ = nullptr;
    std::map<int, const LoggedCall*> locks_;
};

void check_rank(const CallLog& log, EpochFaults& faults) {
    std::map<std::uint64_t, WindowEpochs> windows;
    const auto window = [&](const LoggedCall& call) -> WindowEpochs& {
        return windows.emplace(call.communicator, WindowEpochs(log.rank, faults)).first->second;
    };
    for (const LoggedCall& call : log.calls) {
        if (call.communicator == 0) continue;
        if (call.event == CallEvent::Access) window(call).access(call);
        if (call.event == CallEvent::Epoch && call_name(call).substr(0, 8) == "MPI_Win_")
            window(call).call(call);
    }
    if (!log.is_whole(0)) return;
    for (auto& [number, epochs] : windows)
        epochs.end();
}

} // namespace

CallFindings check_epochs(const CallLogs& logs) {
    EpochFaults faults;
    for (const CallLog& log : logs)
        if (log.has_all(0)) check_rank(log, faults);
    return faults.findings();
}

} // namespace loop::runner
