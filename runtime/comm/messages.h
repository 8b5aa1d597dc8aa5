#pragma once

#include "comm/buffers.h"
#include "comm/datatype.h"
#include "comm/matching/argument_matching.h"
#include "comm/matching/tags.h"
#include "comm/sites.h"
#include "comm/way.h"
#include "session/waits.h"

#include <loop/user_data.h>

#include <mpi.h>

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace loop::runtime {

// A message of an exchange, ready for MPI.
struct Transfer {
    int rank; // the partner
    MessageType type;
    void* data;
    std::size_t bytes;
};

// What an exchange inside a \WITH has besides (comm/special.h).
struct SpecialExchange {
    Slots sends, receives;      // the runtime's buffers, for all turns
    bool owns_receives = false; // they are used; else the user's data are
    std::size_t turn = 0;
    std::vector<MPI_Request> requests; // PERSISTENT: for each turn, the receives, then the sends
    // ANY_SOURCE: the senders with the indices of their messages, and what has arrived.
    std::vector<std::pair<int, std::size_t>> by_sender, arrived;
    std::vector<int> sources;
    std::vector<void*> data;
    MessageType longest{};
};

// The messages of one construct between their start and their completion. Exchanges nest: the statement of a
// \COMMUNICATE may communicate. Each depth has its own buffers and tag, so an inner exchange never matches
// messages of the outer one. What a \START begins is outside of this order, and owns its exchange.
struct PendingExchange {
    PendingExchange();
    ~PendingExchange();
    PendingExchange(const PendingExchange&) = delete;
    PendingExchange& operator=(const PendingExchange&) = delete;

    SiteEntry* entry = nullptr;
    Plan* plan = nullptr;
    std::size_t size = 0;           // of the longest message
    std::vector<Transfer> receives; // in the order of receiving
    std::vector<Transfer> sends;    // in the order of sending
    int depth = 0;                  // number of enclosing exchanges, modulo depth_count
    bool is_started = false;        // by a \START; `depth` is then its number among those (started.h)
    bool in_flight = false;
    long long first = 0; // the first published argument
    MessageTag tag{};
    std::int64_t awaited = 0;   // if it is started: its partners, as the status file packs them
    bool is_pair = false;       // one message each way, with native waits
    const char* from = nullptr; // the user's data, one slot per partner
    char* into = nullptr;
    From from_places; // \SEND and \RELAY: the same, by place
    Into into_places;
    char* send_buffer = nullptr; // the runtime's: one payload for all partners
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
    const Way* way = nullptr;      // null: as usual
    const Way* kept_for = nullptr; // the way in which the next call needs no preparation
    StartSend start_send = PMPI_Isend;
    SpecialExchange special;

    int receive_count() const { return static_cast<int>(receives.size()); }
    int send_count() const { return static_cast<int>(sends.size()); }
};

// The exchanges that nest.
struct NestedExchanges {
    // No destructor frees them, because a rank may end during an exchange. release_messages() frees them.
    std::unique_ptr<PendingExchange>* by_depth;
    std::size_t made;
    std::size_t depth;
};
extern NestedExchanges nested_exchanges;

void make_exchange();
// All exchanges that exist, in flight or not.
const std::vector<PendingExchange*>& all_exchanges();
// Slots of the receive buffer that are not verified may overlap; this saves memory in a simulation, whose
// ranks share it.
bool slots_are_apart();
// The runtime's buffers for messages of at most pending.size bytes: one payload for all partners, and a slot
// for each received message.
Slots send_slots(PendingExchange& pending);
Slots receive_slots(PendingExchange& pending, std::size_t messages);
// To be called first when an exchange is prepared.
void prepare_way(PendingExchange& pending);
void prepare_exchange(PendingExchange& pending, SiteEntry& entry, Plan& plan, std::size_t size,
                      const char* from, char* into);
// The rest of the preparation, once the transfers are known: the tag, the requests, and the comparison of
// arguments with those of the partners. `first`: the first published argument. `own_data`: the program gave
// FROM or INTO.
void prepare_transfers(PendingExchange& pending, long long first, bool own_data,
                       const ExplainDifference& explain = {});
// Chooses the tag of prepared messages, again if `depth` has changed.
void choose_tag(PendingExchange& pending);
void prepare_requests(PendingExchange& pending);
void prepare_payload(PendingExchange& pending);
// These ranks, in any order and maybe repeated, as the status file packs them.
std::int64_t packed(std::vector<std::int32_t> ranks);
void verify_payload(PendingExchange& pending);

inline void publish(long long call, long long bytes, const Plan& plan) {
    publish(call, bytes, plan.published[0], plan.published[1]);
}

// The exchange that this rank begins now, at the present depth. The one that was begun last must leave first.
inline PendingExchange& next_exchange() {
    if (nested_exchanges.depth == nested_exchanges.made) make_exchange();
    return *nested_exchanges.by_depth[nested_exchanges.depth++];
}
inline void leave_exchange() {
    --nested_exchanges.depth;
}

// Counts the call of a prepared exchange, and prepares its payload.
inline PendingExchange& count_exchange(PendingExchange& pending, SiteEntry& entry) {
    pending.call = entry.calls++;
    pending.in_flight = true;
    if (pending.verified && pending.marked_call != pending.call) prepare_payload(pending);
    return pending;
}

// As begin_exchange(), for an exchange that must be prepared.
PendingExchange& begin_anew(PendingExchange& pending, SiteEntry& entry, Plan& plan, std::size_t size,
                            const char* from, char* into);

// Starts an exchange: prepares buffers and payload. If `pending` was last used for the same construct,
// everything is prepared already.
inline PendingExchange& begin_exchange(PendingExchange& pending, SiteEntry& entry, Plan& plan,
                                       long long bytes, const void* from, void* into) {
    const auto size = static_cast<std::size_t>(bytes);
    publish(entry.label + entry.calls, bytes, plan);
    if (pending.plan != &plan || pending.size != size || pending.from != from || pending.into != into ||
        pending.kept_for != the_way)
        return begin_anew(pending, entry, plan, size, static_cast<const char*>(from),
                          static_cast<char*>(into));
    return count_exchange(pending, entry);
}

// Counts and verifies the messages of an exchange that is complete.
inline void end_exchange(PendingExchange& pending) {
    pending.in_flight = false;
    ++pending.plan->calls;
    pending.plan->bytes += static_cast<long long>(pending.size);
    pending.entry->h.add(static_cast<long long>(pending.size) * pending.plan->width);
    if (pending.verified) verify_payload(pending);
}

// Sends and receives all messages, and waits until they are complete.
void move_everything(PendingExchange& pending);

void post_receives(PendingExchange& pending);
void post_send(PendingExchange& pending, std::size_t index);
void post_sends(PendingExchange& pending);
void post_in_turn(PendingExchange& pending); // a send, a receive, a send, ...
void wait_receives(PendingExchange& pending);
void wait_sends(PendingExchange& pending);
void wait_everything(PendingExchange& pending);

// Receives the next message of an exchange whose receives are not posted; `index` counts them. Blocks.
void receive_next(PendingExchange& pending, std::size_t index);

// Receives one message, for which no receive has been posted. Blocks.
void receive_now(void* data, std::size_t bytes, const MessageType& type, int rank, MessageTag tag);

// Releases buffers and datatypes; to be called before MPI_Finalize.
void release_messages();

} // namespace loop::runtime
