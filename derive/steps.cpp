#include "derive/steps.h"

#include "derive/order.h"
#include "derive/read_sequences.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <utility>

namespace loop::report::derive {

namespace {

bool has_sends(const Step& step) {
    return std::any_of(step.parts.begin(), step.parts.end(),
                       [](const auto& part) { return !part.second.sends.empty(); });
}

/// Adds what a rank does; it is in the step already if it does more than one thing there.
void add(Step& step, int rank, const Operation& operation) {
    const auto [at, is_new] = step.parts.emplace(rank, Part{});
    Part& part = at->second;
    if (is_new) {
        const bool is_first_sender = !step.is_collective() && !operation.sends.empty() && !has_sends(step);
        if (step.origin.empty() || step.parts.size() == 1 || is_first_sender) {
            step.name = operation.name;
            step.combine = operation.combine;
            step.element = operation.element;
            step.flight = operation.flight;
            step.root = operation.root;
            step.phases = operation.phases;
            step.origin = operation.origin;
            if (!operation.members.empty()) step.groups = {operation.members};
        }
        part.before = operation.before;
    } else {
        if (step.is_collective() || operation.is_collective())
            throw DeriveError(fmt::format("rank {} is in a collective operation twice", rank));
        append(part.receives.empty() && operation.sends.empty() ? part.inside : part.before,
               operation.before);
    }
    if (step.name == operation.name && step.root != operation.root)
        throw DeriveError(fmt::format("ranks call {} with different roots, {} and {}", step.name, step.root,
                                      operation.root));
    if (step.name != operation.name)
        throw DeriveError(
            fmt::format("ranks call different collective operations at the same time: {} and {}", step.name,
                        operation.name));
    part.bytes = operation.bytes;
    part.slots = operation.slots;
    append(part.sends, operation.sends);
    append(part.receives, operation.receives);
    append(part.inside, operation.inside);
}

/// Executes the operations of all ranks: a step happens when it is next on all of its ranks.
class Execution {
public:
    Execution(const Sequences& sequences, Together together, Grouping grouping)
        : sequences_(sequences), together_(std::move(together)), order_(sequences, together_, grouping),
          next_(sequences.ranks.size(), 0), reached_(next_), waiting_(together_.operations()) {}

    StepOrder steps() {
        for (int rank = 0; rank < ranks(); ++rank)
            for (std::size_t i = 0; i < operations(rank).size(); ++i)
                waiting_[together_.number(index(rank), i)].operations.emplace_back(rank, i);
        for (int rank = 0; rank < ranks(); ++rank)
            reach(rank);
        do {
            while (!ready_.empty())
                execute_next_step();
        } while (join_circle());
        return std::move(done_);
    }

private:
    struct Waiting {
        std::vector<std::pair<int, std::size_t>> operations; ///< rank and index of each
        std::vector<int> ranks;                              ///< on which it is next, in any order
        std::size_t reached = 0;                             ///< operations that are next

        bool has(int rank) const { return std::find(ranks.begin(), ranks.end(), rank) != ranks.end(); }
    };
    using Ready = std::pair<std::size_t, std::size_t>;

    static std::size_t index(int rank) { return static_cast<std::size_t>(rank); }
    int ranks() const { return static_cast<int>(sequences_.ranks.size()); }
    const std::vector<Operation>& operations(int rank) const {
        return sequences_.ranks[index(rank)].operations;
    }
    bool is_done(int rank) const { return next_[index(rank)] >= operations(rank).size(); }
    std::size_t number(int rank) { return together_.number(index(rank), next_[index(rank)]); }

    /// The rank has reached its next operation, and those right after it that are in the same step.
    void reach(int rank) {
        if (is_done(rank)) return;
        const std::size_t step = number(rank);
        Waiting& waiting = waiting_[step];
        std::size_t& end = reached_[index(rank)];
        for (end = next_[index(rank)];
             end < operations(rank).size() && together_.number(index(rank), end) == step; ++end)
            ++waiting.reached;
        if (!waiting.has(rank)) waiting.ranks.push_back(rank);
        if (waiting.reached == waiting.operations.size()) ready_.emplace(order_.place(step), step);
    }

    void execute_next_step() {
        const Waiting happens = std::exchange(waiting_[ready_.top().second], {});
        ready_.pop();
        std::vector<int> in = happens.ranks;
        std::sort(in.begin(), in.end());
        for (const int rank : in)
            done_.turns.push_back(
                {rank, std::exchange(next_[index(rank)], reached_[index(rank)]), reached_[index(rank)]});
        done_.ends.push_back(done_.turns.size());
        for (const int rank : in)
            reach(rank);
    }

    /// A rank whose next operation is in another step, for which this step waits.
    int rank_in_the_way(std::size_t step) {
        for (const auto& [rank, i] : waiting_[step].operations)
            if (number(rank) != step) return rank;
        for (const auto& [rank, i] : waiting_[step].operations)
            if (i >= reached_[index(rank)]) fail(rank);
        throw DeriveError("steps of the trace contradict each other");
    }

    [[noreturn]] void fail(int rank) const {
        throw DeriveError(
            fmt::format("messages of rank {} are in flight across other communication in a way that no "
                        "construct expresses (its operation {})",
                        rank, next_[index(rank)] + 1));
    }

    /// Steps that wait for each other are one. Returns whether there were any.
    bool join_circle() {
        int rank = 0;
        while (rank < ranks() && is_done(rank))
            ++rank;
        if (rank == ranks()) return false;
        std::vector<std::size_t> path;
        std::size_t step = number(rank);
        while (std::find(path.begin(), path.end(), step) == path.end()) {
            path.push_back(step);
            step = number(rank_in_the_way(step));
        }
        path.erase(path.begin(), std::find(path.begin(), path.end(), step));
        Waiting all;
        for (const std::size_t one : path) {
            Waiting& waiting = waiting_[one];
            all.operations.insert(all.operations.end(), waiting.operations.begin(), waiting.operations.end());
            all.ranks.insert(all.ranks.end(), waiting.ranks.begin(), waiting.ranks.end());
            waiting = {};
        }
        for (const auto& [other, i] : all.operations)
            if (operations(other)[i].is_collective() || operations(other)[i].flight != Flight::none)
                fail(other);
        for (const std::size_t one : path) {
            order_.join(path.front(), one);
            together_.join(path.front(), one);
        }
        const std::set<int> in(all.ranks.begin(), all.ranks.end());
        all.ranks.clear();
        waiting_[together_.find(path.front())] = std::move(all);
        for (const int other : in)
            reach(other);
        return true;
    }

    const Sequences& sequences_;
    Together together_;
    Order order_;
    std::vector<std::size_t> next_, reached_; ///< indices by rank
    std::vector<Waiting> waiting_;            ///< by step
    std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready_;
    StepOrder done_;
};

/// The handles of steps that are in flight.
class StepHandles {
public:
    /// `of`: the handle in the sequences. The least number that none in flight has.
    int handle_of(Flight flight, int of) {
        if (const auto known = in_flight_.find(of); known != in_flight_.end()) {
            const int handle = known->second;
            if (flight == Flight::finishes) in_flight_.erase(known);
            return handle;
        }
        int handle = 1;
        while (std::any_of(in_flight_.begin(), in_flight_.end(),
                           [&](const auto& one) { return one.second == handle; }))
            ++handle;
        in_flight_[of] = handle;
        return handle;
    }

private:
    std::map<int, int> in_flight_; ///< by those of the sequences
};

void require_all_members(const Step& step, std::size_t ranks) {
    const std::size_t members = step.groups.empty() ? ranks : step.groups.front().size();
    if (step.is_collective() && step.parts.size() != members)
        throw DeriveError(fmt::format("only {} of {} ranks call {}", step.parts.size(), members, step.name));
}

} // namespace

StepOrder order_of_steps(const Sequences& sequences, Grouping grouping) {
    return Execution(sequences, Together(sequences), grouping).steps();
}

std::vector<std::vector<StepOrder>> different_orders(const std::vector<Sequences>& sequences) {
    std::vector<std::vector<StepOrder>> all;
    const std::vector<Together> together(sequences.begin(), sequences.end());
    for (const Grouping grouping : groupings) {
        std::vector<StepOrder> orders;
        for (std::size_t i = 0; i < sequences.size(); ++i)
            orders.push_back(Execution(sequences[i], together[i], grouping).steps());
        if (std::find(all.begin(), all.end(), orders) == all.end()) all.push_back(std::move(orders));
    }
    return all;
}

std::vector<Step> steps_of(const Sequences& sequences, const StepOrder& order) {
    std::vector<Step> steps(order.ends.size());
    StepHandles handles;
    std::size_t turn = 0;
    for (std::size_t number = 0; number < steps.size(); ++number) {
        Step& step = steps[number];
        int handle = 0; // in the sequences
        for (; turn < order.ends[number]; ++turn) {
            const auto& [rank, first, end] = order.turns[turn];
            const auto& operations = sequences.ranks[static_cast<std::size_t>(rank)].operations;
            for (std::size_t i = first; i < end; ++i)
                add(step, rank, operations[i]);
            handle = operations[end - 1].handle;
        }
        require_all_members(step, sequences.ranks.size());
        if (step.flight != Flight::none) step.handle = handles.handle_of(step.flight, handle);
    }
    return steps;
}

} // namespace loop::report::derive
