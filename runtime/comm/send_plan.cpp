#include "comm/send_plan.h"

#include "comm/messages.h"
#include "session/failure.h"
#include "session/group.h"
#include "session/session.h"
#include "trace/excluded.h"

#include <algorithm>

namespace loop::runtime {
namespace {

// The ranks that this rank waits for, as the status file packs them.
std::int64_t awaited(const patterns::SendPattern& messages, bool only_senders) {
    std::vector<std::int32_t> ranks;
    for (const patterns::PlacedMessage& message : messages.receives)
        ranks.push_back(message.rank);
    if (!only_senders)
        for (const patterns::PlacedMessage& message : messages.sends)
            ranks.push_back(message.rank);
    return packed(std::move(ranks));
}

std::string circle_text(const std::vector<int>& circle) {
    constexpr std::size_t most = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(circle.size(), most); ++i)
        text += concat(rank_of_member(circle[i]), " -> ");
    return text + (circle.size() > most ? "... -> " : "") + concat(rank_of_member(circle[0]));
}

void require_no_circle(const SiteEntry& entry, const SendCall& call) {
    const std::vector<int> circle = patterns::find_circle(ranks_in_group(), call.pattern());
    if (circle.empty()) return;
    fail(entry.site, entry.construct, circle_text(circle),
         " is a circle: each of these ranks would wait for the one before it");
}

// Places of INTO at which more than one message would arrive.
void require_own_places(const SiteEntry& entry, const patterns::SendPattern& messages) {
    for (std::size_t i = 1; i < messages.receives.size(); ++i) {
        const patterns::PlacedMessage& before = messages.receives[i - 1];
        const patterns::PlacedMessage& message = messages.receives[i];
        if (before.place == message.place && before.repetition == message.repetition)
            fail(entry.site, entry.construct, "ranks ", before.rank, " and ", message.rank,
                 " both send to place ", message.place, " of INTO on rank ", the_session.rank,
                 "; leave INTO out, or give the messages different places in the lists of receivers");
    }
}

SendPlan make(const SiteEntry& entry, const SendCall& call) {
    patterns::SendPattern messages =
        patterns::send_pattern(rank_in_group(), ranks_in_group(), call.pattern());
    for (auto* all : {&messages.sends, &messages.receives})
        for (patterns::PlacedMessage& message : *all)
            message.rank = rank_of_member(message.rank);
    if (!messages.problem.empty())
        fail(entry.site, entry.construct, messages.problem,
             among_all() ? "" : " (ranks count in their group)");
    if (call.into.given()) require_own_places(entry, messages);
    if (entry.construct == Construct::Relay) require_no_circle(entry, call);
    SendPlan plan(SendKey(call), std::move(messages));
    plan.agreed = {static_cast<std::int64_t>(plan.messages.hash), 0};
    plan.published = {plan.agreed[0], awaited(plan.messages, entry.construct == Construct::Relay)};
    return plan;
}

bool is_in_flight(const SendPlan& plan) {
    const std::vector<PendingExchange*>& all = all_exchanges();
    return std::any_of(all.begin(), all.end(), [&](const PendingExchange* pending) {
        return pending->in_flight && pending->plan == &plan;
    });
}

Traffic traffic_of(const SendPlan& plan) {
    return {plan.calls * static_cast<long long>(plan.messages.sends.size()), plan.calls * plan.bytes_sent,
            plan.calls * static_cast<long long>(plan.messages.receives.size()),
            plan.calls * plan.bytes_received, 0};
}

// Makes room for another plan. Exchanges that were prepared with the old one must be prepared again.
void forget_oldest(SendPlans& plans) {
    const std::size_t at = plans.oldest++ % plans.plans.size();
    const std::unique_ptr<SendPlan>& oldest = plans.plans[at];
    if (is_in_flight(*oldest)) return;
    plans.forgotten += traffic_of(*oldest);
    for (PendingExchange* pending : all_exchanges())
        if (pending->plan == oldest.get()) pending->plan = nullptr;
    if (plans.last == oldest.get()) plans.last = nullptr;
    plans.plans.erase(plans.plans.begin() + static_cast<std::ptrdiff_t>(at));
}

SendPlan* find(SendPlans& plans, const SendCall& call) {
    for (const auto& plan : plans.plans)
        if (plan->key.matches(call)) return plan.get();
    return nullptr;
}

// A function that was worked out afresh may have given the same messages as before.
SendPlan* find(SendPlans& plans, const SendPlan& like) {
    const auto same = [&](const std::unique_ptr<SendPlan>& plan) {
        return plan->agreed == like.agreed && plan->key.count == like.key.count &&
               plan->key.bytes == like.key.bytes;
    };
    const auto found = std::find_if(plans.plans.begin(), plans.plans.end(), same);
    return found == plans.plans.end() ? nullptr : found->get();
}

void add_offsets(SendPlans& plans, const patterns::SendPattern& pattern) {
    constexpr std::size_t most = 8;
    plans.more_offsets = plans.more_offsets || pattern.more_offsets;
    for (const long long offset : pattern.offsets) {
        if (std::find(plans.offsets.begin(), plans.offsets.end(), offset) != plans.offsets.end()) continue;
        if (plans.offsets.size() < most)
            plans.offsets.push_back(offset);
        else
            plans.more_offsets = true;
    }
}

SendPlan* add(SendPlans& plans, SendPlan plan) {
    if (plans.plans.size() >= SendPlans::most) forget_oldest(plans);
    add_offsets(plans, plan.messages);
    plans.moved = plans.moved || plan.messages.all_messages > 0;
    plans.plans.push_back(std::make_unique<SendPlan>(std::move(plan)));
    return plans.plans.back().get();
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

SendPlan::SendPlan(SendKey of, patterns::SendPattern with)
    : Plan{0, 0, false, {}, {}, {}}, key(std::move(of)), messages(std::move(with)) {
    for (const patterns::PlacedMessage& message : messages.sends) {
        bytes_sent += message.bytes;
        longest = std::max(longest, message.bytes);
    }
    for (const patterns::PlacedMessage& message : messages.receives) {
        bytes_received += message.bytes;
        longest = std::max(longest, message.bytes);
    }
}

Traffic traffic_of(const SendPlans& plans) {
    Traffic traffic = plans.forgotten;
    for (const auto& plan : plans.plans)
        traffic += traffic_of(*plan);
    return traffic;
}

SendPlan& work_out_plan(SiteEntry& entry, const SendCall& call) {
    const Excluded not_measured;
    if (entry.sends == nullptr) entry.sends = std::make_unique<SendPlans>();
    SendPlans& plans = *entry.sends;
    plans.last = find(plans, call);
    if (plans.last != nullptr) return *plans.last;
    SendPlan plan = make(entry, call);
    plans.last = find(plans, plan);
    if (plans.last == nullptr) plans.last = add(plans, std::move(plan));
    return *plans.last;
}

} // namespace loop::runtime
