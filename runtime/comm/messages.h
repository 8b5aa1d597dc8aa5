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

// The messages of one construct between their start and their completion. Exchanges nest: the statement of a
// \COMMUNICATE may communicate. Each depth has its own buffers and tag, so an inner exchange never matches
// messages of the outer one.
struct PendingExchange {
    SiteEntry* entry = nullptr;
    Plan* plan = nullptr;
    std::size_t size = 0;
    MessageType type{};
    int depth = 0; // number of enclosing exchanges, modulo depth_count
    MessageTag tag{};
    bool is_pair = false;       // one message each way, with native waits
    const char* from = nullptr; // the user's data, one slot per partner
    char* into = nullptr;
    char* send_buffer = nullptr;    // the runtime's: one payload for all partners
    char* receive_buffer = nullptr; // the runtime's: one slot of `stride` bytes per partner
    std::size_t stride = 0;
    bool verified = false;
    long long call = 0;
    std::vector<std::uint32_t> doorbells; // if ranks yield: the numbers of the messages to be received
    std::vector<MPI_Request> requests;    // the receives, then the sends
    std::vector<MPI_Status> statuses;
    Buffer send_memory;
    long long marked_call = -1;   // the call whose payload the send buffer holds
    const char* filled = nullptr; // the buffer that holds a payload
    std::size_t filled_bytes = 0; // the size of that payload
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

struct PendingExchanges {
    // No destructor frees them, because a rank may end during an exchange. release_messages() frees them.
    std::unique_ptr<PendingExchange>* by_depth;
    std::size_t made;
    std::size_t depth;
};
extern PendingExchanges pending_exchanges;

void make_exchange();
void prepare_exchange(PendingExchange& pending, SiteEntry& entry, Plan& plan, std::size_t size,
                      const char* from, char* into);
void prepare_payload(PendingExchange& pending);
void verify_payload(PendingExchange& pending);

inline void publish(long long call, long long bytes, const Plan& plan) {
    publish(call, bytes, plan.distance, plan.partners | (plan.ring ? ring_bit : 0));
}

// Starts an exchange: prepares buffers and payload. If the last construct at this depth was the same,
// everything is prepared already. end_exchange counts and verifies the messages, and releases the depth. The
// exchange that was started last must end first.
inline PendingExchange& begin_exchange(SiteEntry& entry, Plan& plan, long long bytes, const void* from,
                                       void* into) {
    if (pending_exchanges.depth == pending_exchanges.made) make_exchange();
    PendingExchange& pending = *pending_exchanges.by_depth[pending_exchanges.depth++];
    const auto size = static_cast<std::size_t>(bytes);
    publish(entry.label + entry.calls, bytes, plan);
    if (pending.plan != &plan || pending.size != size || pending.from != from || pending.into != into)
        prepare_exchange(pending, entry, plan, size, static_cast<const char*>(from),
                         static_cast<char*>(into));
    pending.call = entry.calls++;
    if (pending.verified && pending.marked_call != pending.call) prepare_payload(pending);
    return pending;
}

inline void end_exchange(PendingExchange& pending) {
    ++pending.plan->calls;
    pending.plan->bytes += static_cast<long long>(pending.size);
    if (pending.verified) verify_payload(pending);
    --pending_exchanges.depth;
}

// Sends and receives all messages, and waits until they are complete.
void move_everything(PendingExchange& pending);

void post_receives(PendingExchange& pending);
void post_send(PendingExchange& pending, std::size_t index);
void post_sends(PendingExchange& pending);
void wait_receives(PendingExchange& pending);
void wait_sends(PendingExchange& pending);
void wait_everything(PendingExchange& pending);

// Receives one message, for which no receive has been posted. Blocks.
void receive_now(void* data, std::size_t bytes, const MessageType& type, int rank, MessageTag tag);

// Ends the program because an argument is outside the language's domain.
[[noreturn]] void fail_arguments(long long size, long long distance, long long partners);

inline void require_arguments(long long size, long long distance, long long partners) {
    if (size < 0 || distance < 1 || partners < 1) fail_arguments(size, distance, partners);
}

// Releases buffers and datatypes; to be called before MPI_Finalize.
void release_messages();

} // namespace loop::runtime
