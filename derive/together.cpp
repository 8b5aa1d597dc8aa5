#include "derive/together.h"

#include "derive/flights.h"
#include "derive/read_sequences.h"

#include <fmt/core.h>

#include <deque>
#include <map>
#include <numeric>
#include <tuple>

namespace loop::report::derive {

namespace {

using Channel = std::tuple<int, int, long long>;

} // namespace

Together::Together(const Sequences& sequences) : sequences_(sequences) {
    for (const RankSequence& rank : sequences.ranks) {
        first_.push_back(parent_.size());
        parent_.resize(parent_.size() + rank.operations.size());
    }
    std::iota(parent_.begin(), parent_.end(), 0);
    join_messages();
    join_collectives();
    join_flights();
}

template <typename Visit>
void Together::visit(Visit visit_operation) const {
    for (std::size_t rank = 0; rank < sequences_.ranks.size(); ++rank)
        for (std::size_t i = 0; i < sequences_.ranks[rank].operations.size(); ++i)
            visit_operation(static_cast<int>(rank), first_[rank] + i, sequences_.ranks[rank].operations[i]);
}

void Together::join_messages() {
    std::map<Channel, std::deque<std::size_t>> sent;
    std::vector<std::size_t> epochs;
    for (const RankSequence& rank : sequences_.ranks)
        for (const std::size_t epoch : epochs_of(rank))
            epochs.push_back(epoch);
    visit([&](int rank, std::size_t number, const Operation& operation) {
        if (operation.flight != Flight::none) return;
        for (const Message& message : operation.sends)
            sent[{rank, message.partner, message.channel}].push_back(number);
    });
    visit([&](int rank, std::size_t number, const Operation& operation) {
        if (operation.flight != Flight::none) return;
        for (const Message& message : operation.receives) {
            std::deque<std::size_t>& senders = sent[{message.partner, rank, message.channel}];
            if (senders.empty())
                throw NotWhole(
                    fmt::format("rank {} received a message from rank {} that the trace does not show", rank,
                                message.partner));
            has_flights_ = has_flights_ || epochs[senders.front()] != epochs[number];
            join(senders.front(), number);
            senders.pop_front();
        }
    });
    for (const auto& [channel, senders] : sent)
        if (!senders.empty())
            throw NotWhole(fmt::format("rank {} sent a message to rank {} that was never received",
                                       std::get<0>(channel), std::get<1>(channel)));
}

void Together::join_flights() {
    std::map<std::tuple<int, Flight, std::size_t>, std::size_t> first; // by handle, and n
    std::map<std::tuple<int, int>, std::size_t> begun;                 // by rank and handle
    visit([&](int rank, std::size_t number, const Operation& operation) {
        has_flights_ = has_flights_ || operation.flight != Flight::none;
        if (operation.flight == Flight::none || operation.is_collective()) return;
        const std::size_t n = operation.flight == Flight::starts ? begun[{rank, operation.handle}]++ : 0;
        join(first.emplace(std::make_tuple(operation.handle, operation.flight, n), number).first->second,
             number);
    });
}

void Together::join_collectives() {
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

} // namespace loop::report::derive
