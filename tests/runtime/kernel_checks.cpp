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

} // namespace

void check_kernels(const std::string& what, const std::vector<Rank>& all) {
    const std::map<std::string, void (*)(const std::vector<Rank>&)> checks{{"pingpong", check_pingpong},
                                                                           {"kernel-small", check_small}};
    const auto check = checks.find(what);
    if (check == checks.end()) return;
    for (const Rank& rank : all)
        check_channel(rank);
    check->second(all);
}

} // namespace trace_test
