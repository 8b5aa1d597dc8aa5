#include "derive/order.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <queue>
#include <utility>

namespace loop::report::derive {

Order::Order(const Sequences& sequences, Together& together, Grouping grouping)
    : grouping_(grouping), calls_(together.operations(), unknown) {
    if (grouping == Grouping::index) {
        place_by_index(sequences, together);
        return;
    }
    number_calls(sequences, together);
    find_successors(sequences, together);
    place_calls();
}

void Order::place_by_index(const Sequences& sequences, Together& together) {
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

std::string Order::call_of(int rank, const Operation& operation) const {
    const bool has_place = operation.origin.find(" at ") != std::string::npos;
    if (operation.is_collective()) return operation.name + operation.origin;
    if (operation.sends.empty()) return "";
    if (has_place || grouping_ == Grouping::origin) return operation.origin;
    const Message& first = operation.sends.front();
    std::string call = fmt::format("{} {}", operation.origin, first.partner - rank);
    if (grouping_ == Grouping::size) call += fmt::format(" {}", first.bytes);
    return call;
}

void Order::number_calls(const Sequences& sequences, Together& together) {
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
            progress_[of_step] =
                std::min(progress_[of_step], static_cast<double>(i) / static_cast<double>(operations.size()));
        }
    }
}

void Order::find_successors(const Sequences& sequences, Together& together) {
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

void Order::place_calls() {
    std::vector<std::size_t> predecessors(progress_.size(), 0);
    for (const std::vector<std::size_t>& all : successors_)
        for (const std::size_t next : all)
            ++predecessors[next];
    places_.assign(progress_.size(), 0);
    // A call without predecessors is next, or, where all have some, that with the least progress.
    using Calls = std::priority_queue<std::pair<double, std::size_t>,
                                      std::vector<std::pair<double, std::size_t>>, std::greater<>>;
    Calls free, left;
    for (std::size_t call = 0; call < progress_.size(); ++call)
        (predecessors[call] > 0 ? left : free).emplace(progress_[call], call);
    const auto is_placed = [&](std::size_t call) { return places_[call] != 0; };
    while (!free.empty() || !left.empty()) {
        Calls& from = free.empty() ? left : free;
        const std::size_t call = from.top().second;
        from.pop();
        if (is_placed(call)) continue; // it was left until it became free
        places_[call] = ++placed_;
        for (const std::size_t next : successors_[call])
            if (!is_placed(next) && --predecessors[next] == 0) free.emplace(progress_[next], next);
    }
}

} // namespace loop::report::derive
