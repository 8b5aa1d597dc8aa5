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

TEST_CASE("memory is the cause only if the triad falls as computing does", "[clue]") {
    for (const int time : {1000, 850}) { // one rank alone takes 800: a loss of 20 % and of 6 %
        INFO(time);
        ClueReport report = four_traced({time, time, time, time});
        report.traced->efficiency = 800.0 / time;
        report.traced->launch.factors.communication = 1;
        report.traced->launch.factors.transfer = 1;
        report.traced->launch.hosts.assign(4, "node");
        const auto cause_with = [&](double triad) {
            report.probes.memory_mbs = {{1, 10000}, {4, triad}};
            return only_cause(report);
        };
        CHECK(says_so(cause_with(10000 * 800.0 / time), "memory: "));
        CHECK(says_so(cause_with(4000), "memory: "));
        CHECK(says_so(cause_with(4000),
                      "ranks on one node compete for memory; the triad falls, too, from 10000 "
                      "MB/s of one rank alone to 4000 MB/s of each of 4 ranks (60.0 %)"));
        for (const double triad : {10000.0, 10500.0, 9800.0}) {
            CHECK(says_so(cause_with(triad), "shared node: "));
            CHECK(says_so(cause_with(triad), "but not by memory: the triad goes from 10000 MB/s"));
        }
        CHECK(says_so(cause_with(4000), "memory: "));
        report.probes.memory_disturbed = true; // proves nothing
        CHECK(says_so(only_cause(report), "shared memory: "));
        report.probes.memory_disturbed = false;
        report.probes.memory_mbs.erase(1);
        CHECK(says_so(only_cause(report), "shared memory: "));
        cause_with(4000);
        report.traced->launch.hosts = {"a", "b", "c", "d"};
        CHECK(says_so(only_cause(report), "computing: "));
        report.traced->launch.hosts.assign(4, "node");
        report.simulated = true;
        CHECK(says_so(only_cause(report), "computing: "));
    }
}

TEST_CASE("cells that come from a cache do not compete for memory", "[clue]") {
    ClueReport report = four_traced({1000, 1000, 1000, 1000});
    report.traced->launch.hosts.assign(4, "node");
    report.probes.memory_mbs = {{1, 10000}, {4, 4000}};
    report.figures.push_back({"base", 1, 1200, {}, 1, {}, {}}); // 9600 MB/s
    report.figures[0].work.type = "float";
    CHECK(says_so(only_cause(report), "memory: "));
    report.figures[0].act = 1300;
    CHECK(says_so(only_cause(report), "shared node: "));
    CHECK(says_so(only_cause(report), "its cells come from a cache"));
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
