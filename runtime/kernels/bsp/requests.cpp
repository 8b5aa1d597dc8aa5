#include "kernels/bsp/requests.h"

#include "comm/synchronise.h"
#include "kernels/channel.h"
#include "session/concat.h"
#include "session/session.h"

#include <loop/patterns.h>
#include <loop/random_values.h>

#include <algorithm>
#include <cstring>

namespace loop::runtime::bsp {
namespace {

constexpr double not_written = -1; // no word has this value

bool is_get(Operation operation) {
    return operation == Operation::Get || operation == Operation::Hpget;
}

// In which order a rank makes its requests: random, but the same each time.
std::vector<int> order_of_requests(int rank, long long count) {
    return permutation(static_cast<int>(count), static_cast<std::uint64_t>(rank));
}

// The words of the longest area.
std::size_t room_for(const std::vector<RequestStep>& all) {
    long long room = 0;
    for (const RequestStep& one : all)
        room = std::max(room, one.words * (2 * one.count + the_session.ranks));
    return static_cast<std::size_t>(room);
}

} // namespace

Requests::Requests(const std::vector<RequestStep>& all)
    : all_(all), sources_(room_for(all)), read_(sources_.size()), written_(sources_.size()),
      supersteps_(kernel_channel()) {
    Registrations& areas = supersteps_.registrations();
    areas.push(read_.data(), read_.size() * sizeof(double));
    areas.push(written_.data(), written_.size() * sizeof(double));
    supersteps_.sync();
    areas.find(read_.data(), read_slot_);
    areas.find(written_.data(), written_slot_);
}

std::string Requests::part(std::size_t k) const {
    return concat(request_name(all_[k].operation), " requests");
}

// Exact in a double, and different for each rank and place: areas have less than 2^20 words.
double Requests::value(int rank, long long place) const {
    return (static_cast<double>(mark_) * 1048576.0 + static_cast<double>(rank)) * 1048576.0 +
           static_cast<double>(place);
}

void Requests::fill(std::vector<double>& words, long long at, int rank, long long place) const {
    for (long long j = 0; j < now_.words; ++j)
        words[static_cast<std::size_t>(at + j)] = value(rank, place + j);
}

void Requests::prepare(std::size_t k, int mark) {
    now_ = all_[k];
    mark_ = mark;
    blocks_.clear();
    const int me = the_session.rank;
    for (const int i : order_of_requests(me, now_.count)) {
        const patterns::PlacedWord word = patterns::h_relation_word(me, the_session.ranks, i);
        const long long place = word.index * now_.words;
        fill(sources_, static_cast<long long>(blocks_.size()) * now_.words, word.rank, place);
        blocks_.push_back({word.rank, place * static_cast<std::int64_t>(sizeof(double))});
    }
    for (std::size_t place = 0; place < read_.size(); ++place)
        read_[place] = value(me, static_cast<long long>(place));
    std::fill(written_.begin(), written_.end(), not_written);
}

void Requests::align() {
    synchronise(kernel_channel());
}

Traffic Requests::superstep() {
    const auto bytes = now_.words * static_cast<std::int64_t>(sizeof(double));
    const double* source = sources_.data();
    double* target = written_.data();
    for (const Block& block : blocks_) {
        switch (now_.operation) {
        case Operation::Put:
            supersteps_.put(block.rank, written_slot_, source, written_.data(), block.offset, bytes);
            break;
        case Operation::Hpput:
            supersteps_.hpput(block.rank, written_slot_, source, written_.data(), block.offset, bytes);
            break;
        case Operation::Get:
            supersteps_.get(block.rank, read_slot_, block.offset, target, bytes);
            break;
        case Operation::Hpget:
            supersteps_.hpget(block.rank, read_slot_, block.offset, target, bytes);
            break;
        case Operation::Send:
            supersteps_.send(block.rank, nullptr, source, bytes);
            break;
        }
        source += now_.words;
        target += now_.words;
    }
    const Traffic moved = supersteps_.sync();
    move_messages();
    return moved;
}

void Requests::move_messages() {
    auto& queue = supersteps_.messages();
    auto* to = reinterpret_cast<char*>(written_.data());
    while (!queue.empty()) {
        std::memcpy(to, queue.front().payload, static_cast<std::size_t>(queue.front().bytes));
        to += queue.front().bytes;
        queue.pop_front();
    }
}

bool Requests::arrived() const {
    std::vector<double> expected(written_.size(), not_written);
    const int me = the_session.rank;
    long long next = 0;
    for (int rank = 0; rank < the_session.ranks; ++rank) {
        if (is_get(now_.operation) && rank != me) continue;
        for (const int i : order_of_requests(rank, now_.count)) {
            const patterns::PlacedWord word = patterns::h_relation_word(rank, the_session.ranks, i);
            if (!is_get(now_.operation) && word.rank != me) continue;
            const long long place = word.index * now_.words;
            const bool is_put = now_.operation == Operation::Put || now_.operation == Operation::Hpput;
            fill(expected, is_put ? place : next, word.rank, place);
            next += now_.words;
        }
    }
    return written_ == expected;
}

// Puts and messages are one message to and from each other rank; gets have an answer.
long long Requests::records(std::size_t) const {
    return 8 + 6 * (the_session.ranks - 1);
}

} // namespace loop::runtime::bsp
