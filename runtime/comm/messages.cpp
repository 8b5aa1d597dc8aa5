#include "comm/messages.h"

#include "comm/node/doorbells.h"
#include "comm/payload.h"
#include "comm/payload_report.h"
#include "comm/special.h"
#include "comm/waiting/traced.h"
#include "comm/waiting/waiting.h"
#include "output/notes.h"
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

void fail_arguments(long long size, long long distance, long long partners) {
    const Session& s = the_session;
    if (size < 0) fail(s.site, s.construct, "the size is ", size, " bytes; it must not be negative");
    if (distance < 1) fail(s.site, s.construct, "the distance is ", distance, "; it must be at least 1");
    fail(s.site, s.construct, "the number of partners is ", partners, "; it must be at least 1");
}

namespace {

// A short payload is a prefix of a long one, so the buffer's contents can be reused for both.
void put_payload(PendingExchange& pending, long long call) {
    const SiteEntry& entry = *pending.entry;
    const PayloadKind kind = payload_kind(the_session.rank, entry.construct, entry.site.line, call);
    pending.marked_call = call;
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
        const PayloadKind kind = payload_kind(from.rank, entry.construct, entry.site.line, pending.call);
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

namespace {

trace::Message traced(const PendingExchange& pending, const Transfer& transfer) {
    return {transfer.rank, pending.tag.shown, transfer.bytes, trace::constructs_channel};
}

void send_to(PendingExchange& pending, const Transfer& to, MPI_Request& request) {
    check_mpi(pending.start_send(to.data, to.type.count, to.type.type, to.rank, pending.tag.wire,
                                 the_session.constructs, &request),
              "sending a message");
}

void move_pair_traced(PendingExchange& pending) {
    const Transfer& to = pending.sends[0];
    const Transfer& from = pending.receives[0];
    MPI_Request request;
    trace::Waiting waiting;
    trace::put_message(trace::again(), trace::Kind::Send, traced(pending, to));
    send_to(pending, to, request);
    receive_traced(from.data, from.type.count, from.type.type, from.rank, pending.tag.wire,
                   the_session.constructs, waiting);
    waiting.received(traced(pending, from));
    wait_sent_traced(1, &request, pending.statuses.data());
}

// One message each way, the most frequent pattern: a blocking receive is cheaper in MPI than two requests.
// The send starts first, so two ranks that do this cannot block each other.
void move_pair(PendingExchange& pending) {
    if (trace::on()) return move_pair_traced(pending);
    const Transfer& from = pending.receives[0];
    MPI_Request request;
    send_to(pending, pending.sends[0], request);
    receive_during_send(from.data, from.type.count, from.type.type, from.rank, pending.tag.wire,
                        the_session.constructs, request);
}

} // namespace

void move_everything(PendingExchange& pending) {
    if (pending.is_pair) return move_pair(pending);
    post_receives(pending);
    post_sends(pending);
    wait_everything(pending);
}

namespace {

// Doorbells count messages in the order of the constructs, which started exchanges need not keep.
bool uses_doorbells(const PendingExchange& pending) {
    return doorbells_are_open && !pending.is_started;
}

void post_receive(PendingExchange& pending, std::size_t index) {
    if (pending.way != nullptr) return post_special_receive(pending, index);
    const Transfer& from = pending.receives[index];
    check_mpi(PMPI_Irecv(from.data, from.type.count, from.type.type, from.rank, pending.tag.wire,
                         the_session.constructs, &pending.requests[index]),
              "posting a receive");
}

} // namespace

void post_receives(PendingExchange& pending) {
    const std::vector<Transfer>& receives = pending.receives;
    for (std::size_t i = 0; i < receives.size(); ++i)
        post_receive(pending, i);
    if (!uses_doorbells(pending)) return;
    pending.doorbells.resize(receives.size());
    for (std::size_t i = 0; i < receives.size(); ++i)
        pending.doorbells[i] = next_doorbell(receives[i].rank);
}

void post_send(PendingExchange& pending, std::size_t index) {
    const Transfer& to = pending.sends[index];
    MPI_Request& request = pending.requests[pending.receives.size() + index];
    if (trace::on()) trace::put_message(trace::now(), trace::Kind::Send, traced(pending, to));
    if (pending.way != nullptr)
        post_special_send(pending, index);
    else
        send_to(pending, to, request);
    if (uses_doorbells(pending)) ring_doorbell(to.rank);
}

void post_sends(PendingExchange& pending) {
    for (std::size_t i = 0; i < pending.sends.size(); ++i)
        post_send(pending, i);
}

void post_in_turn(PendingExchange& pending) {
    for (std::size_t i = 0; i < std::max(pending.sends.size(), pending.receives.size()); ++i) {
        if (i < pending.sends.size()) post_send(pending, i);
        if (i < pending.receives.size()) post_receive(pending, i);
    }
}

namespace {

// Does not wait for long messages: the receiver must call MPI so that they are transferred.
void await_doorbells(PendingExchange& pending) {
    if (!uses_doorbells(pending) || pending.size > max_eager_bytes) return;
    const Waits waits(waits_for_partners);
    for (std::size_t i = 0; i < pending.doorbells.size(); ++i)
        await_doorbell(pending.receives[i].rank, pending.doorbells[i]);
}

} // namespace

namespace {

// As await_doorbells; records a wait if a doorbell has not rung yet.
void await_doorbells_traced(const PendingExchange& pending, trace::Waiting& waiting) {
    if (!uses_doorbells(pending) || pending.size > max_eager_bytes) return;
    const Waits waits(waits_for_partners);
    for (std::size_t i = 0; i < pending.doorbells.size(); ++i) {
        const int sender = pending.receives[i].rank;
        if (!has_rung(sender, pending.doorbells[i])) waiting.begin(sender);
        await_doorbell(sender, pending.doorbells[i]);
    }
}

bool receives_from_any(const PendingExchange& pending) {
    return pending.way != nullptr && pending.way->any_source;
}

void received_from_any(PendingExchange& pending, std::size_t index, const MPI_Status& status,
                       trace::Waiting& waiting) {
    const int sender = status.MPI_SOURCE;
    pending.special.sources[index] = sender;
    waiting.received({sender, pending.tag.shown, bytes_from(pending, sender), trace::constructs_channel});
}

// Waits for the first `count` requests: the receives, or all.
void wait_traced(PendingExchange& pending, int count) {
    trace::Waiting waiting;
    await_doorbells_traced(pending, waiting);
    const std::vector<Transfer>& receives = pending.receives;
    const int only = count == 1 && !receives.empty() ? receives[0].rank : -1;
    wait_each(count, pending.requests.data(), pending.statuses.data(), only, waiting,
              [&](int i, const MPI_Status& status) {
                  const auto index = static_cast<std::size_t>(i);
                  if (index >= receives.size()) return;
                  if (receives_from_any(pending)) return received_from_any(pending, index, status, waiting);
                  waiting.received(traced(pending, receives[index]));
              });
    waiting.end();
}

void wait_natively(PendingExchange& pending, int count) {
    await_doorbells(pending);
    wait_all(count, pending.requests.data(), pending.statuses.data());
    if (receives_from_any(pending))
        for (std::size_t i = 0; i < pending.receives.size(); ++i)
            pending.special.sources[i] = pending.statuses[i].MPI_SOURCE;
}

// Waits for all receives, and with `count` of all messages, also for the sends.
void wait_for(PendingExchange& pending, int count) {
    if (trace::on())
        wait_traced(pending, count);
    else
        wait_natively(pending, count);
    if (pending.way != nullptr) end_special_receives(pending);
}

} // namespace

void wait_receives(PendingExchange& pending) {
    wait_for(pending, pending.receive_count());
}

void wait_sends(PendingExchange& pending) {
    const int receives = pending.receive_count();
    if (trace::on())
        return wait_sent_traced(pending.send_count(), pending.requests.data() + receives,
                                pending.statuses.data() + receives);
    wait_sent(pending.send_count(), pending.requests.data() + receives, pending.statuses.data() + receives);
}

void wait_everything(PendingExchange& pending) {
    wait_for(pending, pending.receive_count() + pending.send_count());
}

namespace {

void receive_next_special(PendingExchange& pending, std::size_t index) {
    post_special_receive(pending, index);
    if (uses_doorbells(pending)) next_doorbell(pending.receives[index].rank);
    MPI_Status status{};
    if (trace::on()) {
        trace::Waiting waiting;
        wait_each(1, &pending.requests[index], &status, -1, waiting, [&](int, const MPI_Status& done) {
            if (receives_from_any(pending)) return received_from_any(pending, index, done, waiting);
            waiting.received(traced(pending, pending.receives[index]));
        });
        waiting.end();
    } else {
        wait_one(pending.requests[index], status);
        if (receives_from_any(pending)) pending.special.sources[index] = status.MPI_SOURCE;
    }
    if (index + 1 == pending.receives.size()) end_special_receives(pending);
}

} // namespace

void receive_next(PendingExchange& pending, std::size_t index) {
    if (pending.way != nullptr) return receive_next_special(pending, index);
    const Transfer& from = pending.receives[index];
    receive_now(from.data, from.bytes, from.type, from.rank, pending.tag);
}

void receive_now(void* data, std::size_t bytes, const MessageType& type, int rank, MessageTag tag) {
    if (!trace::on()) {
        if (doorbells_are_open) {
            const Waits waits(rank);
            await_message(rank, bytes);
        }
        return receive(data, type.count, type.type, rank, tag.wire, the_session.constructs);
    }
    trace::Waiting waiting;
    if (doorbells_are_open) {
        const Waits waits(rank);
        if (!is_there(rank, tag.wire, the_session.constructs)) waiting.begin(rank);
        await_message(rank, bytes);
    }
    receive_traced(data, type.count, type.type, rank, tag.wire, the_session.constructs, waiting);
    waiting.received({rank, tag.shown, bytes, trace::constructs_channel});
}

void release_messages() {
    release_special();
    release_types();
    delete[] nested_exchanges.by_depth;
    nested_exchanges = {};
}

} // namespace loop::runtime
