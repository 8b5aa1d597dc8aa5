#include "comm/sends.h"

#include "comm/overlaps.h"
#include "comm/send_matching.h"
#include "comm/special.h"
#include "output/notes.h"
#include "session/failure.h"
#include "session/session.h"
#include "trace/excluded.h"

#include <algorithm>

namespace loop::runtime {
namespace {

SendPlan& plan_of(PendingExchange& pending) {
    return static_cast<SendPlan&>(*pending.plan);
}

[[noreturn]] void fail_at(const PendingExchange& pending, const std::string& message) {
    fail(pending.entry->site, pending.entry->construct, message);
}

// A message in the user's data.
template <class Address>
Transfer placed(const PendingExchange& pending, const UserData<Address>& data, const char* name,
                const patterns::PlacedMessage& message) {
    const bool each = data.size() > 1;
    if (each && message.place >= static_cast<long long>(data.size()))
        fail_at(pending, concat(name, " has ", data.size(), " places, but rank ", message.rank,
                                " is the partner of place ", message.place, " (counted from 0)"));
    const DataPlace<Address>& place = data[each ? static_cast<std::size_t>(message.place) : 0];
    auto* const begin = static_cast<char*>(const_cast<void*>(static_cast<const void*>(place.data)));
    if (begin == nullptr)
        fail_at(pending, concat("place ", message.place, " of ", name, " is a null pointer"));
    const auto bytes = static_cast<std::size_t>(message.bytes);
    const long long before = each ? 0 : message.begin;
    if (place.block == 0 && place.stride == 0)
        return {message.rank, message_type(bytes), begin + before + message.repetition * message.bytes,
                bytes};
    if (place.block < 1 || message.bytes % place.block != 0)
        fail_at(pending, concat("place ", message.place, " of ", name, " has blocks of ", place.block,
                                " bytes, which do not divide the size of ", message.bytes, " bytes"));
    const long long blocks = message.bytes / place.block;
    const long long first = before / place.block + message.repetition * blocks;
    return {message.rank, strided_type(blocks, place.block, place.stride), begin + first * place.stride,
            bytes};
}

void place_sends(PendingExchange& pending, const From& from) {
    const SendPlan& plan = plan_of(pending);
    pending.send_buffer = from.given() ? nullptr : send_slots(pending).first;
    pending.sends.clear();
    for (const patterns::PlacedMessage& message : plan.messages.sends) {
        const auto bytes = static_cast<std::size_t>(message.bytes);
        pending.sends.push_back(
            from.given() ? placed(pending, from, "FROM", message)
                         : Transfer{message.rank, message_type(bytes), pending.send_buffer, bytes});
    }
}

void place_receives(PendingExchange& pending, const Into& into) {
    const SendPlan& plan = plan_of(pending);
    const bool apart = slots_are_apart();
    const Slots slots = into.given() ? Slots{} : receive_slots(pending, plan.messages.receives.size());
    char* slot = slots.first;
    pending.receives.clear();
    for (const patterns::PlacedMessage& message : plan.messages.receives) {
        const auto bytes = static_cast<std::size_t>(message.bytes);
        pending.receives.push_back(into.given() ? placed(pending, into, "INTO", message)
                                                : Transfer{message.rank, message_type(bytes), slot, bytes});
        if (!into.given() && apart) slot += slots.stride;
    }
}

void require_apart(const PendingExchange& pending, const From& from, const Into& into) {
    if (!into.given()) return;
    const std::string problem =
        overlap_of(pending.receives, from.given() ? pending.sends : std::vector<Transfer>{});
    if (!problem.empty()) fail_at(pending, problem);
}

void prepare_send(PendingExchange& pending, SiteEntry& entry, SendPlan& plan, const SendCall& call) {
    const Excluded not_measured;
    pending.entry = &entry;
    pending.plan = &plan;
    pending.size = static_cast<std::size_t>(plan.longest);
    pending.from = nullptr;
    pending.into = nullptr;
    pending.from_places = call.from;
    pending.into_places = call.into;
    prepare_way(pending);
    place_sends(pending, call.from);
    place_receives(pending, call.into);
    require_apart(pending, call.from, call.into);
    const long long longest = plan.messages.longest_bytes;
    if (plan.matched_first != longest) tell_pairs(plan);
    prepare_transfers(
        pending, longest, call.from.given() || call.into.given(),
        [&](int rank, const RankStatus& other) { return pairs_difference(call, plan, rank, other); });
}

} // namespace

namespace {

PendingExchange& begin_planned(PendingExchange& pending, SiteEntry& entry, SendPlan& plan,
                               const SendCall& call) {
    publish(entry.label + entry.calls, plan.messages.longest_bytes, plan);
    const auto fits = [&](const PendingExchange& other) {
        return other.plan == &plan && other.from_places == call.from && other.into_places == call.into;
    };
    if (fits(pending) && pending.kept_for == the_way) return count_exchange(pending, entry);
    const auto is_same = [&](const PendingExchange& other) { return other.way == the_way && fits(other); };
    PendingExchange& chosen = exchange_for(pending, entry, is_same);
    if (!is_same(chosen)) prepare_send(chosen, entry, plan, call);
    if (chosen.way != nullptr) begin_special(chosen, entry.calls);
    return count_exchange(chosen, entry);
}

} // namespace

// Works out the plan first: the functions of the program may throw.
PendingExchange& begin_send(SiteEntry& entry, const SendCall& call) {
    SendPlan& plan = send_plan_for(entry, call);
    return begin_planned(next_exchange(), entry, plan, call);
}

PendingExchange& begin_send(PendingExchange& pending, SiteEntry& entry, const SendCall& call) {
    return begin_planned(pending, entry, send_plan_for(entry, call), call);
}

void publish_again(const PendingExchange& pending) {
    const auto& plan = static_cast<const SendPlan&>(*pending.plan);
    publish(pending.entry->label + pending.call, plan.messages.longest_bytes, plan);
}

void note_silent_sends() {
    if (the_session.rank != 0) return;
    for (const SiteEntry& entry : all_sites())
        if (entry.sends != nullptr && entry.group == nullptr && entry.calls > 0 && !entry.sends->moved)
            add_note(concat(place_text(entry.site), display_name(entry.construct),
                            ": no message was sent: no receiver is a rank, or COUNT is 0"));
}

void end_send(PendingExchange& pending) {
    pending.in_flight = false;
    const SendPlan& plan = plan_of(pending);
    ++pending.plan->calls;
    pending.entry->h.add(std::max(plan.bytes_sent, plan.bytes_received));
    if (pending.verified) verify_payload(pending);
}

} // namespace loop::runtime
