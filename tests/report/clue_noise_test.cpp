// Variations that do the same work on one rank are samples of the noise.
#include "report/clue/noise.h"
#include "report/clue/observations.h"
#include "report/clue/untested.h"

#include <catch2/catch.hpp>

#include <map>
#include <string>
#include <vector>

using namespace loop::report;

namespace {

struct Speeds {
    double base = 1000, cells = 1000, random_order = 1000; ///< on one rank, ACT/s in millions
    double random_order_efficiency = 0.95;                 ///< on eight ranks; that of the base is 1
    int trials = 4;
};

/// Trials differ by 0.1 %.
ClueReport noisy_report(const Speeds& speeds) {
    ClueReport report;
    report.trials = speeds.trials;
    const auto add = [&](const char* variation, int ranks, double act) {
        ClueFigure figure;
        figure.variation = variation;
        figure.ranks = ranks;
        figure.act = act;
        for (int round = 1; round <= speeds.trials; ++round)
            figure.trials[round] = act * (1 - 0.001 * (round - 1));
        report.figures.push_back(figure);
    };
    add("base", 1, speeds.base);
    add("base", 8, speeds.base);
    add("cells", 1, speeds.cells);
    add("cells", 8, speeds.cells);
    add("random-order", 1, speeds.random_order);
    add("random-order", 8, speeds.random_order * speeds.random_order_efficiency);
    add_efficiencies(report);
    return report;
}

bool names(const ClueReport& report, const std::string& about) {
    for (const ClueObservation& item : observe(report))
        if (item.kind == ClueObservation::Kind::Weakness && item.about == about) return true;
    return false;
}

std::string why_not_tested(const ClueReport& report, const std::string& about) {
    for (const ClueUntested& item : untested(report))
        if (item.about == about) return item.why;
    return "";
}

double width(const ClueReport& report, const char* variation) {
    const auto& interval = report.find(variation, 8)->efficiency_interval;
    REQUIRE(interval);
    return interval->second - interval->first;
}

} // namespace

TEST_CASE("equal speeds of the same work give a narrow interval, and the conclusion", "[clue]") {
    const ClueReport report = noisy_report({});
    CHECK(noise_on_one_rank(report).value() == Approx(0));
    CHECK(width(report, "random-order") < 0.005);
    CHECK(names(report, "order of ranks"));
    CHECK(why_not_tested(report, "order of ranks").empty());
}

TEST_CASE("speeds of the same work that differ by 10 % allow no conclusion about 5 %", "[clue]") {
    Speeds speeds;
    speeds.random_order = 1100;
    const ClueReport report = noisy_report(speeds);
    CHECK(noise_on_one_rank(report).value() == Approx(0.1));
    CHECK(width(report, "random-order") > 0.08);
    CHECK(width(report, "base") > 0.08);
    CHECK_FALSE(names(report, "order of ranks"));
    CHECK(why_not_tested(report, "order of ranks") ==
          "on one rank, the same work differs by 10.0 %, so a difference of 5.0 % says nothing");
    speeds.random_order_efficiency = 0.8; // more than the noise
    CHECK(names(noisy_report(speeds), "order of ranks"));
}

TEST_CASE("messages of one cell are not said to be slow within the noise", "[clue]") {
    Speeds speeds;
    speeds.cells = 1150;
    ClueReport report = noisy_report(speeds);
    const auto set_efficiency = [&](double efficiency) {
        ClueFigure& figure = report.figures[3];
        figure.act = speeds.cells * efficiency;
        figure.efficiency = efficiency;
        for (auto& [round, act] : figure.trials)
            act = figure.act;
    };
    set_efficiency(0.88);
    CHECK_FALSE(names(report, "small messages"));
    CHECK(why_not_tested(report, "small messages").find("differs by 15.0 %") != std::string::npos);
    set_efficiency(0.8);
    CHECK(names(report, "small messages"));
    CHECK(why_not_tested(report, "small messages").empty());
}

TEST_CASE("trials of the same work make up for few trials of a variation", "[clue]") {
    Speeds speeds;
    speeds.trials = 3; // three against three decide nothing
    ClueReport report = noisy_report(speeds);
    CHECK(acts_on_one_rank(report, "base").size() == 9);
    CHECK(report.find("base", 8)->efficiency_interval);
    for (const int index : {4, 2}) // random-order and cells on one rank
        report.figures.erase(report.figures.begin() + index);
    CHECK_FALSE(noise_on_one_rank(report));
    CHECK(acts_on_one_rank(report, "base").size() == 3);
    CHECK(acts_on_one_rank(report, "cells").empty());
}

TEST_CASE("a model has no noise", "[clue]") {
    Speeds speeds;
    speeds.random_order = 1100;
    ClueReport report = noisy_report(speeds);
    report.simulated = true;
    CHECK_FALSE(noise_on_one_rank(report));
    CHECK(names(report, "order of ranks"));
}
