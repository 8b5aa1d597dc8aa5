#include "comm/send_plan.h"

#include "comm/messages.h"
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

SendPlan make(const SiteEntry& entry, const SendCall& call) {
    SendPlan plan(SendKey(call), messages_of(call));
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
