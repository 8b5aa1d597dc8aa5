#pragma once

#include "base/text/json.h"
#include "trace_decoder.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <tuple>
#include <vector>

/// What the ranks of a trace program recorded, and what holds for all of them.
namespace trace_test {

using loop::Json;

inline int failures = 0;

#define EXPECT(holds, ...)                                                                                   \
    do {                                                                                                     \
        if (!(holds)) {                                                                                      \
            ++failures;                                                                                      \
            std::cout << "line " << __LINE__ << ": " #holds << " " << __VA_ARGS__ << "\n";                   \
        }                                                                                                    \
    } while (false)

struct Rank {
    int rank = 0;
    Json header;
    std::vector<Event> events;

    std::string channel(const Event& e) const {
        return header["communicators"].at(static_cast<std::size_t>(e.communicator)).at("key");
    }
    std::string site(const Event& e) const {
        const Json& s = header["sites"].at(static_cast<std::size_t>(e.site));
        const std::string name = s["name"];
        return s["construct"].get<std::string>() + (name.empty() ? "" : " " + name) + ":" +
               std::to_string(s["line"].get<int>());
    }
    int entered(const std::string& site_text) const {
        return static_cast<int>(std::count_if(events.begin(), events.end(), [&](const Event& e) {
            return e.kind == Enter && site(e) == site_text;
        }));
    }
    std::vector<Event> of(int kind, std::int64_t bytes = -1, std::int64_t tag = -1) const {
        std::vector<Event> found;
        for (const Event& e : events) {
            if (e.kind == kind && (bytes < 0 || e.bytes == bytes) && (tag < 0 || e.tag == tag))
                found.push_back(e);
        }
        return found;
    }
};

inline Rank read(const std::string& directory, int rank) {
    const File file = Decoder(directory + "/rank-" + std::to_string(rank) + ".trace").read();
    return {rank, Json::parse(file.header), file.events};
}

inline void check_header(const Rank& r, int ranks) {
    EXPECT(r.header["schema"] == "loop-trace/1", "");
    EXPECT(r.header["launch"] == "test-1", "");
    EXPECT(r.header["rank"] == r.rank, "");
    EXPECT(r.header["ranks"] == ranks, "");
    EXPECT(r.header["events"] == r.events.size(), "");
    const Json& clock = r.header["clock"];
    EXPECT(clock["ticks_per_second"].get<double>() > 1e6, "");
    EXPECT(clock["close_ticks"].get<double>() >= clock["open_ticks"].get<double>(), "");
    EXPECT(clock["origin_ns"].get<double>() > 0, "");
}

// Sites nest, times do not decrease, every wait ends before its call, and every Excluded has an Included.
inline void check_order(const Rank& r, bool whole) {
    std::vector<std::int64_t> open;
    bool waits = false;
    bool excluded = false;
    std::int64_t before = 0;
    for (const Event& e : r.events) {
        EXPECT(e.ticks >= before, "rank " << r.rank << " at " << e.ticks);
        before = e.ticks;
        if (e.kind == Enter) open.push_back(e.site);
        if (e.kind == Leave) {
            EXPECT((!open.empty() && open.back() == e.site), "rank " << r.rank << ": " << r.site(e));
            EXPECT(!waits, "rank " << r.rank << ": " << r.site(e));
            if (!open.empty()) open.pop_back();
        }
        if (e.kind == Wait) {
            EXPECT(!waits, "");
            waits = true;
        }
        if (e.kind == Resume) EXPECT(waits, "");
        if (e.kind == Resume || e.kind == Receive) waits = false;
        if (e.kind == Excluded || e.kind == Included) {
            EXPECT(excluded == (e.kind == Included), "");
            excluded = e.kind == Excluded;
        }
    }
    if (whole) EXPECT((open.empty() && !waits && !excluded), "rank " << r.rank);
}

// Messages are received in the order of sending.
inline void check_messages(const std::vector<Rank>& all) {
    using Stream =
        std::tuple<std::int64_t, std::int64_t, std::string, std::int64_t>; // from, to, channel, tag
    std::map<Stream, std::vector<std::int64_t>> sent, received;
    for (const Rank& r : all) {
        for (const Event& e : r.events) {
            if (e.kind == Send) sent[{r.rank, e.partner, r.channel(e), e.tag}].push_back(e.bytes);
            if (e.kind == Receive) received[{e.partner, r.rank, r.channel(e), e.tag}].push_back(e.bytes);
        }
    }
    EXPECT(sent.size() == received.size(), sent.size()
                                               << " streams sent, " << received.size() << " received");
    for (const auto& [stream, sizes] : sent) {
        const auto& [from, to, channel, tag] = stream;
        const std::vector<std::int64_t>& got = received[stream];
        EXPECT(sizes == got, "from " << from << " to " << to << ", tag " << tag << ", " << sizes.size()
                                     << " sent, " << got.size() << " received");
    }
}

inline std::vector<std::int64_t> partners(const std::vector<Event>& events) {
    std::vector<std::int64_t> all;
    for (const Event& e : events)
        all.push_back(e.partner);
    std::sort(all.begin(), all.end());
    return all;
}

} // namespace trace_test
