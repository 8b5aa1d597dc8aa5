// What probes of memory and messages predict for the points of a campaign.
#include "report/clue/comparison.h"
#include "report/clue/document.h"
#include "report/clue/limits.h"

#include <catch2/catch.hpp>

#include <string>

using namespace loop::report;

namespace {

ClueFigure limited_figure(const char* variation, int ranks, double act, const char* type = "float") {
    ClueFigure figure;
    figure.variation = variation;
    figure.ranks = ranks;
    figure.act = act;
    figure.work = {1000, 2000, type, 10};
    return figure;
}

/// An iteration of one rank takes 20 ms: 2 million cells at 100 million ACT/s. An edge has 4000 bytes, which
/// take 4 ms at 1 MB/s.
ClueReport probed_report() {
    ClueReport report;
    report.figures = {limited_figure("base", 1, 100), limited_figure("base", 4, 60)};
    report.probes.memory_mbs = {{1, 1600}, {4, 1200}};
    report.probes.message_ranks = 4;
    report.probes.message_mbs = 1;
    report.probes.latency_us = 2000;
    add_efficiencies(report);
    return report;
}

double predicted_act(const ClueReport& report) {
    return predictions_of(report).back().act.value();
}

} // namespace

TEST_CASE("messages cost their latency and the bytes of both edges in each iteration", "[clue]") {
    const ClueReport report = probed_report();
    const auto predictions = predictions_of(report);
    REQUIRE(predictions.size() == 2);
    CHECK_FALSE(predictions[0].act);                         // one rank is where a prediction begins
    CHECK(predictions[0].memory_act.value() == Approx(200)); // 8 bytes per cell
    CHECK(predictions[1].memory_act.value() == Approx(150));
    // 20 ms of computing, which memory does not limit, 2 ms of latency, and 8 ms for the bytes.
    CHECK(predictions[1].act.value() == Approx(2.0 / 0.030));
    CHECK(predictions[1].efficiency.value() == Approx(20.0 / 30));
}

TEST_CASE("memory limits the prediction if ranks get less of it together than they need", "[clue]") {
    ClueReport report = probed_report();
    report.probes.memory_mbs[4] = 400; // 50 million ACT/s, so 40 ms of computing
    CHECK(predicted_act(report) == Approx(2.0 / 0.050));
    report.probes.memory_mbs[1] = 700; // one rank alone is faster, so its cells come from a cache
    CHECK(predicted_act(report) == Approx(2.0 / 0.030));
    report.probes.memory_mbs.clear(); // as on a model
    CHECK(predicted_act(report) == Approx(2.0 / 0.030));
}

TEST_CASE("cells of twice the bytes need twice the memory, and their edges twice the time", "[clue]") {
    ClueReport report = probed_report();
    for (ClueFigure& figure : report.figures)
        figure.work.type = "double";
    CHECK(predictions_of(report)[0].memory_act.value() == Approx(100));
    // Memory gives 75 million ACT/s, so 26.7 ms of computing, and the bytes take 16 ms.
    CHECK(predicted_act(report) == Approx(2.0 / (2.0 / 75 + 0.018)));
}

TEST_CASE("messages of one cell have a range, and scattered neighbors no memory limit", "[clue]") {
    ClueReport report = probed_report();
    report.probes.memory_mbs[4] = 400; // limits all but the scattered neighbors
    for (const char* variation : {"scattered", "cells"})
        for (const int ranks : {1, 4})
            report.figures.push_back(limited_figure(variation, ranks, 100));
    const auto predictions = predictions_of(report);
    REQUIRE(predictions.size() == 5);
    const CluePrediction &scattered = predictions[2], &cells = predictions[4];
    CHECK(scattered.measured->variation == "scattered");
    CHECK_FALSE(scattered.memory_act);
    CHECK(scattered.act.value() == Approx(2.0 / 0.030)); // as the base, which memory does not limit
    CHECK_FALSE(scattered.least_act);
    CHECK(predictions[3].measured->ranks == 1);
    // 1000 cells of each edge in 63 batches of at most 16 take 2 ms each, or 2000 messages do.
    CHECK(cells.memory_act.value() == Approx(50));
    CHECK(cells.act.value() == Approx(2.0 / (0.040 + 0.126)));
    CHECK(cells.least_act.value() == Approx(2.0 / (0.040 + 4)));
    CHECK(cells.efficiency.value() == Approx(0.020 / 0.166));
    CHECK(cells.least_efficiency.value() == Approx(0.020 / 4.040));
    const DataTable table = limits_section(report).tables.at(0);
    CHECK(table.rows.back()[3].text == "0.495 to 12.048");
    CHECK(table.rows.back()[6].text == "0.50 to 12.05");
    CHECK(limits_json(report)["predictions"][4]["least_efficiency_percent"] == Approx(100 * 0.020 / 4.040));
}

namespace {

/// The range of `cells` is from 0.495 to 13.699 million ACT/s.
ClueReport cells_report(double act) {
    ClueReport report = probed_report();
    for (const int ranks : {1, 4})
        report.figures.push_back(limited_figure("cells", ranks, ranks == 1 ? 100 : act));
    for (int round = 1; round <= 5; ++round)
        report.figures.back().trials[round] = act * (1 - 0.001 * (round - 1));
    add_efficiencies(report);
    return report;
}

std::optional<ClueOutside> outside_with(double act) {
    const ClueReport report = cells_report(act);
    const auto predictions = predictions_of(report);
    for (const CluePrediction& prediction : predictions)
        if (prediction.measured->variation != "cells") CHECK_FALSE(outside_range(report, prediction));
    return outside_range(report, predictions.back());
}

std::string outside_paragraph(const ClueReport& report) {
    for (const std::string& text : limits_section(report).paragraphs)
        if (text.rfind("Outside of its range", 0) == 0) return text;
    return "";
}

} // namespace

TEST_CASE("a point within its range needs no sentence, one beyond either end has it", "[clue]") {
    for (const double within : {0.4976, 0.6, 5.0, 13.69}) {
        CHECK_FALSE(outside_with(within));
        CHECK(outside_paragraph(cells_report(within)).empty());
    }
    const auto below = outside_with(0.45), above = outside_with(13.71);
    REQUIRE(below);
    CHECK(below->fraction == Approx(0.45 / (2.0 / 4.020) - 1));
    CHECK(below->holds == 5);
    CHECK(below->trials == 5);
    CHECK(below->messages == 2000);
    CHECK(*below->message_seconds == Approx((2 / 0.45 - 2.0 / 60) / 2000));
    REQUIRE(above);
    CHECK(above->fraction == Approx(13.71 / (2.0 / 0.146) - 1));
    CHECK(above->holds == 1); // the other trials are slower by 0.1 % each
    CHECK_FALSE(above->is_below());
}

TEST_CASE("disturbed trials do not make it sure that a point is outside of its range", "[clue]") {
    ClueReport report = cells_report(0.45);
    report.figures.back().disturbed = {1, 2};
    CHECK(outside_paragraph(report).find("(likely: in 3 of 3 trials, 2 disturbed left out)") !=
          std::string::npos);
    report.figures.back().disturbed = {1, 2, 3, 4, 5};
    CHECK(outside_paragraph(report).find("(doubtful: all 5 trials were disturbed)") != std::string::npos);
}

TEST_CASE("the page says by how much a point is outside of its range, and what the range rests on",
          "[clue]") {
    ClueReport report = cells_report(0.45);
    CHECK(
        outside_paragraph(report) ==
        "Outside of its range: `cells` on 4 ranks has 0.450 million ACT/s, 9.6 % below the range of 0.498 to "
        "13.699 (sure: in 5 of 5 trials). At the lower end, an iteration takes the time on one rank and one "
        "latency of the ping-pong (2e+03 us) for each of 2000 messages. Beyond an iteration of the base, "
        "each "
        "message took 2.21 ms. The ping-pong was launched once; whether its latency was another one during "
        "the trials was not tested.");
    CHECK(limits_json(report)["predictions"][3]["outside_percent"] == Approx(-9.55));
    CHECK(limits_json(report)["predictions"][1]["outside_percent"].is_null());
    report.probes.memory_mbs[4] = 400; // 40 ms of computing instead of 20
    CHECK(outside_paragraph(report).find("takes the time of the memory limit and one") != std::string::npos);
    report = cells_report(14);
    const std::string above = outside_paragraph(report);
    CHECK(above.find("2.2 % above the range of 0.498 to 13.699 (sure: in 5 of 5 trials). At the upper end") !=
          std::string::npos);
    CHECK(above.find("for each batch of messages.") != std::string::npos);
    report.simulated = true; // its trials repeat
    CHECK(outside_paragraph(report).find("13.699. At the upper end") != std::string::npos);
    CHECK(outside_paragraph(report).find("launched once") == std::string::npos);
    report.figures.erase(report.figures.begin() + 1); // the base on as many ranks
    CHECK(outside_paragraph(report).find("Beyond") == std::string::npos);
}

TEST_CASE("a comparison shows the limits of each system beside each other", "[clue]") {
    ClueComparison comparison;
    CHECK(limits_section(comparison).is_empty());
    ClueReport published;
    published.published = true;
    published.system = "P";
    comparison.systems = {probed_report(), probed_report(), published};
    comparison.systems[0].system = "A";
    comparison.systems[1].system = "B";
    comparison.systems[1].probes = {};
    Section section = limits_section(comparison);
    CHECK(section.items ==
          std::vector<std::string>{
              "A: Memory: the triad moves 1600 MB/s on one rank alone, and 1200 MB/s on each "
              "of 4 ranks.",
              "A: Messages: between the first and the last of 4 ranks, the latency is 2e+03 "
              "us, and the bandwidth 1 MB/s.",
              "B: no probes were measured."});
    CHECK(section.tables.at(0).rows.size() == 2);
    comparison.systems[1].probes = comparison.systems[0].probes;
    comparison.systems[1].probes.latency_us = 12000;
    section = limits_section(comparison);
    const DataTable& table = section.tables.at(0);
    REQUIRE(table.rows.size() == 4);
    CHECK(table.columns[2] == "system");
    CHECK(table.rows[2][1].text == "4");
    CHECK(table.rows[2][2].text == "A");
    CHECK(table.rows[2][4].text == "66.667");
    CHECK(table.rows[3][2].text == "B");
    CHECK(table.rows[3][4].text == "50.000");
    CHECK(table.rows[3][7].text == "50.00");
}

TEST_CASE("nothing is predicted where the probes say nothing", "[clue]") {
    ClueReport report = probed_report();
    report.figures.push_back(limited_figure("base", 2, 90));     // the ping-pong was on four ranks
    report.figures.push_back(limited_figure("integer", 4, 90));  // not measured on one rank
    report.figures.push_back(limited_figure("four", 1, 90, "")); // an unknown type
    const auto predictions = predictions_of(report);
    REQUIRE(predictions.size() == 3);
    CHECK(predictions[2].measured->variation == "integer");
    CHECK_FALSE(predictions[2].act);
    report.probes = {};
    CHECK(predictions_of(report).empty());
    CHECK(limits_section(report).is_empty());
    CHECK(limits_json(report).is_null());
}

TEST_CASE("the section says what was probed, and why a model has no memory", "[clue]") {
    ClueReport report = probed_report();
    const Section section = limits_section(report);
    REQUIRE(section.paragraphs.size() == 2);
    CHECK(section.paragraphs[0] ==
          "Memory: the triad moves 1600 MB/s on one rank alone, and 1200 MB/s on each of 4 ranks.");
    CHECK(section.paragraphs[1] ==
          "Messages: between the first and the last of 4 ranks, the latency is 2e+03 us, "
          "and the bandwidth 1 MB/s.");
    CHECK(section.tables.size() == 1);
    report.probes.memory_mbs.clear();
    report.probes.level = "L3 cache";
    CHECK(limits_section(report).paragraphs[0] ==
          "Memory: not known, as the triad's vectors stayed in the L3 cache.");
    report.simulated = true;
    report.probes.level.clear();
    CHECK(limits_section(report).paragraphs[0].find("so no triad was measured") != std::string::npos);
}

TEST_CASE("the section says that ranks of a model share the network, if its messages take longer", "[clue]") {
    ClueReport report = probed_report(); // the ping-pong predicts 10 ms of messages
    report.figures.back().act = 2.0 / 0.034;
    CHECK_FALSE(shared_network(report)); // ranks of a machine compete for more than the network
    report.simulated = true;
    CHECK_FALSE(shared_network(report)); // 14 ms
    report.figures.back().act = 2.0 / 0.180;
    const auto shared = shared_network(report);
    REQUIRE(shared);
    CHECK(shared->ranks == 4);
    CHECK(shared->seconds == Approx(0.160));
    CHECK(shared->factor == Approx(16));
    CHECK(
        limits_section(report).paragraphs.back().find(
            "4 ranks wait 160 ms for messages, 16.0 times as long as the ping-pong of two ranks predicts") !=
        std::string::npos);
    report.probes.message_ranks = 2; // of other ranks than those of the base
    CHECK_FALSE(shared_network(report));
}

TEST_CASE("the section says which probe failed, and why", "[clue]") {
    ClueReport report = probed_report();
    report.probes.memory_mbs.erase(4);
    report.probes.failed = {{"triad", 4, "rank 2 exited with code 1"}};
    CHECK(limits_section(report).paragraphs.back() ==
          "The triad on 4 ranks failed: rank 2 exited with code 1.");
    CHECK(limits_json(report)["failed"][0]["why"] == "rank 2 exited with code 1");
    report.probes = {};
    report.probes.failed = {{"pingpong", 4, "timed out"}};
    const Section section = limits_section(report);
    CHECK(section.paragraphs[1] == "Messages: no ping-pong was measured.");
    CHECK(section.paragraphs.back() == "The ping-pong on 4 ranks failed: timed out.");
    CHECK(section.tables.empty());
}

TEST_CASE("the sheet says that probes are launched once, and not if there are none", "[clue]") {
    const auto says_once = [](const ClueReport& report) {
        for (const Section& section : clue_document(report, Sweep{}, {}).sections)
            for (const Fact& fact : section.facts)
                if (section.id == "method" && fact.label == "probes")
                    return fact.value.text.find("launched once") != std::string::npos;
        return false;
    };
    ClueReport report = probed_report();
    CHECK(says_once(report));
    report.probes = {};
    CHECK_FALSE(says_once(report));
}
