#include "base/text/csv.h"
#include "report/clue/charts.h"
#include "report/clue/clue.h"
#include "report/clue/columns.h"
#include "report/clue/document.h"
#include "report/clue/observations.h"
#include "report/clue/untested.h"
#include "report/document/output_formats.h"
#include "report/read/text_file.h"
#include "support.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

using namespace loop;
using namespace loop::report;

namespace {

struct Printed {
    std::string variation;
    int ranks = 1;
    double act = 0, efficiency = 0, serial_fraction = 0; // percent, as printed
};

/// A table of the thesis, by cluster. Rows of Table 4.3 are variations, all on 8 nodes.
std::map<char, std::vector<Printed>> table(const std::string& name) {
    static const std::map<std::string, std::string> ours{{"base_line", "base"},
                                                         {"data_rearrange", "rearranged"},
                                                         {"double_precision", "double"},
                                                         {"integer", "integer"}};
    std::map<char, std::vector<Printed>> clusters;
    auto rows = csv_cells(text_of_file(std::string(REPORT_TESTS) + "/published/" + name).value());
    for (std::size_t i = 1; i < rows.size(); ++i) {
        const auto& row = rows[i];
        const auto known = ours.find(row[1]);
        clusters[row[0][0]].push_back({known != ours.end() ? known->second : "base",
                                       known != ours.end() ? 8 : std::stoi(row[1]), std::stod(row[2]),
                                       std::stod(row[3]), std::stod(row[4])});
    }
    return clusters;
}

std::map<char, std::vector<Printed>> by_nodes() {
    return table("clue_table4_2_by_nodes.csv");
}
std::map<char, std::vector<Printed>> by_variation() {
    return table("clue_table4_3_by_variation_8nodes.csv");
}

/// The figures of a cluster from both tables. They have no figures of variations on one node, except the
/// base.
ClueReport cluster(char name) {
    ClueReport report;
    report.system = std::string("cluster ") + name;
    const std::vector<Printed> nodes = by_nodes()[name], variations = by_variation()[name];
    for (const Printed& row : nodes)
        report.figures.push_back(
            {"base", row.ranks, row.act, {}, row.efficiency / 100, row.serial_fraction / 100, {}});
    for (const Printed& row : variations)
        if (row.variation != "base")
            report.figures.push_back(
                {row.variation, row.ranks, row.act, {}, row.efficiency / 100, row.serial_fraction / 100, {}});
    return report;
}

std::vector<std::string> weaknesses(const ClueReport& report) {
    std::vector<std::string> found;
    for (const ClueObservation& item : observe(report))
        if (item.kind == ClueObservation::Kind::Weakness) found.push_back(item.about);
    return found;
}

bool has_remark(const ClueReport& report, const std::string& about, const std::string& part) {
    for (const ClueObservation& item : observe(report))
        if (item.kind == ClueObservation::Kind::Remark && item.about == about &&
            item.sentence.find(part) != std::string::npos)
            return true;
    return false;
}

/// A machine with these ACT/s on 1 and 8 ranks, by variation, in ten equal trials.
ClueReport machine(const std::map<std::string, std::pair<double, double>>& acts) {
    ClueReport report;
    report.system = "machine";
    report.trials = 10;
    report.grid = ClueGrid{1000, 1000};
    for (const auto& [variation, act] : acts)
        for (const int ranks : {1, 8}) {
            ClueFigure figure;
            figure.variation = variation;
            figure.ranks = ranks;
            figure.act = ranks == 1 ? act.first : act.second;
            for (int round = 1; round <= 10; ++round)
                figure.trials[round] = figure.act * (1 - 0.001 * round);
            report.figures.push_back(figure);
        }
    add_efficiencies(report);
    return report;
}

const std::map<std::string, std::pair<double, double>> good{
    {"base", {1000, 995}},     {"integer", {1100, 1095}},   {"wide-integer", {1080, 1075}},
    {"double", {980, 975}},    {"rearranged", {1000, 994}}, {"random-order", {1000, 995}},
    {"scattered", {900, 895}}, {"cells", {1000, 960}}};

ClueReport with(const std::string& variation, double one, double eight) {
    auto acts = good;
    acts[variation] = {one, eight};
    return machine(acts);
}

} // namespace

TEST_CASE("efficiencies of Table 4.2 follow from the printed ACT/s to within rounding", "[clue]") {
    int exact = 0, all = 0;
    for (const auto& [name, rows] : by_nodes()) {
        ClueReport report;
        for (const Printed& row : rows)
            report.figures.push_back({"base", row.ranks, row.act, {}, {}, {}, {}});
        add_efficiencies(report);
        for (std::size_t i = 1; i < rows.size(); ++i) {
            INFO(name << " on " << rows[i].ranks);
            const double e = 100 * *report.figures[i].efficiency;
            // Both ACT/s are rounded to three decimals, the efficiency to two.
            const double open = 100 * 0.0005 * (1 / rows[0].act + rows[i].act / rows[0].act / rows[0].act);
            CHECK(std::abs(e - rows[i].efficiency) <= open + 0.005);
            exact += std::round(100 * e) == std::round(100 * rows[i].efficiency) ? 1 : 0;
            ++all;
        }
        CHECK_FALSE(report.figures[0].serial_fraction); // 0/0, which the thesis prints as 100 %
    }
    CHECK(all == 24);
    CHECK(exact == 16); // all but C2, C4, C16, D2, D4, F8, F16, G8
}

TEST_CASE("the thesis's findings: C floating point; F and G the network; none for A, B, and E", "[clue]") {
    CHECK(weaknesses(cluster('A')).empty());
    CHECK(weaknesses(cluster('B')).empty());
    CHECK(weaknesses(cluster('E')).empty());
    CHECK(weaknesses(cluster('C')) == std::vector<std::string>{"floating point"});
    CHECK(weaknesses(cluster('F')) == std::vector<std::string>{"network"});
    CHECK(weaknesses(cluster('G')) == std::vector<std::string>{"network"});
    // The thesis does not say it, but Table 4.3 shows it: double precision takes twice as long.
    CHECK(weaknesses(cluster('D')) == std::vector<std::string>{"floating point"});
}

TEST_CASE("B gains nothing from a network ten times as fast as E's: neither limits", "[clue]") {
    CHECK(has_remark(cluster('B'), "network", "at most 0.8 %"));
    CHECK(has_remark(cluster('E'), "network", "at most 0.7 %"));
    CHECK_FALSE(has_remark(cluster('F'), "network", ""));
}

TEST_CASE("observations contain their figures, and say if their certainty is unknown", "[clue]") {
    const auto found = observe(cluster('F'));
    REQUIRE_FALSE(found.empty());
    CHECK(found[0].sentence == "edges with twice the bytes reduce efficiency on 8 ranks: 94.1 % base, 88.5 % "
                               "rearranged, 88.7 % in double precision");
    CHECK(found[0].sureness == "unknown: from single trials");
}

TEST_CASE("each weakness is found alone, and a machine without weaknesses has none", "[clue]") {
    using Words = std::vector<std::string>;
    CHECK(weaknesses(machine(good)).empty());
    CHECK(has_remark(machine(good), "scaling", "up to 8"));
    CHECK(weaknesses(with("double", 500, 497)) == Words{"floating point"});
    CHECK(weaknesses(with("scattered", 100, 99)) == Words{"memory tiers"});
    CHECK(weaknesses(with("cells", 1000, 700)) == Words{"small messages"});
    CHECK(weaknesses(with("random-order", 1000, 900)) == Words{"order of ranks"});
    CHECK(weaknesses(with("rearranged", 1000, 900)).empty()); // double precision would lose as well
    auto network = good;
    network["rearranged"] = {1000, 900};
    network["double"] = {980, 880};
    CHECK(weaknesses(machine(network)) == Words{"network"});
    auto wide = good;
    wide["double"] = {500, 497};
    wide["wide-integer"] = {560, 557};
    CHECK(weaknesses(machine(wide)) == Words{"memory bandwidth"});
    auto shared = good;
    for (auto& [variation, act] : shared)
        act.second = act.first * 0.6;
    CHECK(weaknesses(machine(shared)) == Words{"efficiency"}); // no launch was traced, so no cause is known
    for (auto& [variation, act] : shared)
        act.second = act.first * 0.3;
    CHECK(weaknesses(machine(shared)) == Words{"efficiency", "scaling"});
    const auto says = [](const ClueReport& report, const std::string& sentence) {
        const auto found = observe(report);
        return std::any_of(found.begin(), found.end(), [&](const ClueObservation& item) {
            return item.sentence.find("adding ranks beyond 1 is not worth it: " + sentence) == 0;
        });
    };
    CHECK(says(machine(shared), "going from 1 to 8 gains only 20.0 % of the ideal"));
    for (auto& [variation, act] : shared)
        act.second = act.first * 0.1;
    CHECK(says(machine(shared), "8 ranks together are slower than one"));
}

TEST_CASE("a weakness in every trial is certain, one in some trials is less so", "[clue]") {
    ClueReport report = with("random-order", 1000, 900);
    CHECK(observe(report)[0].sureness == "sure: in 10 of 10 trials");
    for (ClueFigure& figure : report.figures)
        if (figure.variation == "random-order" && figure.ranks == 8)
            for (int round = 1; round <= 3; ++round)
                figure.trials[round] = 1000;
    CHECK(observe(report)[0].sureness == "likely: in 7 of 10 trials");
    for (ClueFigure& figure : report.figures)
        if (figure.variation == "random-order" && figure.ranks == 8)
            for (int round = 1; round <= 5; ++round)
                figure.trials[round] = 1000;
    CHECK(observe(report)[0].sureness == "doubtful: in 5 of 10 trials");
}

TEST_CASE("the number of ranks from which efficiency is below 80 % is told", "[clue]") {
    auto acts = good;
    acts["base"] = {1000, 700};
    CHECK(has_remark(machine(acts), "scaling", "; the efficiency is below 80 % from 8 ranks on"));
    acts["base"] = {1000, 820};
    CHECK_FALSE(has_remark(machine(acts), "scaling", "below 80 %"));
}

TEST_CASE("the sheet has the median and the slowest trial beside the fastest, without disturbed ones",
          "[clue]") {
    ClueReport report = machine({{"base", {1000, 995}}});
    for (ClueFigure& figure : report.figures)
        if (figure.ranks == 8) figure.disturbed = {10};
    const Document document = clue_document(report, Sweep());
    for (const Section& section : document.sections) {
        if (section.id != "results") continue;
        const DataTable& table = section.tables.at(0);
        const auto at = [&](const std::string& name) {
            return std::find(table.columns.begin(), table.columns.end(), name) - table.columns.begin();
        };
        const auto& row = table.rows.at(1);
        CHECK(row.at(static_cast<std::size_t>(at("median"))).number.value_or(0) == Approx(995 * 0.995));
        CHECK(row.at(static_cast<std::size_t>(at("slowest"))).number.value_or(0) == Approx(995 * 0.991));
        return;
    }
    FAIL("no results");
}

TEST_CASE("efficiency and serial fraction have intervals of the undisturbed trials", "[clue]") {
    ClueReport report = machine({{"base", {1000, 800}}});
    const ClueFigure& eight = report.figures[1];
    CHECK_FALSE(report.figures[0].efficiency_interval); // one rank is its own reference
    REQUIRE(eight.efficiency_interval);
    CHECK(eight.efficiency_interval->first < 0.8);
    CHECK(eight.efficiency_interval->second > 0.8);
    CHECK(eight.efficiency_interval->second - eight.efficiency_interval->first < 0.01);
    REQUIRE(eight.serial_fraction_interval);
    CHECK(eight.serial_fraction_interval->first < 0.25 / 7);
    CHECK(eight.serial_fraction_interval->second > 0.25 / 7);
    const Json json = clue_json(report);
    CHECK(json["figures"][1]["efficiency_interval_percent"][0].get<double>() ==
          Approx(100 * eight.efficiency_interval->first));
    CHECK(json["figures"][0]["efficiency_interval_percent"].is_null());
    for (ClueFigure& figure : report.figures)
        figure.efficiency_interval.reset();
    report.simulated = true;
    add_efficiencies(report);
    CHECK_FALSE(report.figures[1].efficiency_interval);
}

TEST_CASE("an observation is likely only from three trials on", "[clue]") {
    const auto certainty_after = [](int trials) {
        ClueReport report = with("random-order", 1000, 900);
        for (ClueFigure& figure : report.figures)
            figure.trials.erase(figure.trials.upper_bound(trials), figure.trials.end());
        return observe(report)[0].certainty();
    };
    CHECK(certainty_after(1) == "unknown");
    CHECK(certainty_after(2) == "doubtful");
    CHECK(certainty_after(3) == "likely");
    CHECK(certainty_after(4) == "sure");
    ClueReport model = with("random-order", 1000, 900);
    model.simulated = true;
    CHECK(observe(model)[0].certainty().empty());
}

TEST_CASE("what was not tested is listed with its reason", "[clue]") {
    CHECK(untested(machine(good)).empty());
    const ClueReport few = machine({{"base", {1000, 995}}, {"cells", {1000, 960}}});
    CHECK(untested_text(untested(few)) ==
          "network (`rearranged` was not measured), floating point, memory bandwidth (`double` was not "
          "measured), "
          "memory tiers (`scattered` was not measured), order of ranks (`random-order` was not measured)");
    ClueReport without_one = machine(good);
    without_one.figures.erase(std::remove_if(without_one.figures.begin(), without_one.figures.end(),
                                             [](const ClueFigure& figure) { return figure.ranks == 1; }),
                              without_one.figures.end());
    for (ClueFigure& figure : without_one.figures)
        figure.efficiency.reset();
    CHECK(untested_text(untested(without_one)) == "network, small messages, order of ranks (no run on one "
                                                  "rank, so no efficiency), scaling (no run on one "
                                                  "rank)");
    ClueReport model = machine(good);
    model.simulated = true;
    CHECK(untested_text(untested(model)) ==
          "memory bandwidth, memory tiers (a model has no caches and no slow memory)");
    CHECK(untested(ClueReport{}).size() == 7);
}

TEST_CASE("without data there are no observations", "[clue]") {
    CHECK(observe(ClueReport{}).empty());
    ClueReport one;
    one.figures.push_back({"base", 1, 100, {}, {}, {}, {}});
    CHECK(observe(one).empty());
    CHECK(clue_plots(ClueReport{}).empty());
    CHECK_FALSE(render_text(clue_document(one, Sweep{})).empty());
    CHECK_FALSE(render_xml(clue_document(ClueReport{}, Sweep{})).empty());
}

TEST_CASE("averages are over the figures that exist", "[clue]") {
    const ClueReport report = cluster('F');
    const ClueAverage eight = average_of_ranks(report, 8);
    CHECK(eight.figures == 4);
    CHECK(eight.act == Approx((11.463 + 10.755 + 10.593 + 15.705) / 4));
    CHECK(*eight.efficiency == Approx((94.10 + 88.54 + 88.65 + 92.62) / 400));
    CHECK(average_of_variation(report, "base").figures == 5);
    CHECK(average_of_system(report).figures == 8);
}

TEST_CASE("all output formats of a CLUE report have the same figures", "[clue]") {
    const ClueReport report = cluster('G');
    const std::string text = render_text(clue_document(report, Sweep{})),
                      xml = render_xml(clue_document(report, Sweep{})), csv = clue_csv(report);
    for (const char* figure : {"4.763", "96.25", "0.56", "92.66"})
        for (const std::string* form : {&text, &xml})
            CHECK(form->find(figure) != std::string::npos);
    const auto rows = csv_cells(csv);
    REQUIRE(rows.size() == 1 + 7 + 4 + 4 + 1);
    for (const auto& row : rows)
        CHECK(row.size() == rows[0].size());
    const auto json = clue_json(report);
    CHECK(json["figures"].size() == 7);
    CHECK(json["figures"][3]["efficiency_percent"].get<double>() == Approx(96.25));
    CHECK(json["observations"][0]["about"] == "network");
    for (const std::string* form : {&text, &xml})
        CHECK(form->find("Weakness, network: ") != std::string::npos);
    CHECK(text.find("\nbase ") != std::string::npos);
    const auto plots = clue_plots(report);
    REQUIRE(plots.size() == 6);
    // On one rank, the efficiency is 1 by definition and not drawn; each number of ranks keeps its color.
    const auto series = [&](std::size_t plot, std::size_t i) {
        return plots[plot].panels.at(0).series.at(i);
    };
    CHECK(series(1, 1).name == "2 ranks");
    CHECK(series(2, 0).name == "2 ranks");
    CHECK(series(2, 0).style == series(1, 1).style);
}

namespace {

const Section* section_of(const Document& document, const std::string& id) {
    for (const Section& section : document.sections)
        if (section.id == id) return &section;
    return nullptr;
}

} // namespace

TEST_CASE("all variations are in one table and one picture, with their speed relative to the base",
          "[clue]") {
    const ClueReport report = with("scattered", 20, 19);
    const Document document = clue_document(report, Sweep{}, clue_plots(report));
    const Section* const results = section_of(document, "results");
    REQUIRE(results != nullptr);
    CHECK(results->pictures.size() == 1);
    REQUIRE(results->tables.size() == 1);
    const DataTable& table = results->tables[0];
    CHECK(table.rows.size() == report.figures.size());
    int found = 0;
    for (const auto& row : table.rows)
        if (row[0].text == "scattered" && row[1].text == "1") {
            ++found;
            CHECK(row[2].text == "2.0"); // % of the base
        }
    CHECK(found == 1);
}

TEST_CASE("the picture's scale shows variations that are far slower than the base", "[clue]") {
    const ChartPanel plain = clue_overview(with("scattered", 20, 19)).panels.at(0);
    for (const ChartSeries& series : plain.series)
        CHECK_FALSE(series.outlined);
    ClueReport disturbed = with("scattered", 20, 19);
    for (int round = 1; round <= 10; ++round)
        disturbed.figures[0].disturbed.insert(round);
    const ChartSeries outlined = clue_overview(disturbed).panels.at(0).series.back();
    CHECK(outlined.outlined);
    CHECK(outlined.name.empty());
    REQUIRE(outlined.marks.size() == 1);
    CHECK(outlined.marks[0].x == 1000);
    CHECK(outlined.marks[0].interval == std::pair(990.0, 1000.0)); // from the slowest trial on
    CHECK(plain.x.logarithmic);
    const auto has_tick = [](const ChartAxis& axis, const std::string& text) {
        return std::any_of(axis.ticks.begin(), axis.ticks.end(),
                           [&](const Tick& tick) { return tick.text == text; });
    };
    CHECK(has_tick(plain.x, "100"));
    CHECK(has_tick(plain.y, "scattered"));
    const std::vector<ChartMark>& marks = plain.series.at(0).marks;
    CHECK(std::any_of(marks.begin(), marks.end(), [](const ChartMark& mark) {
        return mark.x == Approx(20) && mark.interval && mark.interval->first == Approx(19.8);
    })); // from the slowest to the fastest trial
    // With ranks that differ little, there are still several labels.
    ClueReport narrow;
    narrow.figures.push_back({"base", 1, 100, {}, {}, {}, {}});
    narrow.figures.push_back({"base", 2, 104, {}, {}, {}, {}});
    const ChartAxis axis = clue_overview(narrow).panels.at(0).x;
    CHECK(has_tick(axis, "90"));
    CHECK(has_tick(axis, "100"));
}

TEST_CASE("a chart of many systems shows some of them, and says so", "[clue]") {
    ClueChart chart{"name", "title", "quantity"};
    for (std::size_t i = 0; i < 30; ++i)
        chart.series.push_back({"system " + std::to_string(i), i, false, {1.0, 2.0}});
    const std::vector<std::string> groups{"base", "double"};
    for (const Chart& drawn :
         {bar_chart(chart, groups), point_chart(chart, groups), line_chart(chart, {1, 2})}) {
        CHECK(drawn.panels.at(0).series.size() == 24);
        CHECK(drawn.heading == "title (24 of 30 series)");
    }
    chart.series.resize(24);
    CHECK(bar_chart(chart, groups).heading == "title");
}

TEST_CASE("serial fractions outside 0 to 100 % are marked and explained", "[clue]") {
    ClueReport report;
    report.figures.push_back({"base", 1, 100, {}, {}, {}, {}});
    report.figures.push_back({"base", 2, 110, {}, {}, {}, {}});
    report.figures.push_back({"four", 1, 100, {}, {}, {}, {}});
    report.figures.push_back({"four", 2, 40, {}, {}, {}, {}});
    add_efficiencies(report);
    const std::string text = render_text(clue_document(report, Sweep{}));
    CHECK(text.find("-9.09 *") != std::string::npos);
    CHECK(text.find("* serial fraction below 0: ") != std::string::npos);
    CHECK(text.find("150.00 *") != std::string::npos);
    CHECK(text.find("* serial fraction above 100 %: ") != std::string::npos);
    CHECK(render_text(clue_document(machine(good), Sweep{})).find("serial fraction below") ==
          std::string::npos);
}

TEST_CASE("empty parts of a CLUE report have no heading", "[clue]") {
    ClueReport report = cluster('A');
    REQUIRE(report.missing.empty());
    CHECK(render_html(clue_document(report, Sweep{})).find("Not measured") == std::string::npos);
    CHECK(render_markdown(clue_document(report, Sweep{})).find("Not measured") == std::string::npos);
    CHECK(render_xml(clue_document(report, Sweep{})).find("Not measured") == std::string::npos);
    report.missing = {{"standard", 4, "it failed"}};
    CHECK(render_xml(clue_document(report, Sweep{})).find("title=\"Not measured\"") != std::string::npos);
}

TEST_CASE("two numbers of ranks give no curve of the serial fraction", "[clue]") {
    ClueReport report;
    report.figures.push_back({"base", 1, 100, {}, {}, {}, {}});
    report.figures.push_back({"base", 2, 90, {}, {}, {}, {}});
    add_efficiencies(report);
    CHECK(clue_plots(report).size() == 5);
}

TEST_CASE("every variation of a campaign is explained", "[clue]") {
    for (const char* name : {"base", "integer", "double", "wide-integer", "rearranged", "random-order",
                             "four", "scattered", "cells", "in-place", "modulo"})
        CHECK_FALSE(variation_text(name).empty());
    CHECK(variation_text("another").empty());
}

TEST_CASE("published figures have no verdict", "[clue]") {
    CHECK_FALSE(cluster('A').verdict);
}
