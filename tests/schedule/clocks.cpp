#include "tests/schedule/clocks.h"

#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <tuple>

namespace loop::tests {

using namespace schedule;

namespace {

/// The messages of one place of the source between two ranks. The n-th send belongs to the n-th receive.
struct Channel {
    std::vector<double> sent, posted; ///< when they were started
};

/// What the members of a group reach together, once in each round.
struct Meeting {
    struct Round {
        std::size_t arrived = 0;
        double latest = 0;
    };
    std::vector<Round> rounds;
};

/// A call that a rank executes.
struct Call {
    const Operation* operation;
    CallSteps steps;
    std::vector<std::size_t> sends, receives; ///< by message: its number in its channel
    std::size_t round = 0;
};

using Place = std::tuple<std::string, std::string, int, int, int>; ///< call, file, line, column, group
Place place_of(const Operation& operation) {
    return {operation.call, operation.file, operation.line, operation.column, operation.group};
}

struct Pending {
    std::shared_ptr<Call> call;
    Step step;
};

struct Rank {
    int number = 0;
    double now = 0;
    const Execution* execution = nullptr;
    const std::vector<std::uint32_t>* program = nullptr;
    std::size_t next = 0; ///< in the program
    std::deque<Pending> pending;
    std::vector<std::shared_ptr<Call>> open;                            ///< whose statement is executed
    std::map<std::uint32_t, std::deque<std::shared_ptr<Call>>> started; ///< by operation
    std::map<std::pair<Place, std::size_t>, std::size_t> rounds;
};

class Machine {
public:
    Machine(const Schedule& schedule, double latency) : schedule_(schedule), latency_(latency) {
        for (int number = 0; number < schedule.ranks; ++number) {
            Rank& rank = ranks_.emplace_back();
            rank.number = number;
            rank.execution = &execution_of(schedule, number);
            auto& program = programs_[rank.execution];
            if (program.empty()) program = unfolded(rank.execution->program);
            rank.program = &program;
        }
    }

    Clocks run() {
        for (bool is_moving = true; is_moving;) {
            is_moving = false;
            for (Rank& rank : ranks_)
                while (advance(rank))
                    is_moving = true;
        }
        Clocks clocks;
        for (const Rank& rank : ranks_) {
            clocks.ends.push_back(rank.now);
            if (!rank.pending.empty())
                clocks.stalled += fmt::format("rank {} waits in {} in line {}\n", rank.number,
                                              rank.pending.front().call->operation->call,
                                              rank.pending.front().call->operation->line);
        }
        return clocks;
    }

private:
    /// Returns false if the rank waits, or has ended.
    bool advance(Rank& rank) {
        if (!rank.pending.empty()) {
            if (!execute(rank, rank.pending.front())) return false;
            rank.pending.pop_front();
            return true;
        }
        if (rank.next == rank.program->size()) return false;
        begin(rank, (*rank.program)[rank.next++]);
        return true;
    }

    void begin(Rank& rank, std::uint32_t number) {
        const Operation& operation = rank.execution->operations[number];
        if (operation.kind == OperationKind::Computation) rank.now += operation.work.seconds;
        if (operation.kind == OperationKind::Completion) {
            const std::shared_ptr<Call> call = rank.open.back();
            rank.open.pop_back();
            push(rank, call, call->steps.complete);
        }
        if (operation.kind != OperationKind::Communication) return;
        if (!operation.completes.empty()) return finish(rank, unfolded(operation.completes));
        const auto call = std::make_shared<Call>();
        call->operation = &operation;
        call->steps = steps_of(operation, local_operation(schedule_, operation, rank.number));
        call->sends.resize(call->steps.sends.size());
        call->receives.resize(call->steps.receives.size());
        push(rank, call, call->steps.begin);
        if (operation.extent == Extent::Whole) push(rank, call, call->steps.complete);
        if (operation.extent == Extent::Around) rank.open.push_back(call);
        if (operation.extent == Extent::Started) rank.started[number].push_back(call);
    }

    static void push(Rank& rank, const std::shared_ptr<Call>& call, const std::vector<Step>& steps) {
        for (const Step& step : steps)
            rank.pending.push_back({call, step});
    }

    static void finish(Rank& rank, const std::vector<std::uint32_t>& numbers) {
        std::vector<std::shared_ptr<Call>> calls;
        for (const std::uint32_t number : numbers) {
            auto& waiting = rank.started[number];
            if (waiting.empty()) throw FormatError("a call is completed before it is started");
            calls.push_back(waiting.front());
            waiting.pop_front();
        }
        for (const auto& call : calls)
            push(rank, call, call->steps.held);
        for (const auto& call : calls)
            push(rank, call, call->steps.complete);
    }

    /// Returns false if the rank must wait.
    bool execute(Rank& rank, const Pending& pending) {
        Call& call = *pending.call;
        const std::size_t at = pending.step.message;
        switch (pending.step.kind) {
        case StepKind::StartSend: {
            Channel& channel = channel_of(call, rank.number, call.steps.sends[at].partner);
            call.sends[at] = channel.sent.size();
            channel.sent.push_back(rank.now);
            return true;
        }
        case StepKind::StartReceive: {
            Channel& channel = channel_of(call, call.steps.receives[at].partner, rank.number);
            call.receives[at] = channel.posted.size();
            channel.posted.push_back(rank.now);
            return true;
        }
        case StepKind::AwaitSend: {
            if (!call.operation->way.synchronous) return true;
            const Channel& channel = channel_of(call, rank.number, call.steps.sends[at].partner);
            if (channel.posted.size() <= call.sends[at]) return false;
            return reach(rank,
                         std::max(channel.sent[call.sends[at]], channel.posted[call.sends[at]]) + latency_);
        }
        case StepKind::AwaitReceive: {
            const Channel& channel = channel_of(call, call.steps.receives[at].partner, rank.number);
            if (channel.sent.size() <= call.receives[at]) return false;
            return reach(rank, channel.sent[call.receives[at]] + latency_);
        }
        case StepKind::Arrive:
            return arrive(rank, call);
        case StepKind::AwaitAll:
            return meet(rank, call);
        }
        return true;
    }

    static bool reach(Rank& rank, double time) {
        rank.now = std::max(rank.now, time);
        return true;
    }

    Channel& channel_of(const Call& call, int from, int to) {
        return channels_[{place_of(*call.operation), from, to}];
    }

    /// The groups that do the same are numbered.
    std::size_t group_of(const Operation& operation, int rank) const {
        const Groups* const groups = groups_of(schedule_, operation.group);
        if (groups == nullptr) return 0;
        const auto member = std::find(groups->members.begin(), groups->members.end(), rank);
        return static_cast<std::size_t>(member - groups->members.begin()) / groups->size;
    }

    Meeting& meeting_of(const Call& call, int rank) {
        return meetings_[{place_of(*call.operation), group_of(*call.operation, rank)}];
    }

    bool arrive(Rank& rank, Call& call) {
        Meeting& meeting = meeting_of(call, rank.number);
        call.round = rank.rounds[{place_of(*call.operation), group_of(*call.operation, rank.number)}]++;
        if (meeting.rounds.size() <= call.round) meeting.rounds.resize(call.round + 1);
        Meeting::Round& round = meeting.rounds[call.round];
        ++round.arrived;
        round.latest = std::max(round.latest, rank.now);
        return true;
    }

    bool meet(Rank& rank, Call& call) {
        const Groups* const groups = groups_of(schedule_, call.operation->group);
        const std::size_t members =
            groups == nullptr ? static_cast<std::size_t>(schedule_.ranks) : groups->size;
        const Meeting::Round& round = meeting_of(call, rank.number).rounds[call.round];
        return round.arrived == members && reach(rank, round.latest);
    }

    const Schedule& schedule_;
    double latency_;
    std::vector<Rank> ranks_;
    std::map<const Execution*, std::vector<std::uint32_t>> programs_;
    std::map<std::tuple<Place, int, int>, Channel> channels_;
    std::map<std::pair<Place, std::size_t>, Meeting> meetings_;
};

} // namespace

Clocks run_clocks(const Schedule& schedule, double latency) {
    return Machine(schedule, latency).run();
}

} // namespace loop::tests
