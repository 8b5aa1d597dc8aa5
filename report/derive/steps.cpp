#include "report/derive/steps.h"

#include "report/derive/read_sequences.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <numeric>
#include <queue>
#include <set>
#include <tuple>
#include <utility>

namespace loop::report::derive {

namespace {

/// Numbers all operations of all ranks, and joins those that happen together.
class Together {
public:
    explicit Together(const Sequences& sequences) : sequences_(sequences) {
        for (const RankSequence& rank : sequences.ranks) {
            first_.push_back(parent_.size());
            parent_.resize(parent_.size() + rank.operations.size());
        }
        std::iota(parent_.begin(), parent_.end(), 0);
        join_messages();
        join_collectives();
    }
    std::size_t number(std::size_t rank, std::size_t index) { return find(first_[rank] + index); }
    std::size_t find(std::size_t one) {
        while (parent_[one] != one)
            one = parent_[one] = parent_[parent_[one]];
        return one;
    }
    void join(std::size_t a, std::size_t b) { parent_[find(b)] = find(a); }
    std::size_t operations() const { return parent_.size(); }

private:
    using Channel = std::tuple<int, int, long long>;

    template <typename Visit>
    void visit(Visit visit_operation) const {
        for (std::size_t rank = 0; rank < sequences_.ranks.size(); ++rank)
            for (std::size_t i = 0; i < sequences_.ranks[rank].operations.size(); ++i)
                visit_operation(static_cast<int>(rank), first_[rank] + i,
                                sequences_.ranks[rank].operations[i]);
    }

    void join_messages() {
        std::map<Channel, std::deque<std::size_t>> sent;
        visit([&](int rank, std::size_t number, const Operation& operation) {
            for (const Message& message : operation.sends)
                sent[{rank, message.partner, message.channel}].push_back(number);
        });
        visit([&](int rank, std::size_t number, const Operation& operation) {
            for (const Message& message : operation.receives) {
                std::deque<std::size_t>& senders = sent[{message.partner, rank, message.channel}];
                if (senders.empty())
                    throw DeriveError(
                        fmt::format("rank {} received a message from rank {} that the trace does not show",
                                    rank, message.partner));
                join(senders.front(), number);
                senders.pop_front();
            }
        });
        for (const auto& [channel, senders] : sent)
            if (!senders.empty())
                throw DeriveError(fmt::format("rank {} sent a message to rank {} that was never received",
                                              std::get<0>(channel), std::get<1>(channel)));
    }

    /// The n-th operation on a communicator is the same on all of its members.
    void join_collectives() {
        std::map<std::size_t, std::vector<std::size_t>> first; // of all ranks; by communicator and n
        std::map<std::pair<std::size_t, int>, std::size_t> counts;
        visit([&](int rank, std::size_t number, const Operation& operation) {
            if (!operation.is_collective()) return;
            std::vector<std::size_t>& of = first[operation.communicator];
            const std::size_t n = counts[{operation.communicator, rank}]++;
            if (n == of.size()) of.push_back(number);
            join(of[n], number);
        });
    }

    const Sequences& sequences_;
    std::vector<std::size_t> first_, parent_;
};

void append(Computations& all, const Computations& more) {
    for (const Computation& one : more) {
        if (all.empty() || all.back().phases != one.phases)
            all.push_back(one);
        else
            all.back().seconds += one.seconds;
    }
}

void append(Messages& all, const Messages& more) {
    all.insert(all.end(), more.begin(), more.end());
    std::stable_sort(all.begin(), all.end(),
                     [](const Message& a, const Message& b) { return a.partner < b.partner; });
}

/// Adds what a rank does; it is in the step already if it does more than one thing there.
void add(Step& step, int rank, const Operation& operation) {
    const auto [at, is_new] = step.parts.emplace(rank, Part{});
    Part& part = at->second;
    if (is_new) {
        if (step.origin.empty() || step.parts.size() == 1) {
            step.name = operation.name;
            step.combine = operation.combine;
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

} // namespace

namespace {

/// The order in which steps should happen if they can: those that are the same call of the program on
/// different ranks one after the other.
class Order {
public:
    Order(const Sequences& sequences, Together& together, Grouping grouping)
        : grouping_(grouping), calls_(together.operations(), unknown) {
        if (grouping == Grouping::index) {
            place_by_index(sequences, together);
            return;
        }
        number_calls(sequences, together);
        find_successors(sequences, together);
        place_calls();
    }

    std::size_t place(std::size_t step) const {
        return places_.empty() || calls_[step] == unknown ? 0 : places_[calls_[step]];
    }
    void join(std::size_t step, std::size_t other) {
        if (place(other) < place(step)) calls_[step] = calls_[other];
    }

private:
    static constexpr std::size_t unknown = SIZE_MAX;

    /// Each step is a call of its own, at the largest index that it has on a rank.
    void place_by_index(const Sequences& sequences, Together& together) {
        for (std::size_t rank = 0; rank < sequences.ranks.size(); ++rank)
            for (std::size_t i = 0; i < sequences.ranks[rank].operations.size(); ++i) {
                std::size_t& call = calls_[together.number(rank, i)];
                if (call == unknown) {
                    call = places_.size();
                    places_.push_back(0);
                }
                places_[call] = std::max(places_[call], i);
            }
    }

    /// What the same call is on other ranks, too; empty for what only receives.
    std::string call_of(int rank, const Operation& operation) const {
        const bool has_place = operation.origin.find(" at ") != std::string::npos;
        if (operation.is_collective()) return operation.name + operation.origin;
        if (operation.sends.empty()) return "";
        if (has_place || grouping_ == Grouping::origin) return operation.origin;
        const Message& first = operation.sends.front();
        std::string call = fmt::format("{} {}", operation.origin, first.partner - rank);
        if (grouping_ == Grouping::size) call += fmt::format(" {}", first.bytes);
        return call;
    }

    /// The n-th call on one rank is the n-th call on another one.
    void number_calls(const Sequences& sequences, Together& together) {
        std::map<std::string, std::vector<std::size_t>> numbers; // by what is called, and n
        for (std::size_t rank = 0; rank < sequences.ranks.size(); ++rank) {
            const std::vector<Operation>& operations = sequences.ranks[rank].operations;
            std::map<const std::vector<std::size_t>*, std::size_t> seen;
            for (std::size_t i = 0; i < operations.size(); ++i) {
                const std::string call = call_of(static_cast<int>(rank), operations[i]);
                if (call.empty()) continue;
                std::vector<std::size_t>& of_call = numbers[call];
                const std::size_t n = seen[&of_call]++;
                if (n == of_call.size()) {
                    of_call.push_back(progress_.size());
                    progress_.push_back(1);
                }
                std::size_t& of_step = calls_[together.number(rank, i)];
                if (of_step == unknown) of_step = of_call[n];
                progress_[of_step] = std::min(progress_[of_step], static_cast<double>(i) /
                                                                      static_cast<double>(operations.size()));
            }
        }
    }

    void find_successors(const Sequences& sequences, Together& together) {
        for (std::size_t& call : calls_)
            if (call == unknown) call = 0; // what only receives is placed with the first call
        successors_.resize(progress_.size());
        for (std::size_t rank = 0; rank < sequences.ranks.size(); ++rank)
            for (std::size_t i = 1; i < sequences.ranks[rank].operations.size(); ++i) {
                const std::size_t call = calls_[together.number(rank, i - 1)],
                                  next = calls_[together.number(rank, i)];
                if (call != next) successors_[call].push_back(next);
            }
        for (std::vector<std::size_t>& all : successors_) {
            std::sort(all.begin(), all.end());
            all.erase(std::unique(all.begin(), all.end()), all.end());
        }
    }

    /// Each call behind its predecessors; where they form a circle, the one of which a rank is first.
    void place_calls() {
        std::vector<std::size_t> predecessors(progress_.size(), 0);
        for (const std::vector<std::size_t>& all : successors_)
            for (const std::size_t next : all)
                ++predecessors[next];
        places_.assign(progress_.size(), 0);
        std::set<std::tuple<bool, double, std::size_t>> left; // has predecessors, progress, call
        for (std::size_t call = 0; call < progress_.size(); ++call)
            left.emplace(predecessors[call] > 0, progress_[call], call);
        while (!left.empty()) {
            const std::size_t call = std::get<2>(*left.begin());
            left.erase(left.begin());
            places_[call] = ++placed_;
            for (const std::size_t next : successors_[call])
                if (left.erase({true, progress_[next], next}) != 0)
                    left.emplace(--predecessors[next] > 0, progress_[next], next);
        }
    }

    Grouping grouping_;
    std::vector<std::size_t> calls_; ///< by step
    std::vector<double> progress_;   ///< of a rank that reaches the call, from 0 to 1, by call
    std::vector<std::vector<std::size_t>> successors_;
    std::vector<std::size_t> places_; ///< by call
    std::size_t placed_ = 0;
};

/// Executes the operations of all ranks: a step happens when it is next on all of its ranks.
class Execution {
public:
    Execution(const Sequences& sequences, Grouping grouping)
        : sequences_(sequences), together_(sequences), order_(sequences, together_, grouping),
          next_(sequences.ranks.size(), 0), reached_(next_), waiting_(together_.operations()) {}

    std::vector<Step> steps() {
        for (int rank = 0; rank < ranks(); ++rank)
            for (std::size_t i = 0; i < operations(rank).size(); ++i)
                waiting_[together_.number(index(rank), i)].operations.emplace_back(rank, i);
        for (int rank = 0; rank < ranks(); ++rank)
            reach(rank);
        std::vector<Step> steps;
        do {
            while (!ready_.empty())
                steps.push_back(next_step());
        } while (join_circle());
        return steps;
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

    Step next_step() {
        const Waiting happens = std::exchange(waiting_[ready_.top().second], {});
        ready_.pop();
        std::vector<int> in = happens.ranks;
        std::sort(in.begin(), in.end());
        Step step;
        for (const int rank : in)
            for (std::size_t& next = next_[index(rank)]; next < reached_[index(rank)]; ++next)
                add(step, rank, operations(rank)[next]);
        require_all_members(step);
        for (const int rank : in)
            reach(rank);
        return step;
    }

    void require_all_members(const Step& step) const {
        const std::size_t members =
            step.groups.empty() ? sequences_.ranks.size() : step.groups.front().size();
        if (step.is_collective() && step.parts.size() != members)
            throw DeriveError(
                fmt::format("only {} of {} ranks call {}", step.parts.size(), members, step.name));
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
            if (operations(other)[i].is_collective()) fail(other);
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
};

} // namespace

std::vector<Step> steps_of(const Sequences& sequences, Grouping grouping) {
    return Execution(sequences, grouping).steps();
}

namespace {

constexpr double longest_gap = 100e-6; ///< in a step, in seconds

double sum(const Computations& computations) {
    double seconds = 0;
    for (const Computation& one : computations)
        seconds += one.seconds;
    return seconds;
}

bool is_simultaneous(const Step& step) {
    return std::any_of(step.parts.begin(), step.parts.end(), [](const auto& part) {
        return !part.second.sends.empty() && !part.second.receives.empty();
    });
}

/// Whether each rank that is in both steps keeps its order if it does `first` of both before the rest.
bool keeps_order(const Step& step, const Step& next, Messages Part::*first, Messages Part::*second) {
    return std::all_of(next.parts.begin(), next.parts.end(), [&](const auto& one) {
        const auto before = step.parts.find(one.first);
        if (before == step.parts.end()) return true;
        const bool in_order = (before->second.*second).empty() || (one.second.*first).empty();
        const bool same_side = (before->second.*first).empty() == (one.second.*first).empty();
        return in_order && (!same_side || sum(one.second.before) < longest_gap);
    });
}

bool are_disjoint(const Step& step, const Step& next) {
    return std::none_of(next.parts.begin(), next.parts.end(),
                        [&](const auto& one) { return step.parts.count(one.first) != 0; });
}

std::size_t place_of(int root, const std::vector<int>& members) {
    return static_cast<std::size_t>(std::find(members.begin(), members.end(), root) - members.begin());
}

std::vector<long long> contributions(const Step& step) {
    std::vector<long long> all;
    for (const auto& [rank, part] : step.parts)
        all.push_back(part.bytes);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

bool are_groups(const Step& step, const Step& next) {
    return !step.groups.empty() && !next.groups.empty() && contributions(step) == contributions(next) &&
           step.combine == next.combine && step.groups.front().size() == next.groups.front().size() &&
           are_disjoint(step, next) &&
           place_of(step.root, step.groups.front()) == place_of(next.root, next.groups.front());
}

void join(Step& step, const Step& next) {
    for (const auto& [rank, more] : next.parts) {
        const auto [at, is_new] = step.parts.emplace(rank, more);
        if (is_new) continue;
        Part& part = at->second;
        const bool turns =
            (part.sends.empty() != more.sends.empty()) || (part.receives.empty() != more.receives.empty());
        append(turns ? part.inside : part.before, more.before);
        append(part.inside, more.inside);
        append(part.sends, more.sends);
        append(part.receives, more.receives);
    }
    step.groups.insert(step.groups.end(), next.groups.begin(), next.groups.end());
}

} // namespace

bool merge(Step& step, const Step& next) {
    if (step.name != next.name || step.phases != next.phases) return false;
    if (step.is_collective()) {
        if (!are_groups(step, next)) return false;
        join(step, next);
        return true;
    }
    const bool plain = !step.receives_first && keeps_order(step, next, &Part::sends, &Part::receives);
    const bool relay = (step.receives_first || !is_simultaneous(step)) && !is_simultaneous(next) &&
                       keeps_order(step, next, &Part::receives, &Part::sends);
    if (!plain && !relay) return false;
    step.receives_first = !plain;
    join(step, next);
    return true;
}

} // namespace loop::report::derive
