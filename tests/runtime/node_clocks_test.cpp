#include "comm/node_clocks.h"

#include <catch2/catch.hpp>

#include <algorithm>

using loop::runtime::trace::ComparisonTimes;
using loop::runtime::trace::max_comparisons;

namespace {

constexpr std::int64_t ms = 1000000, day = 86400000 * ms;
constexpr std::int64_t start = 5 * day; // a host's clock does not begin with the session

struct Session {
    std::size_t comparisons = 1;              // that of \OPEN0
    std::int64_t last_ns = 0, longest_ns = 0; // since the begin; between two comparisons
};

// A session that offers to compare clocks every 7 ms, and from a second on every 1000th part of its time.
Session session(std::int64_t length_ns) {
    Session result;
    ComparisonTimes times;
    times.add(start);
    for (std::int64_t time = 0; time < length_ns; time += std::max(7 * ms, time / 1000)) {
        if (!times.is_due(start + time)) continue;
        times.add(start + time);
        ++result.comparisons;
        result.longest_ns = std::max(result.longest_ns, time - result.last_ns);
        result.last_ns = time;
    }
    return result;
}

} // namespace

TEST_CASE("clocks are compared every 50 ms at the begin of a session") {
    CHECK(session(49 * ms).comparisons == 1);
    CHECK(session(57 * ms).comparisons == 2);
    const Session first = session(800 * ms);
    CHECK(first.comparisons == 1 + 800 / 56);
    CHECK(first.longest_ns == 56 * ms);
}

TEST_CASE("clocks are compared through sessions of any length, and a place remains for the end") {
    for (const std::int64_t length : {14000 * ms, 3600000 * ms, day, 20 * day}) {
        const Session whole = session(length);
        INFO(length / ms << " ms");
        CHECK(whole.comparisons < max_comparisons);
        CHECK(whole.last_ns > length - length / 8);
        CHECK(whole.longest_ns < length / 12);
    }
    CHECK(session(2000 * day).comparisons == max_comparisons - 1);
}
