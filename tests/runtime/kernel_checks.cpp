#include "kernel_checks.h"

namespace trace_test {

namespace {

/// The part that the rank is in at each event; "" outside of parts.
std::vector<std::string> parts_of(const Rank& rank) {
    std::vector<std::string> result, open;
    for (const Event& e : rank.events) {
        if (e.kind == Enter) {
            const Json& site = rank.header["sites"].at(static_cast<std::size_t>(e.site));
            const bool is_part = site["kind"] == "part" || site["kind"] == "work";
            open.push_back(is_part ? site["name"].get<std::string>() : "");
        }
        result.push_back(open.empty() ? "" : open.back());
        if (e.kind == Leave && !open.empty()) open.pop_back();
    }
    return result;
}

/// Events of a kind in each part.
std::map<std::string, std::vector<Event>> in_parts(const Rank& rank, int kind) {
    const std::vector<std::string> parts = parts_of(rank);
    std::map<std::string, std::vector<Event>> result;
    for (std::size_t i = 0; i < rank.events.size(); ++i)
        if (rank.events[i].kind == kind) result[parts[i]].push_back(rank.events[i]);
    return result;
}

bool has_kind(const Rank& rank, int kind, const std::string& part) {
    const auto found = in_parts(rank, kind);
    return found.count(part) > 0;
}

/// Messages of kernels are in parts and have a channel of their own.
void check_channel(const Rank& rank) {
    for (const int kind : {Send, Receive})
        for (const auto& [part, events] : in_parts(rank, kind))
            for (const Event& e : events)
                EXPECT((part.empty() ? rank.channel(e) != "kernels" : rank.channel(e) == "kernels"), part);
}

/// Rank 0 and the last rank trade as many messages of each size, all of this size; the others trade none.
void check_pingpong(const std::vector<Rank>& all) {
    const auto last = static_cast<int>(all.size()) - 1;
    for (const Rank& rank : all) {
        const bool plays = last > 0 && (rank.rank == 0 || rank.rank == last);
        for (const std::int64_t bytes : {64, 128, 200}) {
            const std::string part = std::to_string(bytes) + " bytes";
            EXPECT(rank.entered("PINGPONG " + part + ":102") == (plays ? 1 : 0), "rank " << rank.rank);
            EXPECT(has_kind(rank, Send, part) == plays, part);
            if (!plays) continue;
            const auto sent = in_parts(rank, Send)[part], received = in_parts(rank, Receive)[part];
            EXPECT((!sent.empty() && sent.size() <= 100), sent.size());
            EXPECT(sent.size() == received.size(), "");
            for (const Event& e : sent)
                EXPECT((e.bytes == bytes && e.partner == last - rank.rank), e.bytes);
        }
        EXPECT(rank.entered("COMMUNICATE:103") == 1, "");
    }
}

/// A kernel takes at most half of a small buffer: what follows it is recorded.
void check_small(const std::vector<Rank>& all) {
    for (const Rank& rank : all) {
        EXPECT(rank.entered("COMMUNICATE:103") == 1, "");
        EXPECT(rank.events.size() < 300, rank.events.size());
        const bool plays =
            all.size() > 1 && (rank.rank == 0 || rank.rank + 1 == static_cast<int>(all.size()));
        EXPECT(rank.of(Send, 64).empty() != plays, rank.of(Send, 64).size());
    }
}

/// Every rank records the same number of blocks of each part.
void check_same_blocks(const std::vector<Rank>& all, const std::vector<std::string>& parts) {
    for (const std::string& part : parts)
        for (const Rank& rank : all) {
            const int blocks = rank.entered(part);
            EXPECT((blocks > 0 && blocks == all[0].entered(part)),
                   part << " on rank " << rank.rank << ": " << blocks);
        }
}

std::size_t count_with_tag(const std::vector<Event>& events, bool is_zero) {
    return static_cast<std::size_t>(
        std::count_if(events.begin(), events.end(), [&](const Event& e) { return (e.tag == 0) == is_zero; }));
}

/// In each superstep, a rank sends every other rank one parcel (tag 0), and receives one from it.
void check_parcels(const std::vector<Rank>& all) {
    for (const Rank& rank : all) {
        const auto sent = in_parts(rank, Send);
        for (const auto& [part, received] : in_parts(rank, Receive)) {
            std::map<std::int64_t, int> to, from;
            for (const Event& e : sent.at(part))
                if (e.tag == 0) ++to[e.partner];
            for (const Event& e : received)
                if (e.tag == 0) ++from[e.partner];
            EXPECT((to == from && to.size() == all.size() - 1), part);
            for (const auto& [partner, parcels] : to)
                EXPECT(parcels == to.begin()->second, part << " to " << partner);
        }
    }
}

void check_bspbench(const std::vector<Rank>& all) {
    check_same_blocks(all, {"BSPBENCH DAXPY, n = 1:104", "BSPBENCH DAXPY, n = 64:104", "BSPBENCH h = 0:104",
                            "BSPBENCH h = 32 to 40:104"});
    for (const char* const operation : {"put", "hpput", "get", "hpget", "send"})
        check_same_blocks(all, {"BSPBENCH " + std::string(operation) + " requests:104"});
    check_parcels(all);
}

/// Each word is a message of its own (tag 2).
void check_words(const std::vector<Rank>& all) {
    check_same_blocks(all, {"BSPBENCH h = 32 to 40:105"});
    for (const Rank& rank : all) {
        const auto sent = in_parts(rank, Send);
        EXPECT((all.size() == 1 || sent.at("h = 32 to 40").size() > 20), "");
    }
}

/// Two collective operations per superstep: the exchange, and the barrier.
void check_alltoallv(const std::vector<Rank>& all) {
    check_same_blocks(all, {"BSPBENCH h = 0:106", "BSPBENCH h = 32 to 40:106"});
    for (const Rank& rank : all) {
        int exchanges = 0, barriers = 0;
        std::map<std::string, std::vector<Event>> parts = in_parts(rank, Collective);
        for (const Event& e : parts["h = 32 to 40"])
            ++(rank.channel(e) == "kernels" ? exchanges : barriers);
        EXPECT((exchanges > 0 && exchanges == barriers), exchanges << " and " << barriers);
    }
}

void check_bspprobe(const std::vector<Rank>& all) {
    check_same_blocks(all, {"BSPPROBE dot product:107", "BSPPROBE matrix product:107",
                            "BSPPROBE empty supersteps:107", "BSPPROBE supersteps of one word:107",
                            "BSPPROBE shift, blocks of 16 to 64 words:107",
                            "BSPPROBE total exchange, blocks of 4 to 8 words:107"});
    check_parcels(all);
}

void check_bsp(const std::vector<Rank>& all) {
    check_same_blocks(all, {"bsp_sync exchange:129"});
    check_parcels(all);
    for (const Rank& rank : all) {
        EXPECT(rank.entered("bsp_sync:129") == 40, "");
        EXPECT(rank.entered("bsp_sync exchange:129") <= 40, "");
    }
}

/// Every request is answered; at the end, 2 (p - 1) messages more say that ranks are done.
void check_requests(const std::vector<Rank>& all) {
    std::size_t requests = 0, answers = 0;
    for (const Rank& rank : all) {
        const auto sent = in_parts(rank, Send)["requests and answers"];
        requests += count_with_tag(sent, true);
        answers += count_with_tag(sent, false);
        for (const Event& e : sent)
            EXPECT(e.bytes == (e.tag == 0 ? 16 : 32), e.bytes);
    }
    EXPECT(requests == answers + 2 * (all.size() - 1), requests << " and " << answers);
    EXPECT((all.size() == 1 || answers > 0), "");
    for (const Rank& rank : all)
        EXPECT((rank.entered("APEXMAP local accesses:109") == 1 ||
                rank.entered("APEXMAP local accesses:110") == 1),
               "");
}

void check_gets(const std::vector<Rank>& all) {
    for (const Rank& rank : all) {
        EXPECT(rank.entered("APEXMAP local accesses:111") == 1, "");
        EXPECT((rank.entered("APEXMAP one-sided gets:111") > 0) == (all.size() > 1), "");
        EXPECT(rank.of(Send).empty(), "");
    }
}

/// In each recorded iteration, a rank trades one row with the rank above and one with the rank below.
void check_clue(const std::vector<Rank>& all) {
    const auto n = static_cast<int>(all.size());
    check_same_blocks(all, {"CLUE edges:112", "CLUE cells:112"});
    for (const Rank& rank : all) {
        std::map<std::int64_t, int> expected, found;
        for (int i = 0; n > 1 && i < rank.entered("CLUE edges:112"); ++i) {
            ++expected[(rank.rank + 1) % n];
            ++expected[(rank.rank + n - 1) % n];
        }
        std::map<std::string, std::vector<Event>> parts = in_parts(rank, Send);
        for (const Event& e : parts["edges"]) {
            EXPECT(e.bytes == 800, e.bytes);
            ++found[e.partner];
        }
        EXPECT(found == expected, "rank " << rank.rank);
    }
}

} // namespace

void check_kernels(const std::string& what, const std::vector<Rank>& all) {
    const std::map<std::string, void (*)(const std::vector<Rank>&)> checks{
        {"pingpong", check_pingpong},    {"bspbench", check_bspbench},
        {"bspbench-words", check_words}, {"bspbench-all", check_alltoallv},
        {"bspprobe", check_bspprobe},    {"bsp", check_bsp},
        {"apexmap", check_requests},     {"apexmap-basic", check_requests},
        {"apexmap-rma", check_gets},     {"clue", check_clue},
        {"kernel-small", check_small}};
    const auto check = checks.find(what);
    if (check == checks.end()) return;
    for (const Rank& rank : all)
        check_channel(rank);
    check->second(all);
}

} // namespace trace_test
