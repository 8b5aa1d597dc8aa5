#include "kernels/bsp/requests.h"

#include "comm/synchronise.h"
#include "kernels/channel.h"
#include "session/concat.h"
#include "session/session.h"

#include <loop/bsp.h>
#include <loop/patterns.h>
#include <loop/random_values.h>

#include <algorithm>

namespace loop::runtime::bsp {
namespace {

constexpr double not_written = -1; // no word has this value
constexpr long long request_word_bytes = sizeof(double);

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

Requests::Requests(const std::vector<RequestStep>& all, const Site& site)
    : all_(all), site_(site), sources_(room_for(all)), read_(sources_.size()), written_(sources_.size()),
      supersteps_(kernel_channel()), calls_(supersteps_) {
    Registrations& areas = supersteps_.registrations();
    areas.push(read_.data(), read_.size() * sizeof(double));
    areas.push(written_.data(), written_.size() * sizeof(double));
    supersteps_.sync();
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
        blocks_.push_back({word.rank, place * request_word_bytes});
    }
    for (std::size_t place = 0; place < read_.size(); ++place)
        read_[place] = value(me, static_cast<long long>(place));
    std::fill(written_.begin(), written_.end(), not_written);
}

void Requests::align() {
    synchronise(kernel_channel());
}

// Calls `request(block, source, target)` for each block, with its words in the list of sources, and its place
// in the area that gets and messages fill.
template <class Request>
void Requests::for_each_block(Request request) {
    const double* source = sources_.data();
    double* target = written_.data();
    const auto words = static_cast<std::ptrdiff_t>(now_.words);
    for (const Block& block : blocks_) {
        request(block, source, target);
        source += words;
        target += words;
    }
}

// The compiler knows the length, as in most programs: bsp_put then copies the words without a call.
template <long long words>
void Requests::put_blocks() {
    double* const area = written_.data();
    const Site site = site_;
    for_each_block([area, site](const Block& block, const double* source, double*) {
        bsp_put(block.rank, source, area, block.offset, words * request_word_bytes, site);
    });
}

void Requests::put() {
    switch (now_.words) {
    case 1:
        return put_blocks<1>();
    case 4:
        return put_blocks<4>();
    case 16:
        return put_blocks<16>();
    }
}

void Requests::make_requests() {
    const long long bytes = now_.words * request_word_bytes;
    switch (now_.operation) {
    case Operation::Put:
        return put();
    case Operation::Hpput:
        return for_each_block([&](const Block& block, const double* source, double*) {
            bsp_hpput(block.rank, source, written_.data(), block.offset, bytes, site_);
        });
    case Operation::Get:
        return for_each_block([&](const Block& block, const double*, double* target) {
            bsp_get(block.rank, read_.data(), block.offset, target, bytes, site_);
        });
    case Operation::Hpget:
        return for_each_block([&](const Block& block, const double*, double* target) {
            bsp_hpget(block.rank, read_.data(), block.offset, target, bytes, site_);
        });
    case Operation::Send:
        return for_each_block([&](const Block& block, const double* source, double*) {
            bsp_send(block.rank, nullptr, source, bytes, site_);
        });
    }
}

Traffic Requests::superstep() {
    make_requests();
    const Traffic moved = supersteps_.sync();
    if (now_.operation == Operation::Send) move_messages();
    return moved;
}

void Requests::move_messages() {
    double* to = written_.data();
    for (long long k = 0; k < now_.count; ++k, to += now_.words)
        bsp_move(to, now_.words * request_word_bytes, site_);
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
