#pragma once

#include "comm/buffers.h"
#include "comm/datatype.h"
#include "comm/matching/tags.h"
#include "comm/sites.h"
#include "session/waits.h"

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace loop::runtime {

// The messages of one construct on their way. Flights nest (a statement of \COMMUNICATE may communicate):
// each depth has buffers and a tag of its own, so that nothing of an inner flight meets the outer one's
// messages.
struct Flight {
    SiteEntry* entry = nullptr;
    Plan* plan = nullptr;
    std::size_t size = 0;
    MessageType type{};
    int depth = 0; // among flights under way
    MessageTag tag{};
    bool is_pair = false;       // one message each way, waited for natively
    const char* from = nullptr; // user data, slot by slot
    char* into = nullptr;
    char* send_buffer = nullptr;    // ours: one payload for all partners
    char* receive_buffer = nullptr; // ours: a slot of `stride` bytes each
    std::size_t stride = 0;
    bool verified = false;
    long long call = 0;
    std::vector<std::uint32_t> bells;  // where ranks yield: the numbers of the messages to be received
    std::vector<MPI_Request> requests; // the receives, then the sends
    std::vector<MPI_Status> statuses;
    Buffer send_memory;
    long long marked_call = -1;   // the call whose payload the send buffer holds
    const char* filled = nullptr; // the buffer that holds a payload, and how much of it
    std::size_t filled_bytes = 0;
    Buffer receive_memory;

    const void* outgoing(const patterns::Partner& partner) const {
        return from != nullptr ? from + static_cast<std::size_t>(partner.slot) * size : send_buffer;
    }
    void* incoming(std::size_t index) const {
        const auto slot = static_cast<std::size_t>(plan->pattern.receives[index].slot);
        return into != nullptr ? into + slot * size : receive_buffer + index * stride;
    }
    int receive_count() const { return static_cast<int>(plan->pattern.receives.size()); }
    int send_count() const { return static_cast<int>(plan->pattern.sends.size()); }
};

struct Flights {
    std::unique_ptr<Flight>* by_depth; // never destroyed but by release_messages, as a rank may end anywhere
    std::size_t made;
    std::size_t depth;
};
extern Flights flights;

void make_flight();
void prepare_flight(Flight& flight, SiteEntry& entry, Plan& plan, std::size_t size, const char* from,
                    char* into);
void prepare_payload(Flight& flight);
void verify_payload(Flight& flight);

inline void publish(long long call, long long bytes, const Plan& plan) {
    publish(call, bytes, plan.distance, plan.partners | (plan.ring ? ring_bit : 0));
}

// Starts a flight: buffers, payload. A construct that comes by again as it was the last time at this depth
// finds everything prepared. end_flight verifies, counts and gives the depth back; last in, first out.
inline Flight& begin_flight(SiteEntry& entry, Plan& plan, long long bytes, const void* from, void* into) {
    if (flights.depth == flights.made) make_flight();
    Flight& flight = *flights.by_depth[flights.depth++];
    const auto size = static_cast<std::size_t>(bytes);
    publish(entry.label + entry.calls, bytes, plan);
    if (flight.plan != &plan || flight.size != size || flight.from != from || flight.into != into)
        prepare_flight(flight, entry, plan, size, static_cast<const char*>(from), static_cast<char*>(into));
    flight.call = entry.calls++;
    if (flight.verified && flight.marked_call != flight.call) prepare_payload(flight);
    return flight;
}

inline void end_flight(Flight& flight) {
    ++flight.plan->calls;
    flight.plan->bytes += static_cast<long long>(flight.size);
    if (flight.verified) verify_payload(flight);
    --flights.depth;
}

// All of it, and waits until it is done.
void move_everything(Flight& flight);

void post_receives(Flight& flight);
void post_send(Flight& flight, std::size_t index);
void post_sends(Flight& flight);
void wait_receives(Flight& flight);
void wait_sends(Flight& flight);
void wait_everything(Flight& flight);

// One message that no flight has posted, blocking.
void receive_now(void* data, std::size_t bytes, const MessageType& type, int rank, MessageTag tag);

// Ends the program where an argument is outside the language's domain.
[[noreturn]] void fail_arguments(long long size, long long distance, long long partners);

inline void require_arguments(long long size, long long distance, long long partners) {
    if (size < 0 || distance < 1 || partners < 1) fail_arguments(size, distance, partners);
}

// Buffers and datatypes go; before MPI_Finalize.
void release_messages();

} // namespace loop::runtime
