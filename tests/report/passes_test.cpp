// Repeated work of which one pass, or each pass, takes another time.
#include "said_of_trace.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

using namespace loop::report;
using loop_tests::said_of_trace;

namespace {

using NsOfPass = std::function<std::int64_t(int pass)>;

/// Two ranks that work in line 3 and then in line 4, as long as the passes say, and then meet in line 5.
Trace passes_of_work(int passes, const NsOfPass& first, const NsOfPass& second) {
    TraceBuilder builder(2);
    const auto one = builder.site("WORK", 3), other = builder.site("WORK", 4),
               sync = builder.site("BARRIER", 5);
    std::int64_t end = 0;
    for (int pass = 0; pass < passes; ++pass)
        end += first(pass) + second(pass) + 10;
    for (const int rank : {0, 1}) {
        builder.rank(rank, 0, end);
        std::int64_t time = 0;
        for (int pass = 0; pass < passes; ++pass) {
            builder.enter(time, one).leave(time + first(pass));
            time += first(pass);
            builder.enter(time, other).leave(time + second(pass));
            time += second(pass);
            builder.enter(time, sync).collective(time + 10, 0).leave(time + 10);
            time += 10;
        }
    }
    return builder.trace;
}

NsOfPass always(std::int64_t ns) {
    return [ns](int) { return ns; };
}

/// One pass, counted from 1, takes 30 times as long.
NsOfPass but_for(int slow, std::int64_t ns) {
    return [slow, ns](int pass) { return pass + 1 == slow ? 30 * ns : ns; };
}

/// How the sentence begins: "The 8th of 25 times in \WORK (line 3)".
std::string begin_of_slow(const Trace& trace) {
    const auto said = said_of_trace(trace);
    for (const char* id : {"slow-once", "slow-first-time"})
        if (said.count(id) != 0) return said.at(id).text.substr(0, said.at(id).text.find(" takes"));
    return "";
}

} // namespace

TEST_CASE("the slow pass is counted as people do", "[findings]") {
    for (const auto& [slow, ordinal] : std::vector<std::pair<int, std::string>>{{1, "first"},
                                                                                {2, "2nd"},
                                                                                {3, "3rd"},
                                                                                {4, "4th"},
                                                                                {10, "10th"},
                                                                                {11, "11th"},
                                                                                {12, "12th"},
                                                                                {13, "13th"},
                                                                                {20, "20th"},
                                                                                {21, "21st"},
                                                                                {22, "22nd"},
                                                                                {101, "101st"},
                                                                                {111, "111th"}}) {
        const int passes = slow < 25 ? 25 : 115;
        INFO(slow);
        CHECK(begin_of_slow(passes_of_work(passes, but_for(slow, 100), always(10))) ==
              "The " + ordinal + " of " + std::to_string(passes) + " times in \\WORK (line 3)");
    }
}

TEST_CASE("the slow pass is at the place where it happens, before or after other work", "[findings]") {
    CHECK(begin_of_slow(passes_of_work(25, but_for(8, 100), always(60))) ==
          "The 8th of 25 times in \\WORK (line 3)");
    CHECK(begin_of_slow(passes_of_work(25, always(60), but_for(8, 100))) ==
          "The 8th of 25 times in \\WORK (line 4)");
    // Of two slow passes, the slower one.
    CHECK(begin_of_slow(passes_of_work(25, but_for(8, 60), but_for(9, 100))) ==
          "The 9th of 25 times in \\WORK (line 4)");
    CHECK(begin_of_slow(passes_of_work(25, but_for(8, 100), but_for(9, 60))) ==
          "The 8th of 25 times in \\WORK (line 3)");
}

TEST_CASE("passes that take as long as each other, and every fifth, are not slow", "[findings]") {
    CHECK(begin_of_slow(passes_of_work(25, always(100), always(60))).empty());
    CHECK(begin_of_slow(passes_of_work(
                            25, [](int pass) { return pass % 5 == 0 ? 3000 : 100; }, always(60)))
              .empty());
    CHECK(begin_of_slow(passes_of_work(8, but_for(5, 100), always(60))).empty()); // too few to compare
}

namespace {

/// In each pass, both ranks work in line 3 while data are on their way, for 300 in all.
Trace passes_beside_transfers(int passes, const NsOfPass& work) {
    TraceBuilder builder(2);
    const auto one = builder.site("WORK", 3), sync = builder.site("BARRIER", 5);
    std::int64_t end = 0;
    for (int pass = 0; pass < passes; ++pass)
        end += std::max<std::int64_t>(300, work(pass)) + 10;
    for (const int rank : {0, 1}) {
        builder.rank(rank, 0, end);
        std::int64_t time = 0;
        for (int pass = 0; pass < passes; ++pass) {
            const std::int64_t next = time + std::max<std::int64_t>(300, work(pass)) + 10;
            builder.enter(time, one).leave(time + work(pass)).enter(time + work(pass), sync);
            builder.collective(next, 0).leave(next);
            time = next;
        }
    }
    return builder.trace;
}

} // namespace

TEST_CASE("a slow pass costs no more than it delays the next one", "[findings]") {
    // 3000 where it usually takes 100, in a run of 11 * 310 + 3010.
    const std::string hidden =
        said_of_trace(passes_beside_transfers(12, but_for(8, 100))).at("slow-once").text;
    CHECK(hidden.find(": that costs 42 % of the run's time.") != std::string::npos);
    // Of a pass of 110.
    const std::string whole =
        said_of_trace(passes_of_work(12, but_for(8, 100), always(0))).at("slow-once").text;
    CHECK(whole.find(": that costs 69 % of the run's time.") != std::string::npos);
}
