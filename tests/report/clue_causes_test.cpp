// Why the base of a campaign loses efficiency, by the factors of a traced launch.
#include "report/clue/causes.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace loop::report;

namespace {

/// Four ranks, the k-th of which computes for `computing[k]` of the time 1000, on nodes of their own. One
/// rank alone takes 800.
ClueReport four_traced(const std::vector<int>& computing) {
    ClueReport report;
    ClueTraced& base = report.traced.emplace();
    base.ranks = static_cast<int>(computing.size());
    base.efficiency = 0.8;
    EfficiencyFactors& factors = base.launch.factors;
    double sum = 0, most = 0;
    for (const int time : computing) {
        StateTimes times;
        times.ns[static_cast<std::size_t>(State::Busy)] = time;
        times.ns[static_cast<std::size_t>(State::Idle)] = 1000 - time;
        factors.by_rank.push_back(times);
        base.launch.hosts.push_back("node-" + std::to_string(base.launch.hosts.size()));
        sum += time;
        most = std::max<double>(most, time);
    }
    factors.load_balance = sum / static_cast<double>(computing.size()) / most;
    factors.communication = most / 1000;
    factors.serialization = 1;
    factors.transfer = factors.communication;
    return report;
}

/// "latency: sentence", of the first cause.
std::string only_cause(const ClueReport& report, std::optional<double> longer_edges = 0.0) {
    const auto causes = causes_of(report, 4, longer_edges, false);
    REQUIRE(causes.size() == 1);
    return causes[0].about + (": " + causes[0].sentence);
}

bool says_so(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("time of messages that more bytes do not increase is latency, not memory", "[clue]") {
    const ClueReport report = four_traced({800, 800, 800, 800});
    CHECK(only_cause(report) ==
          "latency: 4 ranks are 80.0 % efficient in a traced launch; messages cost up to "
          "20.0 % of its time, and "
          "edges with twice the bytes cost only 0.0 % more: the limit is the latency of the "
          "network or the time "
          "to handle a message, not bandwidth");
    CHECK(says_so(only_cause(report, 0.05), "network: "));
    CHECK(says_so(only_cause(report, {}), "whether the cause is latency or bandwidth was not tested"));
    CHECK(causes_of(report, 4, 0.05, true).empty()); // the bandwidth is named already
}

TEST_CASE("the rank that all wait for is named with its node", "[clue]") {
    CHECK(says_so(only_cause(four_traced({800, 800, 1000, 800})), "slow rank: "));
    CHECK(says_so(only_cause(four_traced({800, 800, 1000, 800})),
                  "rank 2 on node-2 computes 1.25 times as long as the median of the others"));
}

TEST_CASE("ranks that wait in turn have noise", "[clue]") {
    ClueReport report = four_traced({800, 800, 800, 800});
    report.traced->launch.factors.serialization = 0.8;
    report.traced->launch.factors.transfer = 1;
    CHECK(says_so(only_cause(report), "noise: "));
}

TEST_CASE("memory is named only for ranks that compute longer beside others on their node", "[clue]") {
    ClueReport report = four_traced({1000, 1000, 1000, 1000});
    CHECK(says_so(only_cause(report), "computing: "));
    CHECK_FALSE(says_so(only_cause(report), "memory"));
    report.traced->launch.hosts.assign(4, "node");
    CHECK(says_so(only_cause(report), "shared memory: "));
    CHECK(says_so(only_cause(report), "takes 1.25 times as long as one rank alone"));
    report.simulated = true;
    CHECK_FALSE(says_so(only_cause(report), "memory"));
}

TEST_CASE("without evidence, no cause is named and none is denied", "[clue]") {
    ClueReport report = four_traced({800, 800, 800, 800});
    report.figures.push_back({"base", 4, 80, {}, 0.8, 0.08, {}});
    report.traced->launch.disturbed = true;
    CHECK(only_cause(report) ==
          "efficiency: 4 ranks are 80.0 % efficient, and edges with twice the bytes cost only 0.0 "
          "% more: the bandwidth of the network is not the cause; the cause was not tested, as "
          "other programs disturbed the traced launch");
    report.traced.reset();
    CHECK(says_so(only_cause(report, {}), "efficiency: 4 ranks are 80.0 % efficient; the cause is not known, "
                                          "as no launch of the base on as many ranks was traced"));
    report = four_traced({800, 800, 800, 800});
    report.figures.push_back({"base", 4, 80, {}, 0.8, 0.08, {}});
    report.traced->launch.factors.transfer = 1; // nothing is lost there
    CHECK(says_so(only_cause(report), "the traced launch does not show why"));
}
