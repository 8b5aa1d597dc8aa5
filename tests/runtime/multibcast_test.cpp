#include "comm/payload_report.h"
#include "comm/sites.h"
#include "positions.h"
#include "ranks.h"

#include <loop/loop.h>

#include <catch2/catch.hpp>

namespace {

using Multibcast = void (*)(long long, const void*, void*, loop::Site);

const Multibcast all_three[] = {loop::multibcast0, loop::multibcast_me, loop::multibcast_alter};

} // namespace

TEST_CASE("a multibroadcast brings slot r of FROM to rank r, and what rank r sent to slot r of INTO") {
    for (Multibcast multibcast : all_three) {
        for (int ints : {1, 200, 20000}) {
            Slots from(ranks, ints);
            Slots into(ranks, ints);
            for (int rank = 0; rank < ranks; ++rank)
                from.set(rank, code(me, rank));
            multibcast(from.bytes(), from.data(), into.data(), loop::Site::here());
            for (int rank = 0; rank < ranks; ++rank)
                CHECK(into.get(rank) == (rank == me ? -1 : code(rank, me)));
        }
    }
}

TEST_CASE("a multibroadcast of the runtime's own buffers is verified and counted") {
    for (Multibcast multibcast : all_three) {
        const auto before = loop::runtime::payload_report().messages;
        for (long long size : {0, 1, 500, 1000, 100000})
            multibcast(size, nullptr, nullptr, loop::Site::here());
        CHECK(loop::runtime::payload_report().messages - before == 5 * (ranks - 1));
        CHECK(loop::runtime::payload_report().wrong_bytes == 0);
    }
    long long sent = 0;
    for (const auto& site : loop::runtime::all_sites()) {
        if (site.construct == loop::Construct::MultibcastAlter)
            sent += loop::runtime::traffic_of(site).messages_sent;
    }
    CHECK(sent >= 5 * (ranks - 1));
}

TEST_CASE("VISIBLE_SYNC sends one byte to the right neighbour") {
    loop::visible_sync();
    const auto& site = loop::runtime::all_sites().back();
    const auto traffic = loop::runtime::traffic_of(site);
    CHECK(site.construct == loop::Construct::VisibleSync);
    CHECK(traffic.messages_sent == (ranks > 1 ? 1 : 0));
    CHECK(traffic.bytes_received == (ranks > 1 ? 1 : 0));
    CHECK(traffic.dropped_partners == 0);
}

TEST_CASE("nobody leaves a VISIBLE_SYNC before everyone has entered it") {
    for (int i = 0; i < 20; ++i) {
        int waiting = 0;
        if (me != 0) send0(&me, sizeof me, i, 0); // on its way before the synchronisation
        loop::visible_sync();
        if (me == 0) {
            for (int rank = 1; rank < ranks; ++rank) {
                recv0(&waiting, sizeof waiting, i);
            }
        }
    }
    SUCCEED();
}
