#include "comm/messages.h"

#include "comm/payload.h"
#include "comm/payload_report.h"
#include "comm/waiting.h"
#include "measure/clock.h"
#include "measure/notes.h"

#include <deque>

namespace loop::runtime {
namespace {

constexpr int tag_count = 16384;
constexpr std::size_t faults_kept = 16;

struct Flights {
    std::deque<Flight> by_depth;
    std::size_t depth = 0;
    PayloadReport report;
};

Flights& flights() {
    static Flights* const instance = new Flights; // read by exit handlers
    return *instance;
}

void note_dropped(SiteEntry& entry, const Plan& plan) {
    if (entry.drop_noted) return;
    entry.drop_noted = true;
    add_note(place_text(entry.site) + display_name(entry.construct) + ": " +
             std::to_string(plan.pattern.dropped) + " of " + std::to_string(plan.partners) +
             (plan.partners == 1 ? " partner" : " partners") +
             " dropped (not there, the same twice, or oneself)");
}

void prepare_payload(Flight& flight) {
    const Excluded not_measured;
    const SiteEntry& entry = *flight.entry;
    fill_payload(flight.send_buffer, flight.size,
                 payload_seed(the_session.rank, entry.construct, entry.site.line, flight.call));
}

void prepare_buffers(Flight& flight) {
    flight.stride = rounded_to_page(flight.size);
    if (flight.from == nullptr) flight.send_buffer = flight.send_memory.reserve(1, flight.stride);
    if (flight.into != nullptr) return;
    flight.receive_buffer =
        flight.receive_memory.reserve(flight.plan->pattern.receives.size(), flight.stride);
}

void report_fault(const Flight& flight, int sender, std::size_t wrong) {
    PayloadReport& report = flights().report;
    ++report.wrong_messages;
    report.wrong_bytes += static_cast<long long>(wrong);
    if (report.faults.size() == faults_kept) return;
    const SiteEntry& entry = *flight.entry;
    report.faults.push_back(
        {entry.construct, entry.site.line, sender, flight.call, static_cast<long long>(wrong)});
    print_error(place_text(entry.site) + "error: rank " + std::to_string(the_session.rank) + ": " +
                display_name(entry.construct) + ": " + std::to_string(wrong) + " wrong of " +
                std::to_string(flight.size) + " bytes from rank " + std::to_string(sender) + ", call " +
                std::to_string(flight.call + 1) + " of this line");
}

void verify_payload(const Flight& flight) {
    const Excluded not_measured;
    const SiteEntry& entry = *flight.entry;
    const auto& receives = flight.plan->pattern.receives;
    for (std::size_t i = 0; i < receives.size(); ++i) {
        const int sender = receives[i].rank;
        const std::uint64_t seed = payload_seed(sender, entry.construct, entry.site.line, flight.call);
        const auto* data = static_cast<const char*>(flight.incoming(i));
        const std::size_t wrong = count_wrong_bytes(data, flight.size, seed);
        if (wrong != 0) report_fault(flight, sender, wrong);
    }
    flights().report.messages += static_cast<long long>(receives.size());
}

} // namespace

void require_arguments(long long size, long long distance, long long partners) {
    const Session& s = the_session;
    if (size < 0)
        fail(s.site, s.construct, "the size is " + std::to_string(size) + " bytes, it must not be negative");
    if (distance < 1)
        fail(s.site, s.construct, "the distance is " + std::to_string(distance) + ", it must be at least 1");
    if (partners < 1)
        fail(s.site, s.construct,
             "the number of partners is " + std::to_string(partners) + ", it must be at least 1");
}

Flight& begin_flight(SiteEntry& entry, const Plan& plan, long long size, const void* from, void* into) {
    Flights& all = flights();
    if (all.depth == all.by_depth.size()) all.by_depth.emplace_back();
    Flight& flight = all.by_depth[all.depth];
    flight.tag = static_cast<int>(all.depth % tag_count);
    ++all.depth;
    flight.entry = &entry;
    flight.plan = &plan;
    flight.size = static_cast<std::size_t>(size);
    flight.type = message_type(flight.size);
    flight.from = static_cast<const char*>(from);
    flight.into = static_cast<char*>(into);
    flight.call = entry.calls++;
    const std::size_t messages = plan.pattern.receives.size() + plan.pattern.sends.size();
    if (flight.requests.size() < messages) {
        flight.requests.resize(messages);
        flight.statuses.resize(messages);
    }
    if (plan.pattern.dropped != 0) note_dropped(entry, plan);
    prepare_buffers(flight);
    flight.verified = the_session.verify && from == nullptr && into == nullptr && messages != 0;
    if (flight.verified) prepare_payload(flight);
    return flight;
}

void post_receives(Flight& flight) {
    const auto& receives = flight.plan->pattern.receives;
    for (std::size_t i = 0; i < receives.size(); ++i) {
        check_mpi(MPI_Irecv(flight.incoming(i), flight.type.count, flight.type.type, receives[i].rank,
                            flight.tag, the_session.constructs, &flight.requests[i]),
                  "posting a receive");
    }
}

void post_sends(Flight& flight) {
    const auto& sends = flight.plan->pattern.sends;
    MPI_Request* requests = flight.requests.data() + flight.receive_count();
    for (std::size_t i = 0; i < sends.size(); ++i) {
        check_mpi(MPI_Isend(flight.outgoing(sends[i]), flight.type.count, flight.type.type, sends[i].rank,
                            flight.tag, the_session.constructs, &requests[i]),
                  "sending a message");
    }
}

void wait_receives(Flight& flight) {
    wait_all(flight.receive_count(), flight.requests.data(), flight.statuses.data());
}

void wait_sends(Flight& flight) {
    const int receives = flight.receive_count();
    wait_all(flight.send_count(), flight.requests.data() + receives, flight.statuses.data() + receives);
}

void wait_everything(Flight& flight) {
    wait_all(flight.receive_count() + flight.send_count(), flight.requests.data(), flight.statuses.data());
}

void end_flight(Flight& flight) {
    SiteEntry& entry = *flight.entry;
    const auto sends = static_cast<long long>(flight.plan->pattern.sends.size());
    const auto receives = static_cast<long long>(flight.plan->pattern.receives.size());
    const auto size = static_cast<long long>(flight.size);
    entry.messages_sent += sends;
    entry.bytes_sent += sends * size;
    entry.messages_received += receives;
    entry.bytes_received += receives * size;
    entry.dropped_partners += flight.plan->pattern.dropped;
    if (flight.verified) verify_payload(flight);
    --flights().depth;
}

const PayloadReport& payload_report() {
    return flights().report;
}

void release_messages() {
    release_types();
    flights().by_depth.clear();
}

} // namespace loop::runtime
