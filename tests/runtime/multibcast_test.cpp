#include "comm/payload_report.h"
#include "comm/sites.h"
#include "positions.h"
#include "ranks.h"

#include <loop/loop.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <thread>

namespace {

using Multibcast = void (*)(long long, const void*, void*, loop::Site);

const Multibcast all_three[] = {loop::multibcast0, loop::multibcast_me, loop::multibcast_alter};

std::int64_t now_ns() {
    return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

} // namespace

TEST_CASE("a multibroadcast moves slot r of FROM to rank r, and rank r's slot to slot r of INTO") {
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

TEST_CASE("a multibroadcast from the runtime's own buffers is verified and counted") {
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

TEST_CASE("VISIBLE_SYNC sends one byte to the right neighbor") {
    loop::visible_sync();
    const auto& site = loop::runtime::all_sites().back();
    const auto traffic = loop::runtime::traffic_of(site);
    CHECK(site.construct == loop::Construct::VisibleSync);
    CHECK(traffic.messages_sent == (ranks > 1 ? 1 : 0));
    CHECK(traffic.bytes_received == (ranks > 1 ? 1 : 0));
    CHECK(traffic.dropped_partners == 0);
}

TEST_CASE("nobody leaves a VISIBLE_SYNC before everyone has entered it") {
    for (int late = 0; late < ranks; ++late) {
        if (me == late) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        std::array<std::int64_t, 2> mine{}, others{};
        mine[0] = now_ns(); // all ranks are on one host and share its clock
        loop::visible_sync();
        mine[1] = now_ns();
        if (me != 0) send0(mine.data(), sizeof mine, late, 0);
        std::int64_t last_entry = mine[0], first_leave = mine[1];
        for (int other = 1; me == 0 && other < ranks; ++other) {
            recv0(others.data(), sizeof others, late);
            last_entry = std::max(last_entry, others[0]);
            first_leave = std::min(first_leave, others[1]);
        }
        CHECK(first_leave >= last_entry);
    }
}
