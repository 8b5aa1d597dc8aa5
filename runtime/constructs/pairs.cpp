#include "constructs/pairs.h"

#include "constructs/back_end.h"
#include "session/failure.h"
#include "session/group.h"

#include <loop/comm.h>
#include <loop/send.h>

namespace loop {

namespace runtime {

void refuse(const PairsCall& call) {
    const auto refuse_number = [&](const char* what, long long number) {
        fail(call.site, call.construct, "the ", what, " is ", number, "; it must be at least 1");
    };
    if (call.size < 0)
        fail(call.site, call.construct, "the size is ", call.size, " bytes; it must not be negative");
    if (call.distance < 1) refuse_number("distance", call.distance);
    refuse_number("number of partners", call.partners);
    __builtin_unreachable();
}

void require(const SyncCall& call) {
    require_all_ranks(call.construct, call.site);
}

patterns::Pattern partners_of(const PairsCall& call, int me, int ranks) {
    switch (call.construct) {
    case Construct::Communicate:
        return patterns::communicate(me, ranks, call.distance, call.partners);
    case Construct::Exchange:
        return patterns::exchange(me, ranks, call.distance, call.partners, call.ring);
    case Construct::Multibcast0:
        return patterns::multibcast0(me, ranks);
    case Construct::MultibcastMe:
        return patterns::multibcast_me(me, ranks);
    case Construct::MultibcastAlter:
        return patterns::multibcast_alter(me, ranks);
    default: { // \VISIBLE_SYNC: the right neighbor on the ring. A single rank has none, which is no mistake.
        patterns::Pattern neighbor = patterns::communicate(me, ranks, 1, 1);
        neighbor.dropped = 0;
        return neighbor;
    }
    }
}

patterns::MessageRows rows_of(const PairsCall& call, int ranks) {
    if (call.construct != Construct::Exchange) { // every rank sends to the same distances
        std::vector<long long> distances;
        for (const patterns::Partner& partner : partners_of(call, 0, ranks).sends)
            distances.push_back(partner.rank);
        return patterns::shifts(ranks, distances);
    }
    patterns::RowBuilder rows;
    for (int rank = 0; rank < ranks; ++rank) {
        long long place = 0;
        for (const patterns::Partner& partner : partners_of(call, rank, ranks).sends)
            rows.add(rank, partner.rank, 1, 1, place++);
    }
    return rows.take();
}

MessageOrder order_of(Construct construct) {
    switch (construct) {
    case Construct::Multibcast0:
    case Construct::MultibcastMe:
        return MessageOrder::SendsFirst;
    case Construct::MultibcastAlter:
        return MessageOrder::InTurn;
    case Construct::Relay:
    case Construct::TreeBcast:
    case Construct::TreeCollectVec:
    case Construct::TreeDistribVec:
        return MessageOrder::ReceivesFirst;
    default:
        return MessageOrder::Together;
    }
}

PartnerOrders partner_orders_of(const PairsCall& call) {
    switch (call.construct) {
    case Construct::Multibcast0:
        return {PartnerOrder::Ascending, PartnerOrder::Ascending};
    case Construct::MultibcastMe:
        return {PartnerOrder::Place, PartnerOrder::Ascending};
    default:
        return {};
    }
}

} // namespace runtime

using runtime::PairsCall;

// -- the functions of programs

void communicate(long long size, long long distance, long long partners, const void* from, void* into,
                 Site site) {
    back_end::execute(PairsCall{Construct::Communicate, site, size, from, into, distance, partners});
}

Communication::Communication(long long size, long long distance, long long partners, const void* from,
                             void* into, Site site)
    : DuringMessages(
          back_end::begin(PairsCall{Construct::Communicate, site, size, from, into, distance, partners}),
          site) {}

void start_communicate(Handle& handle, long long size, long long distance, long long partners,
                       const void* from, void* into, Site site) {
    back_end::start(handle, PairsCall{Construct::Communicate, site, size, from, into, distance, partners});
}

void exchange(long long size, long long distance, long long partners, const void* from, void* into, bool ring,
              Site site) {
    back_end::execute(PairsCall{Construct::Exchange, site, size, from, into, distance, partners, ring});
}

void start_exchange(Handle& handle, long long size, long long distance, long long partners, const void* from,
                    void* into, bool ring, Site site) {
    back_end::start(handle, PairsCall{Construct::Exchange, site, size, from, into, distance, partners, ring});
}

#define LOOP_MULTIBCAST(name, id)                                                                            \
    void name(long long size, const void* from, void* into, Site site) {                                     \
        back_end::execute(PairsCall{Construct::id, site, size, from, into});                                 \
    }                                                                                                        \
    void start_##name(Handle& handle, long long size, const void* from, void* into, Site site) {             \
        back_end::start(handle, PairsCall{Construct::id, site, size, from, into});                           \
    }
LOOP_MULTIBCAST(multibcast0, Multibcast0)
LOOP_MULTIBCAST(multibcast_me, MultibcastMe)
LOOP_MULTIBCAST(multibcast_alter, MultibcastAlter)
#undef LOOP_MULTIBCAST

void visible_sync(Site site) {
    back_end::execute(runtime::SyncCall{Construct::VisibleSync, site});
}

void start_visible_sync(Handle& handle, Site site) {
    back_end::start(handle, runtime::SyncCall{Construct::VisibleSync, site});
}

namespace detail {
DuringMessages::~DuringMessages() {
    back_end::complete(pending_, site_);
}
} // namespace detail

} // namespace loop
