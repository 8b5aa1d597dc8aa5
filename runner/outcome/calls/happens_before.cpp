#include "runner/outcome/calls/happens_before.h"

#include <algorithm>

namespace loop::runner {

namespace {

constexpr std::size_t max_clock_entries = std::size_t(1) << 24;

constexpr std::uint32_t misses_any =
    log_is_full | log_misses_threads | log_misses_messages | log_misses_collectives | log_misses_order;

/// Whether the logs have all that orders the ranks.
bool are_ordered(const CallLogs& logs) {
    return std::all_of(logs.begin(), logs.end(), [](const CallLog& log) {
        return log.is_whole(misses_any) &&
               std::none_of(log.calls.begin(), log.calls.end(), [](const LoggedCall& call) {
                   return call.event == CallEvent::Epoch || call.event == CallEvent::Access ||
                          call.object == CallObject::Window ||
                          (call.event == CallEvent::Collective && call.communicator == 0);
               });
    });
}

void join(VectorClock& own, const VectorClock& other) {
    for (std::size_t i = 0; i < own.size(); ++i)
        own[i] = std::max(own[i], other[i]);
}

/// A collective operation: communicator and number.
using OperationKey = std::pair<std::uint64_t, std::size_t>;

struct Operation {
    std::size_t members = 0; ///< that call it
    std::size_t arrived = 0;
    VectorClock clock;
};

/// Replays the logs of all ranks, each as far as the others allow, until all have ended.
class Replay {
public:
    Replay(const CallLogs& logs, const Traffic& traffic) : logs_(logs), ranks_(logs.size()) {
        for (const auto& [channel, lane] : traffic.lanes)
            for (std::size_t i = 0; i < std::min(lane.sends.size(), lane.receives.size()); ++i)
                if (const LoggedMessage& receive = *lane.receives[i]; receive.completed)
                    senders_[{receive.rank, receive.completed_at}] = lane.sends[i]->call;
        for (std::size_t rank = 0; rank < ranks_; ++rank) {
            clocks_.emplace_back(ranks_, 0);
            number_operations(rank);
        }
    }

    bool run() {
        next_.assign(ranks_, 0);
        waits_.assign(ranks_, nullptr);
        for (bool moves = true; moves;) {
            moves = false;
            for (std::size_t rank = 0; rank < ranks_; ++rank)
                while (step(rank))
                    moves = true;
        }
        for (std::size_t rank = 0; rank < ranks_; ++rank)
            if (next_[rank] < logs_[rank].calls.size()) return false;
        return true;
    }

    std::map<const LoggedCall*, VectorClock> take_sends() { return std::move(sends_); }

private:
    void number_operations(std::size_t rank) {
        std::map<std::uint64_t, std::size_t> counts;
        for (const LoggedCall& call : logs_[rank].calls)
            if (call.event == CallEvent::Collective) {
                const OperationKey key{call.communicator, counts[call.communicator]++};
                Operation& operation = operations_[key];
                ++operation.members;
                operation.clock.resize(ranks_, 0);
                operation_of_[&call] = &operation;
            }
    }

    /// Takes the next call of the rank if all that it waits for has happened.
    bool step(std::size_t rank) {
        if (next_[rank] == logs_[rank].calls.size()) return false;
        VectorClock& clock = clocks_[rank];
        if (Operation* const operation = waits_[rank]; operation != nullptr) {
            if (operation->arrived < operation->members) return false;
            join(clock, operation->clock);
            waits_[rank] = nullptr;
        }
        const std::size_t index = next_[rank];
        const LoggedCall& call = logs_[rank].calls[index];
        if (!join_sender(clock, static_cast<int>(rank), index) || !join_begun(rank, call)) return false;
        ++next_[rank];
        clock[rank] = static_cast<std::uint32_t>(index + 1);
        if (call.event == CallEvent::Send) sends_[&call] = clock;
        if (call.event == CallEvent::Collective) arrive(rank, call);
        return true;
    }

    bool join_sender(VectorClock& clock, int rank, std::size_t index) {
        const auto sender = senders_.find({rank, index});
        if (sender == senders_.end()) return true;
        const auto sent = sends_.find(sender->second);
        if (sent == sends_.end()) return false;
        join(clock, sent->second);
        return true;
    }

    /// For the completion of a collective operation that was begun earlier.
    bool join_begun(std::size_t rank, const LoggedCall& call) {
        if (call.event != CallEvent::Completed) return true;
        const auto begun = begun_.find({rank, call.request});
        if (begun == begun_.end()) return true;
        if (begun->second->arrived < begun->second->members) return false;
        join(clocks_[rank], begun->second->clock);
        begun_.erase(begun);
        return true;
    }

    void arrive(std::size_t rank, const LoggedCall& call) {
        Operation& operation = *operation_of_[&call];
        ++operation.arrived;
        join(operation.clock, clocks_[rank]);
        if (call.request == 0)
            waits_[rank] = &operation;
        else
            begun_[{rank, call.request}] = &operation;
    }

    const CallLogs& logs_;
    std::size_t ranks_;
    std::map<std::pair<int, std::size_t>, const LoggedCall*> senders_; ///< of the receive completed there
    std::map<OperationKey, Operation> operations_;
    std::map<const LoggedCall*, Operation*> operation_of_;
    std::map<std::pair<std::size_t, std::uint64_t>, Operation*> begun_;
    std::vector<VectorClock> clocks_;
    std::vector<std::size_t> next_;
    std::vector<Operation*> waits_;
    std::map<const LoggedCall*, VectorClock> sends_;
};

} // namespace

std::optional<std::map<const LoggedCall*, VectorClock>> clocks_of_sends(const CallLogs& logs,
                                                                        const Traffic& traffic) {
    std::size_t clocks = 0;
    for (const auto& own : traffic.sends)
        clocks += own.size();
    for (const CallLog& log : logs)
        clocks += static_cast<std::size_t>(
            std::count_if(log.calls.begin(), log.calls.end(),
                          [](const LoggedCall& call) { return call.event == CallEvent::Collective; }));
    if (clocks * logs.size() > max_clock_entries || !are_ordered(logs)) return std::nullopt;
    Replay replay(logs, traffic);
    if (!replay.run()) return std::nullopt;
    return replay.take_sends();
}

} // namespace loop::runner
