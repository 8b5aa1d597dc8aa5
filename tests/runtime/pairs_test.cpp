#include "comm/payload_report.h"
#include "comm/sites.h"
#include "positions.h"
#include "ranks.h"

#include <loop/loop.h>
#include <loop/patterns.h>

#include <catch2/catch.hpp>

namespace loop::runtime {
extern std::size_t max_plain_bytes;
}

namespace {

using loop::patterns::Partner;
using loop::patterns::Pattern;

Slots outgoing(const Pattern& pattern, int slots, int ints) {
    Slots from(slots, ints);
    for (const Partner& p : pattern.sends)
        from.set(static_cast<int>(p.slot), code(me, p.rank));
    return from;
}

// Whether every slot has the data that its partner sent, and slots of dropped partners are unchanged.
bool arrived(const Pattern& pattern, const Slots& into, int slots) {
    std::vector<int> expected(static_cast<std::size_t>(slots), -1);
    for (const Partner& p : pattern.receives)
        expected[static_cast<std::size_t>(p.slot)] = code(p.rank, me);
    for (int slot = 0; slot < slots; ++slot) {
        if (into.get(slot) != expected[static_cast<std::size_t>(slot)]) return false;
    }
    return true;
}

const loop::runtime::SiteEntry& last_site() {
    return loop::runtime::all_sites().back();
}

// The h of each call at a site: "40x2 120x1".
std::string h_of(const loop::runtime::SiteEntry& site) {
    std::string text;
    for (const auto& stretch : site.h.stretches())
        text +=
            (text.empty() ? "" : " ") + std::to_string(stretch.bytes) + "x" + std::to_string(stretch.calls);
    return text;
}

} // namespace

TEST_CASE("COMMUNICATE moves the slots of FROM to those of INTO") {
    for (int distance = 1; distance <= ranks; ++distance) {
        for (int partners = 1; partners <= ranks; ++partners) {
            const Pattern pattern = loop::patterns::communicate(me, ranks, distance, partners);
            Slots from = outgoing(pattern, partners, 5);
            Slots into(partners, 5);
            loop::communicate(from.bytes(), distance, partners, from.data(), into.data());
            CHECK(arrived(pattern, into, partners));
        }
    }
}

TEST_CASE("EXCHANGE moves the slots of FROM to those of INTO, on a chain and on a ring") {
    for (int distance = 1; distance <= ranks; ++distance) {
        for (int partners = 1; partners <= ranks; ++partners) {
            for (bool ring : {false, true}) {
                const Pattern pattern = loop::patterns::exchange(me, ranks, distance, partners, ring);
                Slots from = outgoing(pattern, partners, 3);
                Slots into(partners, 3);
                loop::exchange(from.bytes(), distance, partners, from.data(), into.data(), ring);
                // A slot is the sender's index in this rank's list; the sender may have used another of its
                // own slots.
                for (const Partner& p : pattern.receives) {
                    CHECK(into.get(static_cast<int>(p.slot)) == code(p.rank, me));
                }
            }
        }
    }
}

TEST_CASE("the statement of a COMMUNICATE may communicate, to any depth") {
    const Pattern pattern = loop::patterns::communicate(me, ranks, 1, 1);
    for (int ints : {1, 50000}) {
        Slots outer_from = outgoing(pattern, 1, ints);
        Slots outer_into(1, ints);
        Slots inner_from(1, ints);
        inner_from.set(0, 7000000 + me);
        Slots inner_into(1, ints);
        {
            loop::Communication outer(outer_from.bytes(), 1, 1, outer_from.data(), outer_into.data());
            loop::Communication middle(ints, 1, 2);
            loop::communicate(inner_from.bytes(), 1, 1, inner_from.data(), inner_into.data());
            loop::exchange(64, 1, 2);
        }
        CHECK(arrived(pattern, outer_into, 1));
        if (ranks > 1) CHECK(inner_into.get(0) == 7000000 + (me - 1 + ranks) % ranks);
    }
}

TEST_CASE("large synchronous messages do not deadlock, and their payload is verified") {
    const auto before = loop::runtime::payload_report().messages;
    for (long long size : {0LL, 1LL, 4095LL, 4096LL, 70000LL, 3000001LL}) {
        loop::communicate(size, 1, 2);
        loop::exchange(size, 1, 2);
    }
    const auto& report = loop::runtime::payload_report();
    CHECK(report.wrong_messages == 0);
    CHECK(report.messages > before - (ranks > 1 ? 0 : 1));
    if (ranks > 1) CHECK(report.messages - before >= 12);
}

TEST_CASE("a message too long for an int is one message of a derived type") {
    const std::size_t limit = loop::runtime::max_plain_bytes;
    loop::runtime::max_plain_bytes = 1000;
    const Pattern pattern = loop::patterns::communicate(me, ranks, 1, 1);
    for (int ints : {250, 251, 2500, 77777}) {
        Slots from = outgoing(pattern, 1, ints);
        Slots into(1, ints);
        loop::communicate(from.bytes(), 1, 1, from.data(), into.data());
        CHECK(arrived(pattern, into, 1));
        loop::communicate(from.bytes(), 1, 1);
        loop::multibcast_alter(from.bytes());
    }
    loop::runtime::max_plain_bytes = limit;
    CHECK(loop::runtime::payload_report().wrong_messages == 0);
}

TEST_CASE("one line may use different sizes and data in each call") {
    const Pattern pattern = loop::patterns::communicate(me, ranks, 1, 1);
    Slots from[] = {outgoing(pattern, 1, 10), outgoing(pattern, 1, 30)};
    Slots into[] = {Slots(1, 10), Slots(1, 30)};
    const long long messages_before = loop::runtime::payload_report().messages;
    const long long wrong_before = loop::runtime::payload_report().wrong_messages;
    for (int i : {0, 0, 1, 2, 2, 1, 0, 2, 0, 1, 1}) {
        const bool own = i == 2;
        const long long bytes = own ? 5000 : from[i].bytes();
        if (!own) into[i] = Slots(1, i == 0 ? 10 : 30);
        loop::communicate(bytes, 1, 1, own ? nullptr : from[i].data(), own ? nullptr : into[i].data());
        if (!own) CHECK(arrived(pattern, into[i], 1));
    }
    CHECK(loop::runtime::payload_report().messages - messages_before == (ranks > 1 ? 3 : 0));
    CHECK(loop::runtime::payload_report().wrong_messages == wrong_before);
    const auto traffic = loop::runtime::traffic_of(last_site());
    CHECK(traffic.messages_sent == (ranks > 1 ? 11 : 0));
    CHECK(traffic.bytes_received == (ranks > 1 ? 4 * 40 + 4 * 120 + 3 * 5000 : 0));
    CHECK(h_of(last_site()) == (ranks > 1 ? "40x2 120x1 5000x2 120x1 40x1 5000x1 40x1 120x2" : "0x11"));
}

TEST_CASE("a site counts its calls, messages, bytes, and dropped partners") {
    for (int i = 0; i < 3; ++i)
        loop::communicate(100, 1, ranks + 1);
    const auto& site = last_site();
    const auto traffic = loop::runtime::traffic_of(site);
    CHECK(site.construct == loop::Construct::Communicate);
    CHECK(site.calls == 3);
    CHECK(traffic.messages_sent == 3 * (ranks - 1));
    CHECK(traffic.bytes_sent == 300 * (ranks - 1));
    CHECK(traffic.messages_received == 3 * (ranks - 1));
    CHECK(traffic.bytes_received == 300 * (ranks - 1));
    CHECK(traffic.dropped_partners == 6);
    CHECK(h_of(site) == std::to_string(100 * (ranks - 1)) + "x3");
}

TEST_CASE("the h of calls is forgotten when it changes too often") {
    loop::runtime::HOfCalls h;
    CHECK(h.stretches().empty());
    constexpr auto most = static_cast<long long>(loop::runtime::HOfCalls::max_stretches);
    for (long long call = 0; call < most; ++call)
        h.add(call);
    h.add(most - 1);
    REQUIRE(h.stretches().size() == static_cast<std::size_t>(most));
    CHECK(h.stretches().back().calls == 2);
    h.add(0);
    CHECK(h.stretches().empty());
}

TEST_CASE("traffic within \\UNTIMED is counted separately") {
    const auto before = loop::runtime::all_sites().size();
    const loop::Site site{"apart.loop", 7};
    const auto shift = [&](long long bytes) { loop::communicate(bytes, 1, 1, nullptr, nullptr, site); };
    shift(100);
    {
        const loop::Untimed untimed;
        shift(10);
        { const loop::Untimed nested; }
        shift(10);
    }
    shift(100);
    REQUIRE(loop::runtime::all_sites().size() == before + 2);
    const auto& apart = loop::runtime::all_sites()[before + 1];
    const auto& timed = loop::runtime::all_sites()[before];
    CHECK(!timed.untimed);
    CHECK(timed.calls == 2);
    CHECK(loop::runtime::traffic_of(timed).bytes_sent == (ranks > 1 ? 200 : 0));
    CHECK(apart.untimed);
    CHECK(apart.calls == 2);
    CHECK(loop::runtime::traffic_of(apart).bytes_sent == (ranks > 1 ? 20 : 0));
}

TEST_CASE("traffic of a warm-up is counted separately") {
    const auto before = loop::runtime::all_sites().size();
    const loop::Site site{"warm_up.loop", 7};
    for (const int i : loop::passes(3, 2))
        loop::communicate(100 + i, 1, 1, nullptr, nullptr, site);
    REQUIRE(loop::runtime::all_sites().size() == before + 2);
    const auto& apart = loop::runtime::all_sites()[before];
    const auto& timed = loop::runtime::all_sites()[before + 1];
    CHECK(apart.untimed);
    CHECK(apart.calls == 2);
    CHECK(loop::runtime::traffic_of(apart).bytes_sent == (ranks > 1 ? 201 : 0));
    CHECK(!timed.untimed);
    CHECK(timed.calls == 3);
    CHECK(loop::runtime::traffic_of(timed).bytes_sent == (ranks > 1 ? 303 : 0));
}

TEST_CASE("many sites and changing arguments have separate counts") {
#define LOOP_TEST_SITE(n)                                                                                    \
    for (int i = 0; i < 3; ++i)                                                                              \
    loop::communicate(n, 1 + i % ranks, 1, nullptr, nullptr, loop::Site{"many.loop", n})
    for (int n = 1; n <= 400; ++n)
        LOOP_TEST_SITE(n);
    int seen = 0;
    for (const auto& site : loop::runtime::all_sites()) {
        if (site.site.file != last_site().site.file) continue;
        ++seen;
        CHECK(site.calls == 3);
    }
    CHECK(seen == 400);
}
