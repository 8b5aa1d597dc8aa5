#pragma once

#include <loop/message_rows.h>
#include <loop/patterns.h>
#include <loop/rank_status.h>
#include <loop/site.h>

namespace loop::runtime {

// One call of a construct whose partners follow from numbers: \COMMUNICATE, \EXCHANGE, the multibroadcasts,
// and the messages between the synchronizations of \VISIBLE_SYNC.
struct PairsCall {
    Construct construct;
    const Site& site;
    long long size;   // of each message, in bytes
    const void* from; // the program's data, a slot for each partner; null: the runtime's own
    void* into;
    long long distance = 1, partners = 1; // of \COMMUNICATE and \EXCHANGE
    bool ring = false;                    // of \EXCHANGE
};

// One call of \VISIBLE_SYNC: all ranks synchronize, send to their right neighbor, and synchronize again.
struct SyncCall {
    Construct construct;
    const Site& site;

    // What lies between.
    PairsCall messages() const { return {construct, site, 1, nullptr, nullptr}; }
};

// Ends the run if this rank is in an \AMONG.
void require(const SyncCall& call);

// Ends the run because an argument is outside the language's domain.
[[noreturn]] void refuse(const PairsCall& call);
inline void require(const PairsCall& call) {
    if (call.size < 0 || call.distance < 1 || call.partners < 1) refuse(call);
}

// The partners of rank `me` of a group of `ranks`.
patterns::Pattern partners_of(const PairsCall& call, int me, int ranks);

// The messages of all ranks, of 1 byte each.
patterns::MessageRows rows_of(const PairsCall& call, int ranks);

// How the messages of a rank follow each other. All receives are posted before the first send, except in the
// multibroadcasts, which follow the paper's order.
enum class MessageOrder {
    Together,
    SendsFirst,   // all sends start, then messages are received one by one
    InTurn,       // a send, a receive, a send, ...
    ReceivesFirst // sends start when all messages have arrived
};
MessageOrder order_of(Construct construct);

// In which order the sends of a rank come, or its receives: that of places (receives of one place by sender),
// or that of the partners' numbers in the group.
enum class PartnerOrder { Place, Ascending, Descending };
struct PartnerOrders {
    PartnerOrder sends = PartnerOrder::Place, receives = PartnerOrder::Place;
};
PartnerOrders partner_orders_of(const PairsCall& call);

} // namespace loop::runtime
