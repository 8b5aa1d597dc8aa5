#include "comm/collectives.h"
#include "comm/payload_report.h"
#include "comm/reduction_contents.h"
#include "session/group.h"
#include "trace/excluded.h"

#include <cstring>

namespace loop::runtime {
namespace {

// Blocks for different receivers differ, too.
PayloadKind kind_of(const PendingCollective& pending, const SentBlock& block, long long call) {
    const auto sender = static_cast<unsigned>(block.sender), receiver = static_cast<unsigned>(block.receiver);
    const unsigned which = (receiver + 1) * static_cast<unsigned>(ranks_in_group()) + sender;
    return payload_kind(static_cast<int>(which), pending.entry->construct, pending.entry->site, call);
}

// A broadcast has one buffer.
char* sent_data(const PendingCollective& pending) {
    const bool one_buffer = pending.plan->construct == Construct::Bcast;
    return static_cast<char*>(one_buffer ? pending.receive : const_cast<void*>(pending.send));
}

Reduction reduction_of(const CollectivePlan& plan) {
    return {plan.op, plan.element, ranks_in_group()};
}

long long elements_in(long long bytes, const CollectivePlan& plan) {
    return bytes / static_cast<long long>(bytes_of(plan.element));
}

// How many ranks' contributions are in the result of this one.
int combined_ranks(Construct construct) {
    if (construct == Construct::Scan) return rank_in_group() + 1;
    return construct == Construct::Exscan ? rank_in_group() : ranks_in_group();
}

void verify_result(const PendingCollective& pending) {
    const CollectivePlan& plan = *pending.plan;
    if (plan.receives.bytes == 0 || combined_ranks(plan.construct) == 0) return;
    auto* const data = static_cast<char*>(pending.receive);
    const auto bytes = static_cast<std::size_t>(plan.receives.bytes);
    const long long first = plan.construct == Construct::ReduceScatter ? elements_in(plan.first, plan) : 0;
    report_result(*pending.entry, pending.call, bytes,
                  count_wrong_result_bytes(data, bytes, first, pending.expected));
    spoil_payload(data, bytes);
}

void verify_blocks(const PendingCollective& pending) {
    for (const SentBlock& block : pending.plan->receives.all)
        verify_message({*pending.entry, pending.call, rank_of_member(block.sender),
                        static_cast<char*>(pending.receive) + block.at,
                        static_cast<std::size_t>(block.bytes)},
                       kind_of(pending, block, pending.call));
}

} // namespace

void fill_collective(PendingCollective& pending) {
    const CollectivePlan& plan = *pending.plan;
    const bool owns_sends = pending.from == nullptr && pending.data == nullptr;
    const bool owns_receives = pending.into == nullptr && pending.data == nullptr;
    constexpr int spoiled = 0xa5;
    if (owns_receives && plan.receives.bytes > 0)
        std::memset(pending.receive, spoiled, static_cast<std::size_t>(plan.receives.bytes));
    if (owns_sends && is_reduction(plan.construct))
        fill_contribution(sent_data(pending), elements_in(plan.sends.bytes, plan), reduction_of(plan),
                          rank_in_group());
    if (owns_sends)
        for (const SentBlock& block : plan.sends.all)
            fill_payload(sent_data(pending) + block.at, static_cast<std::size_t>(block.bytes),
                         kind_of(pending, block, pending.call));
    pending.marked_call = -1;
    if (!pending.verified || !is_reduction(plan.construct)) return;
    const int combined = combined_ranks(plan.construct);
    if (plan.receives.bytes > 0 && combined > 0)
        pending.expected = combined_period(reduction_of(plan), combined);
}

void mark_collective(PendingCollective& pending, long long call) {
    for (const SentBlock& block : pending.plan->sends.all)
        mark_payload(sent_data(pending) + block.at, static_cast<std::size_t>(block.bytes),
                     kind_of(pending, block, call));
    pending.marked_call = call;
}

void verify_collective(PendingCollective& pending) {
    const Excluded not_measured;
    if (is_reduction(pending.plan->construct))
        verify_result(pending);
    else
        verify_blocks(pending);
    mark_collective(pending, pending.call + 1);
}

} // namespace loop::runtime
