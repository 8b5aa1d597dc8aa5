#include "runner/outcome/calls/call_needs.h"

#include "runner/outcome/calls/traffic.h"

#include <loop/rank_status.h>

#include <algorithm>
#include <set>

namespace loop::runner {

namespace {

/// Who waits for whom in a blocking collective operation, at least. As if nothing was buffered, the other
/// ranks wait until their data are taken.
enum class Meeting { Nobody, All, RootForAll, AllForRoot };

Meeting meeting_of(const LoggedCall& call) {
    static const std::map<std::string_view, Meeting> meetings{
        {"MPI_Allreduce", Meeting::All},     {"MPI_Allgather", Meeting::All},
        {"MPI_Alltoall", Meeting::All},      {"MPI_Reduce_scatter_block", Meeting::All},
        {"MPI_Reduce", Meeting::RootForAll}, {"MPI_Gather", Meeting::RootForAll},
        {"MPI_Bcast", Meeting::AllForRoot},  {"MPI_Scatter", Meeting::AllForRoot},
    };
    const std::string_view name = call_name(call);
    if (name == "MPI_Barrier") return Meeting::All;
    const auto found = meetings.find(name);
    return found == meetings.end() || call.count <= 0 ? Meeting::Nobody : found->second;
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// Whether another run may continue with other calls, as another message may come first.
bool depends_on_time(const LoggedCall& call) {
    switch (call.event) {
    case CallEvent::Receive:
        return call.partner == waits_for_somebody || contains(call_name(call), "robe");
    case CallEvent::Received:
    case CallEvent::Completed:
        return contains(call_name(call), "Test") || contains(call_name(call), "any") ||
               contains(call_name(call), "some");
    case CallEvent::Canceled:
    case CallEvent::Access:
    case CallEvent::Epoch:
        return true;
    default:
        return false;
    }
}

bool is_buffered(const LoggedCall& call) {
    return contains(call_name(call), "MPI_Bsend") || contains(call_name(call), "MPI_Ibsend");
}

class Needs {
public:
    explicit Needs(const CallLogs& logs) : logs_(logs), traffic_(traffic_of(logs)), needs_(logs.size()) {
        add_messages();
        add_operations();
        for (std::size_t rank = 0; rank < logs.size(); ++rank)
            put_in_order(rank);
    }

    std::vector<std::vector<CallNeed>> take() { return std::move(needs_); }

private:
    void add(int rank, std::size_t at, std::shared_ptr<AwaitedCalls> awaited,
             const LoggedCall* send = nullptr) {
        needs_[static_cast<std::size_t>(rank)].push_back({at, std::move(awaited), send});
    }

    void add_messages() {
        for (std::size_t rank = 0; rank < logs_.size(); ++rank)
            note_buffered(rank);
        for (const auto& [channel, lane] : traffic_.lanes) {
            if (!traffic_.open_for(channel).empty()) continue; // any of these may have got its messages
            for (std::size_t i = 0; i < std::min(lane.sends.size(), lane.receives.size()); ++i)
                add_message(*lane.sends[i], *lane.receives[i]);
        }
    }

    /// Persistent requests are started by calls that do not say how they send.
    void note_buffered(std::size_t rank) {
        for (const LoggedCall& call : logs_[rank].calls)
            if (call.event == CallEvent::Prepared && is_buffered(call))
                buffered_.insert({static_cast<int>(rank), call.request});
    }

    static std::shared_ptr<AwaitedCalls> one(const LoggedMessage& message) {
        return std::make_shared<AwaitedCalls>(AwaitedCalls{{{message.rank, message.index}}});
    }

    void add_message(const LoggedMessage& send, const LoggedMessage& receive) {
        if (receive.completed) add(receive.rank, receive.completed_at, one(send));
        if (is_buffered(*send.call) || buffered_.count({send.rank, send.call->request}) != 0) return;
        if (send.call->request != 0 && !send.completed) return;
        const std::size_t at = send.call->request != 0 ? send.completed_at : end_of_send(send);
        add(send.rank, at, one(receive), send.call);
    }

    /// Where a send without a request has ended. A call that also receives has ended after both.
    std::size_t end_of_send(const LoggedMessage& send) const {
        const auto& calls = logs_[static_cast<std::size_t>(send.rank)].calls;
        std::size_t at = send.index + 1;
        while (at < calls.size() && calls[at].event == CallEvent::Bytes)
            ++at;
        const bool receives = contains(call_name(*send.call), "MPI_Sendrecv") && at < calls.size() &&
                              calls[at].event == CallEvent::Receive && calls[at].call == send.call->call;
        if (!receives) return send.index;
        while (at < calls.size() && (calls[at].event != CallEvent::Received || calls[at].request != 0))
            ++at;
        return at;
    }

    /// An operation: communicator and number.
    using Operation = std::pair<std::uint64_t, std::size_t>;

    bool all_have(std::uint32_t bits) const {
        return std::all_of(logs_.begin(), logs_.end(), [&](const CallLog& log) { return log.has_all(bits); });
    }

    void add_operations() {
        if (!all_have(log_misses_collectives)) return;
        const bool only_world = !all_have(log_misses_order); // others may connect two groups
        std::map<Operation, std::vector<CallIndex>> operations;
        for (const CallLog& log : logs_) {
            std::map<std::uint64_t, std::size_t> counts;
            for (std::size_t i = 0; i < log.calls.size(); ++i) {
                const LoggedCall& call = log.calls[i];
                if (call.event == CallEvent::Made && call.object == CallObject::Communicator)
                    own_ranks_[{log.rank, call.communicator}] = call.partner;
                if (call.event == CallEvent::Collective)
                    operations[{call.communicator, counts[call.communicator]++}].push_back({log.rank, i});
            }
        }
        for (auto& [operation, calls] : operations)
            if (operation.first == world_communicator || (operation.first != 0 && !only_world))
                add_operation(std::move(calls));
    }

    const LoggedCall& call_at(const CallIndex& at) const {
        return logs_[static_cast<std::size_t>(at.rank)].calls[at.index];
    }

    bool is_root(const CallIndex& at) const {
        const LoggedCall& call = call_at(at);
        if (call.communicator == world_communicator) return call.partner == at.rank;
        const auto own = own_ranks_.find({at.rank, call.communicator});
        return own != own_ranks_.end() && own->second == call.partner;
    }

    void add_operation(std::vector<CallIndex> calls) {
        const LoggedCall& first = call_at(calls[0]);
        const Meeting meeting = first.request != 0 ? Meeting::Nobody : meeting_of(first);
        if (meeting == Meeting::Nobody) return;
        const auto root =
            std::find_if(calls.begin(), calls.end(), [&](const CallIndex& at) { return is_root(at); });
        if (meeting != Meeting::All && root == calls.end()) return;
        const auto all = std::make_shared<AwaitedCalls>(AwaitedCalls{calls});
        const auto only_root =
            std::make_shared<AwaitedCalls>(meeting == Meeting::All ? AwaitedCalls{} : AwaitedCalls{{*root}});
        for (const CallIndex& at : calls)
            if (meeting == Meeting::All)
                add(at.rank, at.index, all);
            else
                add(at.rank, at.index, is_root(at) ? all : only_root, sends_in(meeting, at));
    }

    /// The call, if the rank only sends in it; else null.
    const LoggedCall* sends_in(Meeting meeting, const CallIndex& at) const {
        return is_root(at) == (meeting == Meeting::AllForRoot) ? &call_at(at) : nullptr;
    }

    /// In order, and only those before the first call that depends on time.
    void put_in_order(std::size_t rank) {
        std::vector<CallNeed>& own = needs_[rank];
        const auto& calls = logs_[rank].calls;
        const auto free_from = static_cast<std::size_t>(
            std::find_if(calls.begin(), calls.end(), depends_on_time) - calls.begin());
        own.erase(std::remove_if(own.begin(), own.end(),
                                 [&](const CallNeed& need) { return need.at >= free_from; }),
                  own.end());
        std::stable_sort(own.begin(), own.end(),
                         [](const CallNeed& a, const CallNeed& b) { return a.at < b.at; });
    }

    const CallLogs& logs_;
    Traffic traffic_;
    std::vector<std::vector<CallNeed>> needs_;
    std::set<std::pair<int, std::uint64_t>> buffered_;       ///< rank, request
    std::map<std::pair<int, std::uint64_t>, int> own_ranks_; ///< in communicators that were made
};

} // namespace

std::vector<std::vector<CallNeed>> needs_without_buffers(const CallLogs& logs) {
    return Needs(logs).take();
}

} // namespace loop::runner
