#include "comm/messages.h"

#include "comm/payload.h"
#include "comm/payload_report.h"
#include "comm/special.h"
#include "output/notes.h"
#include "session/failure.h"
#include "session/group.h"
#include "session/lasting.h"
#include "session/simulation.h"
#include "trace/excluded.h"

#include <algorithm>
#include <memory>

namespace loop::runtime {

NestedExchanges nested_exchanges = {};

namespace {

Lasting<std::vector<PendingExchange*>> exchanges;

constexpr int depth_count = 16384;
// Partners dropped at the ends of a chain are intended and get no note.
void note_dropped(SiteEntry& entry, const Plan& plan) {
    const long long unexpected = plan.pattern.dropped - plan.pattern.expected;
    if (entry.drop_noted || unexpected == 0) return;
    entry.drop_noted = true;
    add_note(concat(place_text(entry.site), display_name(entry.construct), ": ", unexpected, " of ",
                    plan.partners, plan.partners == 1 ? " partner" : " partners",
                    " dropped (no such rank, a duplicate, or itself)"));
}

} // namespace

PendingExchange::PendingExchange() {
    exchanges().push_back(this);
}

PendingExchange::~PendingExchange() {
    std::vector<PendingExchange*>& all = exchanges();
    all.erase(std::find(all.begin(), all.end(), this));
}

const std::vector<PendingExchange*>& all_exchanges() {
    return exchanges();
}

bool slots_are_apart() {
    return !is_simulated || the_session.verify;
}

namespace {

// A short payload is a prefix of a long one, so the buffer's contents can be reused for both.
void put_payload(PendingExchange& pending, long long call) {
    const SiteEntry& entry = *pending.entry;
    const PayloadKind kind = payload_kind(the_session.rank, entry.construct, entry.site, call);
    pending.marked_call = call;
    if (pending.size == 0) return; // there may be no buffer
    if (pending.filled == pending.send_buffer && pending.size <= pending.filled_bytes)
        return mark_payload(pending.send_buffer, pending.size, kind);
    fill_payload(pending.send_buffer, pending.size, kind);
    pending.filled = pending.send_buffer;
    pending.filled_bytes = pending.size;
}

} // namespace

void prepare_payload(PendingExchange& pending) {
    const Excluded not_measured;
    put_payload(pending, pending.call);
}

// Prepares the next call's payload as well: most constructs repeat, and each excluded interval takes two
// clock readings, which disturb the measurement.
void verify_payload(PendingExchange& pending) {
    const Excluded not_measured;
    const SiteEntry& entry = *pending.entry;
    for (const Transfer& from : pending.receives) {
        const PayloadKind kind = payload_kind(from.rank, entry.construct, entry.site, pending.call);
        verify_message({entry, pending.call, from.rank, static_cast<char*>(from.data), from.bytes}, kind);
    }
    put_payload(pending, pending.call + 1);
}

void make_exchange() {
    auto* more = new std::unique_ptr<PendingExchange>[nested_exchanges.made + 1];
    std::move(nested_exchanges.by_depth, nested_exchanges.by_depth + nested_exchanges.made, more);
    more[nested_exchanges.made] = std::make_unique<PendingExchange>();
    more[nested_exchanges.made]->depth = static_cast<int>(nested_exchanges.made % depth_count);
    delete[] nested_exchanges.by_depth;
    nested_exchanges.by_depth = more;
    ++nested_exchanges.made;
}

namespace {

// The messages of a pattern: all have the same size, and slot j of the user's data is for the j-th partner.
void place_messages(PendingExchange& pending, std::size_t size) {
    const patterns::Pattern& pattern = pending.plan->pattern;
    const MessageType type = message_type(size);
    pending.send_buffer = pending.from == nullptr ? send_slots(pending).first : nullptr;
    pending.sends.clear();
    for (const patterns::Partner& to : pattern.sends) {
        const char* const data = pending.from != nullptr
                                     ? pending.from + static_cast<std::size_t>(to.slot) * size
                                     : pending.send_buffer;
        pending.sends.push_back({to.rank, type, const_cast<char*>(data), size});
    }
    const bool apart = slots_are_apart();
    const Slots slots = pending.into == nullptr ? receive_slots(pending, pattern.receives.size()) : Slots{};
    char* slot = slots.first;
    pending.receives.clear();
    for (const patterns::Partner& from : pattern.receives) {
        char* const data =
            pending.into != nullptr ? pending.into + static_cast<std::size_t>(from.slot) * size : slot;
        pending.receives.push_back({from.rank, type, data, size});
        if (pending.into == nullptr && apart) slot += slots.stride;
    }
}

std::vector<std::int32_t> partners_of(const PendingExchange& pending) {
    std::vector<std::int32_t> ranks;
    for (const auto* transfers : {&pending.sends, &pending.receives})
        for (const Transfer& transfer : *transfers)
            ranks.push_back(transfer.rank);
    return ranks;
}

} // namespace

void prepare_requests(PendingExchange& pending) {
    const std::size_t messages = pending.receives.size() + pending.sends.size();
    if (pending.requests.size() >= messages) return;
    pending.requests.resize(messages);
    pending.statuses.resize(messages);
}

std::int64_t packed(std::vector<std::int32_t> ranks) {
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    const auto count = static_cast<std::int64_t>(ranks.size());
    return static_cast<std::int64_t>(pack_members(ranks.data(), count, the_session.ranks));
}

void choose_tag(PendingExchange& pending) {
    const std::array<std::int64_t, 2>& agreed = pending.plan->agreed;
    const auto tag = pending.is_started ? started_tag : argument_tag;
    pending.tag = tag(pending.depth, pending.entry->construct, pending.first, agreed[0], agreed[1]);
}

namespace {

// The partners. If all ranks of the group must agree, also those before and after this one: if two ranks
// differ, then so do two neighbors.
std::vector<int> compared_ranks(const PendingExchange& pending, bool all_agree) {
    std::vector<int> ranks = partners_of(pending);
    if (!all_agree) return ranks;
    for (const int side : {1, -1})
        ranks.push_back(rank_of_member((rank_in_group() + ranks_in_group() + side) % ranks_in_group()));
    return ranks;
}

} // namespace

void prepare_transfers(PendingExchange& pending, long long first, bool own_data,
                       const ExplainDifference& explain) {
    Plan& plan = *pending.plan;
    pending.first = first;
    choose_tag(pending);
    prepare_requests(pending);
    if (pending.is_started) pending.awaited = packed(partners_of(pending));
    if (plan.matched_first != first) {
        plan.matched_first = first;
        match_arguments(compared_ranks(pending, static_cast<bool>(explain)), explain);
    }
    pending.marked_call = -1;
    pending.is_pair = pending.send_count() == 1 && pending.receive_count() == 1 && !the_session.yielding &&
                      (pending.way == nullptr || pending.way->keeps_pairs());
    pending.verified = the_session.verify && !own_data && pending.send_count() + pending.receive_count() != 0;
    if (pending.way != nullptr) prepare_special(pending);
}

Slots send_slots(PendingExchange& pending) {
    const Way* const way = pending.way;
    if (way == nullptr) return reserve_slots(pending.send_memory, 1, pending.size);
    return pending.special.sends =
               reserve_slots(pending.send_memory, way->buffers, pending.size, way->align, way->offset);
}

Slots receive_slots(PendingExchange& pending, std::size_t messages) {
    const Way* const way = pending.way;
    const std::size_t count = slots_are_apart() ? messages : 1;
    if (way == nullptr) return reserve_slots(pending.receive_memory, count, pending.size);
    pending.special.owns_receives = true;
    return pending.special.receives = reserve_slots(pending.receive_memory, count * way->buffers,
                                                    pending.size, way->align, way->into_offset());
}

void prepare_way(PendingExchange& pending) {
    static const Way none{};
    pending.way = the_way;
    pending.kept_for = the_way == nullptr ? nullptr : &none; // each call of a special exchange is prepared
    pending.start_send = send_function(the_way == nullptr ? SendMode::Standard : the_way->mode);
    pending.special.owns_receives = false;
}

void prepare_exchange(PendingExchange& pending, SiteEntry& entry, Plan& plan, std::size_t size,
                      const char* from, char* into) {
    pending.entry = &entry;
    pending.plan = &plan;
    pending.size = size;
    pending.from = from;
    pending.into = into;
    prepare_way(pending);
    if (plan.pattern.dropped != 0) note_dropped(entry, plan);
    place_messages(pending, size);
    prepare_transfers(pending, static_cast<long long>(size), from != nullptr || into != nullptr);
}

PendingExchange& begin_anew(PendingExchange& pending, SiteEntry& entry, Plan& plan, std::size_t size,
                            const char* from, char* into) {
    const auto fits = [&](const PendingExchange& other) {
        return other.plan == &plan && other.size == size && other.from == from && other.into == into &&
               other.way == the_way;
    };
    PendingExchange& chosen = exchange_for(pending, entry, fits);
    if (!fits(chosen)) prepare_exchange(chosen, entry, plan, size, from, into);
    if (chosen.way != nullptr) begin_special(chosen, entry.calls);
    return count_exchange(chosen, entry);
}

void release_messages() {
    release_special();
    release_types();
    delete[] nested_exchanges.by_depth;
    nested_exchanges = {};
}

} // namespace loop::runtime
