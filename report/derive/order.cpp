#include "report/derive/order.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

namespace loop::report::derive {

Order::Order(const Sequences& sequences, Together& together, Grouping grouping) : grouping_(grouping) {
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
            const auto [at, is_new] = calls_.emplace(together.number(rank, i), places_.size());
            if (is_new) places_.push_back(0);
            places_[at->second] = std::max(places_[at->second], i);
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
    std::map<std::pair<std::string, std::size_t>, std::size_t> numbers;
    for (std::size_t rank = 0; rank < sequences.ranks.size(); ++rank) {
        const std::vector<Operation>& operations = sequences.ranks[rank].operations;
        std::map<std::string, std::size_t> seen;
        for (std::size_t i = 0; i < operations.size(); ++i) {
            const std::string call = call_of(static_cast<int>(rank), operations[i]);
            if (call.empty()) continue;
            const std::size_t number =
                numbers.emplace(std::make_pair(call, seen[call]++), numbers.size()).first->second;
            const std::size_t of_step = calls_.emplace(together.number(rank, i), number).first->second;
            progress_.resize(numbers.size(), 1);
            progress_[of_step] =
                std::min(progress_[of_step], static_cast<double>(i) / static_cast<double>(operations.size()));
        }
    }
}

void Order::find_successors(const Sequences& sequences, Together& together) {
    successors_.resize(progress_.size());
    for (std::size_t rank = 0; rank < sequences.ranks.size(); ++rank)
        for (std::size_t i = 1; i < sequences.ranks[rank].operations.size(); ++i) {
            const std::size_t call = calls_[together.number(rank, i - 1)],
                              next = calls_[together.number(rank, i)];
            if (call != next) successors_[call].insert(next);
        }
}

void Order::place_calls() {
    std::vector<std::size_t> predecessors(progress_.size(), 0);
    for (const std::set<std::size_t>& all : successors_)
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

} // namespace loop::report::derive
