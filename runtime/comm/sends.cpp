#include "comm/sends.h"

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

// A message in the program's data.
Transfer transfer(const patterns::PlacedMessage& message, const PlacedData& data) {
    const auto bytes = static_cast<std::size_t>(message.bytes);
    return {message.rank,
            data.blocks == 1 ? message_type(bytes) : strided_type(data.blocks, data.block, data.stride),
            data.begin, bytes};
}

void place_sends(PendingExchange& pending, const SendCall& call) {
    const SendPlan& plan = plan_of(pending);
    const bool has_from = call.from.given();
    pending.send_buffer = has_from ? nullptr : send_slots(pending).first;
    pending.sends.clear();
    for (const patterns::PlacedMessage& message : plan.messages.sends) {
        const auto bytes = static_cast<std::size_t>(message.bytes);
        pending.sends.push_back(
            has_from ? transfer(message, place_sent(call, message))
                     : Transfer{message.rank, message_type(bytes), pending.send_buffer, bytes});
    }
}

void place_receives(PendingExchange& pending, const SendCall& call) {
    const SendPlan& plan = plan_of(pending);
    const bool has_into = call.into.given();
    const bool apart = slots_are_apart();
    const Slots slots = has_into ? Slots{} : receive_slots(pending, plan.messages.receives.size());
    char* slot = slots.first;
    pending.receives.clear();
    for (const patterns::PlacedMessage& message : plan.messages.receives) {
        const auto bytes = static_cast<std::size_t>(message.bytes);
        pending.receives.push_back(has_into ? transfer(message, place_received(call, message))
                                            : Transfer{message.rank, message_type(bytes), slot, bytes});
        if (!has_into && apart) slot += slots.stride;
    }
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
    place_sends(pending, call);
    place_receives(pending, call);
    require_apart(call, plan.messages);
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
