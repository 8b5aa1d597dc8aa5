#include "constructed_sweep.h"
#include "report/document/output_formats.h"
#include "report/sweep/knee_causes.h"
#include "report/sweep/panels.h"
#include "report/sweep/plots.h"
#include "report/sweep/result_curves.h"
#include "report/sweep/results.h"
#include "report/sweep/sheet.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace loop::report;
using namespace loop_tests;

namespace {

/// All combinations of these ranks and sizes on the machine, with times of ranks * size seconds.
Sweep crossed(const std::vector<int>& ranks, const std::vector<int>& sizes,
              const std::string& machine = "local") {
    Sweep sweep = constructed();
    const SweepPoint point = sweep.points[0];
    sweep.points.clear();
    for (const int p : ranks)
        for (const int size : sizes) {
            sweep.points.push_back(point);
            SweepPoint& added = sweep.points.back();
            added.number = static_cast<int>(sweep.points.size());
            added.ranks = p;
            added.size = size;
            added.machine = machine;
            for (SweepLaunch& launch : added.launches)
                launch.seconds = p * size * (1 + 0.001 * launch.index);
        }
    return sweep;
}

} // namespace

TEST_CASE("the factor with the most values is horizontal, the next makes lines", "[sensitivity]") {
    const Layout few_sizes = layout_of(crossed({1, 2, 4}, {100, 200}));
    CHECK(few_sizes.x.name == "ranks");
    REQUIRE(few_sizes.lines);
    CHECK(few_sizes.lines->name == "size");
    Sweep sweep = crossed({1, 2}, {100, 200, 400});
    CHECK(layout_of(sweep).x.name == "size");
    CHECK(layout_of(sweep).lines->name == "ranks");
    CHECK(axis_of(crossed({1, 2}, {100, 200})).name == "ranks"); // of two with as many values, the first
    sweep.x = "ranks";
    CHECK(layout_of(sweep).x.name == "ranks");
    CHECK(layout_of(sweep).lines->name == "size");
    REQUIRE(curves(sweep).size() == 3);
    CHECK(curves(sweep)[2].label == "size=400");
    CHECK(curves(sweep)[2].points.size() == 2);
    sweep.x = "block";
    CHECK_THROWS_WITH(layout_of(sweep),
                      "`--x block` is not a factor of this sweep: it has ranks, size, iterations, machine");
}

TEST_CASE("machines can be an axis, after factors with numbers", "[sensitivity]") {
    Sweep sweep = crossed({1}, {100, 200});
    for (const char* machine : {"meiko", "paragon"})
        for (const SweepPoint& point : crossed({1}, {100, 200}, machine).points)
            sweep.points.push_back(point);
    CHECK(layout_of(sweep).x.name == "size");
    CHECK(layout_of(sweep).lines->name == "machine");
    sweep.x = "machine";
    CHECK(texts_of(layout_of(sweep).x) == std::vector<std::string>{"local", "meiko", "paragon"});
    REQUIRE(curves(sweep).size() == 2);
    CHECK(curves(sweep)[0].points.size() == 3);
    CHECK(curves(sweep)[0].label == "size=100");
    sweep.x.clear();
    sweep.comparison = true; // its machines are sides of the comparison
    CHECK_FALSE(layout_of(sweep).lines);
}

TEST_CASE("a third factor makes small multiples with the same lines", "[sensitivity]") {
    Sweep sweep = crossed({1, 2}, {100, 200, 400});
    for (SweepPoint& point : sweep.points)
        point.set = {{"block", "16"}};
    const std::vector<SweepPoint> points = sweep.points;
    for (SweepPoint point : points) {
        point.set = {{"block", "64"}};
        sweep.points.push_back(point);
    }
    const std::vector<Curve> all = curves(sweep);
    REQUIRE(all.size() == 4);
    CHECK(all[1].line == "ranks=2");
    CHECK(all[1].panel == "block=16");
    CHECK(all[3].panel == "block=64");
    const Panels panels("example", all);
    REQUIRE(panels.shown().size() == 2);
    CHECK(panels.shown()[1].title == "block=64");
    CHECK(panels.style_of(all[0]) == panels.style_of(all[2]));
    CHECK(panels.style_of(all[0]) != panels.style_of(all[1]));
    CHECK(panels.omission().empty());
    const auto drawn = plots(sweep, all);
    REQUIRE(drawn[0].name == "time");
    CHECK(drawn[0].columns == 2);
    REQUIRE(drawn[0].panels.size() == 2);
    CHECK(drawn[0].panels[1].title == "block=64");
    CHECK(drawn[0].panels[1].series.size() == 2);
    CHECK(drawn[0].panels[0].y.high == drawn[0].panels[1].y.high); // on one scale
}

TEST_CASE("more curves than colors and panels are left out, and the title says so", "[sensitivity]") {
    Sweep sweep;
    for (int block = 0; block < 12; ++block)
        for (SweepPoint point :
             crossed({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}).points) {
            point.set = {{"block", std::to_string(block)}};
            sweep.points.push_back(point);
        }
    const std::vector<Curve> all = curves(sweep);
    REQUIRE(all.size() == 110); // the 12 blocks are horizontal, the 11 sizes are lines, the 10 ranks panels
    const Panels panels("example", all);
    CHECK(panels.shown().size() == 9);
    for (const Panels::Shown& panel : panels.shown())
        CHECK(panel.curves.size() == 8);
    CHECK(panels.omission() == " (72 of 110 curves)");
}

TEST_CASE("a heat map has a cell for each pair of two numeric factors", "[sensitivity]") {
    Sweep sweep = crossed({1, 2}, {100, 200, 400});
    CHECK(plots(sweep, curves(sweep)).size() == 1);
    sweep.heat_map = true;
    const auto drawn = plots(sweep, curves(sweep));
    REQUIRE(drawn.size() == 2);
    const Chart& map = drawn[1];
    CHECK(map.name == "map-time");
    const ChartPanel& panel = map.panels.at(0);
    REQUIRE(panel.cells.size() == 6);
    CHECK(std::any_of(panel.cells.begin(), panel.cells.end(), [](const ChartCell& cell) {
        return cell.x == 2 && cell.y == 1 && cell.value == Approx(802.8) && cell.text == "803 s";
    })); // size 400 on 2 ranks
    CHECK(panel.x.label == "size");
    CHECK(panel.y.label == "ranks");
    REQUIRE(map.colors);
    CHECK(map.colors->high >= 802.8);
    Sweep line = over("size", {"100", "200"});
    line.heat_map = true;
    CHECK_THROWS_AS(plots(line, curves(line)), ChoiceError);
}

namespace {

/// Gives the point a run with operations, traffic, and results.
void add_run(SweepPoint& point, double flops, long long bytes, double energy) {
    point.run.emplace();
    point.run->source.name = point.workload;
    point.run->ranks = point.ranks;
    point.run->summary.program.flops = flops;
    point.run->summary.sites.push_back({"COMMUNICATE", 7, 1, 10, bytes, 10, bytes});
    point.run->summary.sites.push_back({"COMMUNICATE", 9, 1, 10, bytes, 10, bytes, true});
    ResultValue result;
    result.name = "energy";
    result.unit = "J";
    result.launches = {Spread{energy, energy, energy}, std::nullopt,
                       Spread{2 * energy, 3 * energy, 3 * energy}};
    point.run->summary.results.push_back(result);
}

} // namespace

TEST_CASE("rates, states, and results stand beside the times", "[sensitivity]") {
    Sweep sweep = over("size", {"100", "200", "400"});
    for (SweepPoint& point : sweep.points) {
        add_run(point, 1e6, 2000000, 5);
        point.states = StatePercents{70, 20, 10};
    }
    const std::vector<Curve> all = curves(sweep);
    const CurvePoint& point = all[0].points[0];
    CHECK(*point.mflops == Approx(1 / point.seconds));
    CHECK(*point.mbs == Approx(2 / point.seconds)); // without calls in \UNTIMED
    REQUIRE(point.results.size() == 1);
    CHECK(point.results[0].value == Approx(10)); // the median of 5 and 15
    const std::string text = render_text(sweep_document(sweep, all), {false, 200});
    for (const char* column : {"Mflop/s", "messages MB/s", "busy %", "overhead %", "waiting %", "energy (J)"})
        CHECK(text.find(column) != std::string::npos);
    std::vector<std::string> names;
    for (const Chart& plot : plots(sweep, all))
        names.push_back(plot.name);
    for (const char* name : {"time", "mflops", "mbs", "result-energy"})
        CHECK(std::count(names.begin(), names.end(), name) == 1);
    const auto json = sweep_results(sweep, all)["curves"][0]["points"][0];
    CHECK(json["results"][0]["name"] == "energy");
    CHECK(json["results"][0]["value"].get<double>() == Approx(10));
    const std::string csv = points_csv(sweep, all);
    CHECK(csv.find(",mflops,mbs,busy_percent,overhead_percent,waiting_percent,energy (J)\n") !=
          std::string::npos);
    CHECK(csv.find(",70,20,10,10\n") != std::string::npos);
    sweep.phase = "solve"; // bytes are known for the whole program only
    CHECK_FALSE(curves(sweep)[0].points[0].mbs);
    CHECK_FALSE(curves(sweep)[0].points[0].mflops);
}

TEST_CASE("results of several message sizes in one run are a curve, with its laws", "[sensitivity]") {
    Sweep sweep = constructed();
    sweep.points.resize(1);
    SweepPoint& point = sweep.points[0];
    point.run.emplace();
    point.run->source.name = point.workload;
    for (long long bytes = 8; bytes <= 1 << 20; bytes *= 2) {
        const double us = (bytes <= 8192 ? 1 : 4) + static_cast<double>(bytes) / 1e4;
        ResultValue result;
        result.name = "one way, " + std::to_string(bytes) + " bytes";
        result.unit = "us";
        result.tag = {"pingpong.one_way", "", bytes};
        for (const double scatter : {0.99, 1.0, 1.01})
            result.launches.emplace_back(Spread{us * scatter, us * scatter, us * scatter});
        point.run->summary.results.push_back(result);
    }
    const std::vector<Curve> all = curves(sweep);
    CHECK(all[0].points[0].results.empty());
    const std::vector<ResultCurve> found = result_curves(all);
    REQUIRE(found.size() == 1);
    CHECK(found[0].name == "one way");
    REQUIRE(found[0].places.size() == 18);
    CHECK(found[0].places[0].value == Approx(1.0008));
    REQUIRE(found[0].growth);
    REQUIRE(found[0].growth->knees.size() == 1);
    const std::string text = render_text(sweep_document(sweep, all), {false, 400});
    CHECK(text.find("example: the time of `one way` ") == std::string::npos); // a knee is told instead
    CHECK(text.find("a knee lies between 8.00 KiB and 16.0 KiB") != std::string::npos);
    CHECK(text.find("MPI probably changes from the eager to the rendezvous protocol") != std::string::npos);
    point.run->simulated.emplace(); // a model has no protocols
    CHECK(render_text(sweep_document(sweep, curves(sweep)), {false, 400}).find("rendezvous") ==
          std::string::npos);
    const auto json = sweep_results(sweep, all)["result_curves"][0];
    CHECK(json["places"].size() == 18);
    CHECK(json["growth"]["knees"][0]["below"] == "8192");
    CHECK(plots(sweep, all).back().name == "sizes-1");
}

TEST_CASE("medians of samples over their keys are a curve", "[sensitivity]") {
    Sweep sweep = constructed();
    sweep.points.resize(1);
    SweepPoint& point = sweep.points[0];
    point.run.emplace();
    for (const long long key : {8, 1, 2, 4}) {
        const double seconds = 1e-6 + 1e-8 * static_cast<double>(key);
        ResultValue result;
        result.name = "message, " + std::to_string(key) + ", median";
        result.unit = "s";
        result.tag = {"samples.median", "message", key};
        for (const double scatter : {0.99, 1.0, 1.01})
            result.launches.emplace_back(Spread{seconds, seconds * scatter, 2 * seconds});
        point.run->summary.results.push_back(result);
    }
    const std::vector<Curve> all = curves(sweep);
    CHECK(all[0].points[0].results.empty());
    const std::vector<ResultCurve> found = result_curves(all);
    REQUIRE(found.size() == 1);
    CHECK(found[0].name == "message, median");
    CHECK(found[0].is_over_keys());
    REQUIRE(found[0].places.size() == 4);
    CHECK(found[0].places[3].bytes == 8);
    CHECK(found[0].places[3].samples.size() == 3);
    CHECK(found[0].growth);
    const std::string text = render_text(sweep_document(sweep, all), {false, 200});
    CHECK(text.find("message, median (s) over key") != std::string::npos);
    CHECK(text.find("8 B") == std::string::npos);
    point.run->summary.results[1].tag.at = 0; // a key that no law of growth has
    CHECK_FALSE(result_curves(curves(sweep))[0].growth);
}

TEST_CASE("a knee is a cache if arrays outgrow it, and a protocol if messages pass its limit",
          "[sensitivity]") {
    Sweep sweep = over("size", {"100", "200"});
    SweepPoint &below = sweep.points[0], &above = sweep.points[1];
    CHECK(knee_cause(below, above).empty());
    add_run(below, 0, 81920, 1);
    add_run(above, 0, 163840, 1);
    above.states = StatePercents{90, 5, 5};
    CHECK(knee_cause(below, above).empty());
    for (SweepPoint* point : {&below, &above})
        point->run->environment = loop::Json{{"caches", {{"l2_bytes", 2097152}, {"l3_bytes", 33554432}}}};
    below.array_bytes = 1.5 * 1048576;
    above.array_bytes = 3.0 * 1048576;
    CHECK(knee_cause(below, above) ==
          "there, the arrays of a rank (1.50 MiB to 3.00 MiB) outgrow the L2 cache (2.00 MiB)");
    below.array_bytes = 12.0 * 1048576;
    above.array_bytes = 24.0 * 1048576;
    CHECK(knee_cause(below, above).find("(24.0 MiB to 48.0 MiB) outgrow the L3 cache") != std::string::npos);
    above.states = StatePercents{10, 80, 10};
    CHECK(knee_cause(below, above) == "there, the messages of \\COMMUNICATE (line 7) grow from 8.00 KiB to "
                                      "16.0 KiB, where MPI probably changes "
                                      "from the eager to the rendezvous protocol");
    CHECK(message_knee_cause(1 << 22, 1 << 23, &*above.run).empty());
    above.run->simulated.emplace();
    above.states = StatePercents{90, 5, 5};
    CHECK(knee_cause(below, above).empty()); // a model has no caches
}
