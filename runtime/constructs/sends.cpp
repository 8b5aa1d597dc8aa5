#include "constructs/sends.h"

#include "constructs/back_end.h"
#include "session/failure.h"
#include "session/group.h"

#include <loop/circles.h>
#include <loop/send.h>

#include <algorithm>
#include <cstdint>

namespace loop {

namespace runtime {
namespace {

template <class... Pieces>
[[noreturn]] void refuse(const SendCall& call, const Pieces&... message) {
    fail(call.site, call.construct, message...);
}

void require_no_circle(const SendCall& call, const patterns::SendArguments& arguments) {
    std::vector<int> circle = patterns::find_circle(ranks_in_group(), arguments);
    for (int& member : circle)
        member = rank_of_member(member);
    if (!circle.empty()) refuse(call, patterns::circle_problem(circle));
}

// Places of INTO at which more than one message would arrive.
void require_own_places(const SendCall& call, const patterns::SendPattern& messages) {
    for (std::size_t i = 1; i < messages.receives.size(); ++i) {
        const patterns::PlacedMessage& before = messages.receives[i - 1];
        const patterns::PlacedMessage& message = messages.receives[i];
        if (before.place == message.place && before.repetition == message.repetition)
            refuse(call, "ranks ", before.rank, " and ", message.rank, " both send to place ", message.place,
                   " of INTO on rank ", the_session.rank,
                   "; leave INTO out, or give the messages different places in the lists of receivers");
    }
}

template <class Address>
PlacedData placed(const SendCall& call, const UserData<Address>& data, const char* name,
                  const patterns::PlacedMessage& message, long long times) {
    const bool each = data.size() > 1;
    if (each && message.place >= static_cast<long long>(data.size()))
        refuse(call, name, " has ", data.size(), " places, but rank ", message.rank,
               " is the partner of place ", message.place, " (counted from 0)");
    const DataPlace<Address>& place = data[each ? static_cast<std::size_t>(message.place) : 0];
    auto* const begin = static_cast<char*>(const_cast<void*>(static_cast<const void*>(place.data)));
    if (begin == nullptr) refuse(call, "place ", message.place, " of ", name, " is a null pointer");
    const long long before = each ? 0 : message.begin;
    if (place.block == 0 && place.stride == 0)
        return {begin + before + message.repetition * message.bytes, 1, message.bytes * times,
                message.bytes * times};
    if (place.block < 1 || message.bytes % place.block != 0)
        refuse(call, "place ", message.place, " of ", name, " has blocks of ", place.block,
               " bytes, which do not divide the size of ", message.bytes, " bytes");
    const long long blocks = message.bytes / place.block;
    const long long first = before / place.block + message.repetition * blocks;
    return {begin + first * place.stride, blocks * times, place.block, place.stride};
}

// A block of the program's data that a message reads or fills.
struct UsedBlock {
    std::uintptr_t begin, end;
    int partner;
    bool received;
};

void add_blocks(std::vector<UsedBlock>& blocks, const PlacedData& data, int partner, bool received) {
    const auto begin = reinterpret_cast<std::uintptr_t>(data.begin);
    for (long long i = 0; i < data.blocks; ++i) {
        const std::uintptr_t at = begin + static_cast<std::uintptr_t>(i * data.stride);
        blocks.push_back({at, at + static_cast<std::uintptr_t>(data.block), partner, received});
    }
}

const char* direction(const UsedBlock& block) {
    return block.received ? "from rank " : "for rank ";
}

} // namespace

SendKey::SendKey(const SendCall& call)
    : bytes(call.sizes.bytes), sizes(call.sizes.function.kept), pairs(call.pairs.function.kept),
      where(call.where.kept), sender(call.pairs.sender), receivers(call.pairs.receivers), count(call.count) {}

bool SendKey::matches(const SendCall& call) const {
    return count == call.count && sender == call.pairs.sender && bytes == call.sizes.bytes &&
           pairs.stays(call.pairs.function.kept) && where.stays(call.where.kept) &&
           sizes.stays(call.sizes.function.kept) && receivers == call.pairs.receivers;
}

std::vector<AgreedValue> agreed_values(const SendKey& key) {
    std::vector<AgreedValue> all;
    for (const Kept* kept : {&key.pairs, &key.where, &key.sizes})
        add_variables(all, *kept);
    all.push_back({"COUNT", key.count, false});
    if (key.bytes.size() == 1) all.push_back({"SIZE", key.bytes[0], false});
    return all;
}

patterns::SendPattern messages_of(const SendCall& call, patterns::MessageRows* rows) {
    const patterns::SendArguments arguments{call.sizes, call.pairs, call.where, call.count};
    patterns::SendPattern messages =
        patterns::send_pattern(rank_in_group(), ranks_in_group(), arguments, rows);
    for (auto* all : {&messages.sends, &messages.receives})
        for (patterns::PlacedMessage& message : *all)
            message.rank = rank_of_member(message.rank);
    if (!messages.problem.empty())
        refuse(call, messages.problem, among_all() ? "" : " (ranks count in their group)");
    if (call.into.given()) require_own_places(call, messages);
    if (call.construct == Construct::Relay) require_no_circle(call, arguments);
    return messages;
}

PlacedData place_sent(const SendCall& call, const patterns::PlacedMessage& message, long long times) {
    return placed(call, call.from, "FROM", message, times);
}

PlacedData place_received(const SendCall& call, const patterns::PlacedMessage& message, long long times) {
    return placed(call, call.into, "INTO", message, times);
}

void require_apart(const SendCall& call, const patterns::SendPattern& messages, long long times) {
    if (!call.into.given()) return;
    std::vector<UsedBlock> blocks;
    for (const patterns::PlacedMessage& message : messages.receives)
        add_blocks(blocks, place_received(call, message, times), message.rank, true);
    if (call.from.given())
        for (const patterns::PlacedMessage& message : messages.sends)
            add_blocks(blocks, place_sent(call, message, times), message.rank, false);
    std::sort(blocks.begin(), blocks.end(),
              [](const UsedBlock& a, const UsedBlock& b) { return a.begin < b.begin; });
    // The blocks that reach farthest so far, received and sent.
    const UsedBlock* farthest[2] = {nullptr, nullptr};
    for (const UsedBlock& block : blocks) {
        for (const UsedBlock* other : farthest) {
            if (other == nullptr || other->end <= block.begin || !(block.received || other->received))
                continue;
            refuse(call, "the data ", direction(block), block.partner, " overlap the data ",
                   direction(*other), other->partner,
                   other->received == block.received ? " in INTO" : ", in FROM and INTO");
        }
        const UsedBlock*& known = farthest[block.received ? 1 : 0];
        if (block.end > block.begin && (known == nullptr || known->end < block.end)) known = &block;
    }
}

} // namespace runtime

using runtime::SendCall;

// -- the functions of programs; the two constructs differ in when a rank sends (order_of)

#define LOOP_SEND(name, Region, id)                                                                          \
    void name(const Sizes& size, const Pairs& pairs, const Where& where, long long count, const From& from,  \
              const Into& into, Site site) {                                                                 \
        back_end::execute(SendCall{Construct::id, site, size, pairs, where, count, from, into});             \
    }                                                                                                        \
    Region::Region(const Sizes& size, const Pairs& pairs, const Where& where, long long count,               \
                   const From& from, const Into& into, Site site)                                            \
        : DuringMessages(                                                                                    \
              back_end::begin(SendCall{Construct::id, site, size, pairs, where, count, from, into}), site) { \
    }                                                                                                        \
    void start_##name(Handle& handle, const Sizes& size, const Pairs& pairs, const Where& where,             \
                      long long count, const From& from, const Into& into, Site site) {                      \
        back_end::start(handle, SendCall{Construct::id, site, size, pairs, where, count, from, into});       \
    }
LOOP_SEND(send, Sending, Send)
LOOP_SEND(relay, Relaying, Relay)
#undef LOOP_SEND

} // namespace loop
