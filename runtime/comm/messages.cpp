#include "comm/messages.h"

#include "comm/matching/meeting.h"
#include "comm/node/bells.h"
#include "comm/payload.h"
#include "comm/payload_report.h"
#include "comm/waiting/traced.h"
#include "comm/waiting/waiting.h"
#include "output/notes.h"
#include "session/lasting.h"
#include "session/simulation.h"
#include "trace/excluded.h"

#include <memory>

namespace loop::runtime {

Flights flights = {};

namespace {

constexpr int depth_count = 16384;
constexpr std::size_t faults_kept = 16;

Lasting<PayloadReport> report;

// What the ends of a chain drop is as the program means it, and no note.
void note_dropped(SiteEntry& entry, const Plan& plan) {
    const long long unexpected = plan.pattern.dropped - plan.pattern.expected;
    if (entry.drop_noted || unexpected == 0) return;
    entry.drop_noted = true;
    add_note(concat(place_text(entry.site), display_name(entry.construct), ": ", unexpected, " of ",
                    plan.partners, plan.partners == 1 ? " partner" : " partners",
                    " dropped (no such rank, a duplicate, or itself)"));
}

void prepare_buffers(Flight& flight) {
    // What is not verified need not be apart, and the ranks of a simulation share one memory.
    const bool apart = !is_simulated || the_session.verify;
    const std::size_t slot_bytes = rounded_to_page(flight.size);
    flight.stride = apart ? slot_bytes : 0;
    if (flight.from == nullptr) flight.send_buffer = flight.send_memory.reserve(1, slot_bytes);
    if (flight.into != nullptr) return;
    flight.receive_buffer =
        flight.receive_memory.reserve(apart ? flight.plan->pattern.receives.size() : 1, slot_bytes);
}

void report_fault(const Flight& flight, int sender, std::size_t wrong) {
    PayloadReport& all = report();
    ++all.wrong_messages;
    all.wrong_bytes += static_cast<long long>(wrong);
    if (all.faults.size() == faults_kept) return;
    const SiteEntry& entry = *flight.entry;
    all.faults.push_back(
        {entry.construct, entry.site.line, sender, flight.call, static_cast<long long>(wrong)});
    print_error(concat(place_text(entry.site), "error: rank ", the_session.rank, ": ",
                       display_name(entry.construct), ": ", wrong, " of ", flight.size, " bytes from rank ",
                       sender, " are wrong, call ", flight.call + 1, " of this line"));
}

} // namespace

void fail_arguments(long long size, long long distance, long long partners) {
    const Session& s = the_session;
    if (size < 0) fail(s.site, s.construct, "the size is ", size, " bytes; it must not be negative");
    if (distance < 1) fail(s.site, s.construct, "the distance is ", distance, "; it must be at least 1");
    fail(s.site, s.construct, "the number of partners is ", partners, "; it must be at least 1");
}

namespace {

// A short payload is the beginning of a long one: what the buffer holds already is good for both.
void put_payload(Flight& flight, long long call) {
    const SiteEntry& entry = *flight.entry;
    const PayloadKind kind = payload_kind(the_session.rank, entry.construct, entry.site.line, call);
    flight.marked_call = call;
    if (flight.filled == flight.send_buffer && flight.size <= flight.filled_bytes)
        return mark_payload(flight.send_buffer, flight.size, kind);
    fill_payload(flight.send_buffer, flight.size, kind);
    flight.filled = flight.send_buffer;
    flight.filled_bytes = flight.size;
}

} // namespace

void prepare_payload(Flight& flight) {
    const Excluded not_measured;
    put_payload(flight, flight.call);
}

// The next call's payload as well: most come by again, and each stretch that is not measured takes two
// readings of the clock, which leave their traces in what is measured.
void verify_payload(Flight& flight) {
    const Excluded not_measured;
    const SiteEntry& entry = *flight.entry;
    const auto& receives = flight.plan->pattern.receives;
    for (std::size_t i = 0; i < receives.size(); ++i) {
        const int sender = receives[i].rank;
        const PayloadKind kind = payload_kind(sender, entry.construct, entry.site.line, flight.call);
        auto* const data = static_cast<char*>(flight.incoming(i));
        const std::size_t wrong = count_wrong_bytes(data, flight.size, kind);
        if (wrong != 0) report_fault(flight, sender, wrong);
        spoil_payload(data, flight.size);
    }
    report().messages += static_cast<long long>(receives.size());
    put_payload(flight, flight.call + 1);
}

void make_flight() {
    auto* more = new std::unique_ptr<Flight>[flights.made + 1];
    std::move(flights.by_depth, flights.by_depth + flights.made, more);
    more[flights.made] = std::make_unique<Flight>();
    more[flights.made]->depth = static_cast<int>(flights.made % depth_count);
    delete[] flights.by_depth;
    flights.by_depth = more;
    ++flights.made;
}

void prepare_flight(Flight& flight, SiteEntry& entry, Plan& plan, std::size_t size, const char* from,
                    char* into) {
    flight.entry = &entry;
    flight.plan = &plan;
    flight.size = size;
    flight.type = message_type(size);
    flight.from = from;
    flight.into = into;
    const int messages = flight.receive_count() + flight.send_count();
    if (flight.requests.size() < static_cast<std::size_t>(messages)) {
        flight.requests.resize(static_cast<std::size_t>(messages));
        flight.statuses.resize(static_cast<std::size_t>(messages));
    }
    if (plan.pattern.dropped != 0) note_dropped(entry, plan);
    flight.tag = argument_tag(flight.depth, entry.construct, static_cast<long long>(size), plan.distance,
                              plan.partners | (plan.ring ? ring_bit : 0));
    if (plan.met_size != static_cast<long long>(size)) {
        plan.met_size = static_cast<long long>(size);
        meet(plan.pattern.sends, plan.pattern.receives);
    }
    prepare_buffers(flight);
    flight.marked_call = -1;
    flight.is_pair = flight.send_count() == 1 && flight.receive_count() == 1 && !the_session.yielding;
    flight.verified = the_session.verify && from == nullptr && into == nullptr && messages != 0;
}

namespace {

trace::Message traced(const Flight& flight, int partner) {
    return {partner, flight.tag.shown, flight.size, trace::constructs_channel};
}

void send_to(Flight& flight, const patterns::Partner& to, MPI_Request& request) {
    check_mpi(PMPI_Isend(flight.outgoing(to), flight.type.count, flight.type.type, to.rank, flight.tag.wire,
                         the_session.constructs, &request),
              "sending a message");
}

void move_pair_traced(Flight& flight) {
    const patterns::Partner& to = flight.plan->pattern.sends[0];
    const int source = flight.plan->pattern.receives[0].rank;
    MPI_Request request;
    trace::Waiting waiting;
    trace::put_message(trace::again(), trace::Kind::Send, traced(flight, to.rank));
    send_to(flight, to, request);
    receive_traced(flight.incoming(0), flight.type.count, flight.type.type, source, flight.tag.wire,
                   the_session.constructs, waiting);
    waiting.received(traced(flight, source));
    wait_sent_traced(1, &request, flight.statuses.data());
}

// One message each way, the most frequent pattern: MPI has less to do for a blocking receive than for two
// requests. The send has started before, so that two ranks that do the same cannot block each other.
void move_pair(Flight& flight) {
    if (trace::on()) return move_pair_traced(flight);
    MPI_Request request;
    send_to(flight, flight.plan->pattern.sends[0], request);
    receive_beside_send(flight.incoming(0), flight.type.count, flight.type.type,
                        flight.plan->pattern.receives[0].rank, flight.tag.wire, the_session.constructs,
                        request);
}

} // namespace

void move_everything(Flight& flight) {
    if (flight.is_pair) return move_pair(flight);
    post_receives(flight);
    post_sends(flight);
    wait_everything(flight);
}

void post_receives(Flight& flight) {
    const auto& receives = flight.plan->pattern.receives;
    for (std::size_t i = 0; i < receives.size(); ++i) {
        check_mpi(PMPI_Irecv(flight.incoming(i), flight.type.count, flight.type.type, receives[i].rank,
                             flight.tag.wire, the_session.constructs, &flight.requests[i]),
                  "posting a receive");
    }
    if (!bells_are_open) return;
    flight.bells.resize(receives.size());
    for (std::size_t i = 0; i < receives.size(); ++i)
        flight.bells[i] = next_bell(receives[i].rank);
}

void post_send(Flight& flight, std::size_t index) {
    const patterns::Partner& partner = flight.plan->pattern.sends[index];
    MPI_Request& request = flight.requests[flight.plan->pattern.receives.size() + index];
    if (trace::on()) trace::put_message(trace::now(), trace::Kind::Send, traced(flight, partner.rank));
    send_to(flight, partner, request);
    if (bells_are_open) ring_bell(partner.rank);
}

void post_sends(Flight& flight) {
    for (std::size_t i = 0; i < flight.plan->pattern.sends.size(); ++i)
        post_send(flight, i);
}

namespace {

// Long messages are not sent before the receiver has done its part: there MPI is asked each time.
void await_bells(Flight& flight) {
    if (!bells_are_open || flight.size > largest_eager) return;
    const Waits waits(waits_for_partners);
    for (std::size_t i = 0; i < flight.bells.size(); ++i)
        await_bell(flight.plan->pattern.receives[i].rank, flight.bells[i]);
}

} // namespace

namespace {

// As await_bells, and recorded where a bell has not rung yet.
void await_bells_traced(const Flight& flight, trace::Waiting& waiting) {
    if (!bells_are_open || flight.size > largest_eager) return;
    const Waits waits(waits_for_partners);
    for (std::size_t i = 0; i < flight.bells.size(); ++i) {
        const int sender = flight.plan->pattern.receives[i].rank;
        if (!has_rung(sender, flight.bells[i])) waiting.begin(sender);
        await_bell(sender, flight.bells[i]);
    }
}

// The first `count` requests: the receives, or everything.
void wait_traced(Flight& flight, int count) {
    trace::Waiting waiting;
    await_bells_traced(flight, waiting);
    const auto& receives = flight.plan->pattern.receives;
    const int only = count == 1 && !receives.empty() ? receives[0].rank : -1;
    wait_each(count, flight.requests.data(), flight.statuses.data(), only, waiting,
              [&](int i, const MPI_Status&) {
                  const auto index = static_cast<std::size_t>(i);
                  if (index < receives.size()) waiting.received(traced(flight, receives[index].rank));
              });
    waiting.end();
}

} // namespace

void wait_receives(Flight& flight) {
    if (trace::on()) return wait_traced(flight, flight.receive_count());
    await_bells(flight);
    wait_all(flight.receive_count(), flight.requests.data(), flight.statuses.data());
}

void wait_sends(Flight& flight) {
    const int receives = flight.receive_count();
    if (trace::on())
        return wait_sent_traced(flight.send_count(), flight.requests.data() + receives,
                                flight.statuses.data() + receives);
    wait_sent(flight.send_count(), flight.requests.data() + receives, flight.statuses.data() + receives);
}

void wait_everything(Flight& flight) {
    if (trace::on()) return wait_traced(flight, flight.receive_count() + flight.send_count());
    await_bells(flight);
    wait_all(flight.receive_count() + flight.send_count(), flight.requests.data(), flight.statuses.data());
}

void receive_now(void* data, std::size_t bytes, const MessageType& type, int rank, MessageTag tag) {
    if (!trace::on()) {
        if (bells_are_open) {
            const Waits waits(rank);
            await_message(rank, bytes);
        }
        return receive(data, type.count, type.type, rank, tag.wire, the_session.constructs);
    }
    trace::Waiting waiting;
    if (bells_are_open) {
        const Waits waits(rank);
        if (!is_there(rank, tag.wire, the_session.constructs)) waiting.begin(rank);
        await_message(rank, bytes);
    }
    receive_traced(data, type.count, type.type, rank, tag.wire, the_session.constructs, waiting);
    waiting.received({rank, tag.shown, bytes, trace::constructs_channel});
}

const PayloadReport& payload_report() {
    return report();
}

void release_messages() {
    release_types();
    delete[] flights.by_depth;
    flights = {};
}

} // namespace loop::runtime
