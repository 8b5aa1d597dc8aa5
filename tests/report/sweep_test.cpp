#include "constructed_sweep.h"
#include "report/document/output_formats.h"
#include "report/sweep/conclusions.h"
#include "report/sweep/phase_parts.h"
#include "report/sweep/plots.h"
#include "report/sweep/results.h"
#include "report/sweep/sheet.h"
#include "report/sweep/traced.h"
#include "scratch.h"
#include "small_traces.h"
#include "support.h"

#include <catch2/catch.hpp>
#include <unistd.h>

#include <cmath>
#include <set>

using namespace loop::report;
using namespace loop_tests;

TEST_CASE("a curve has speedup, efficiency, serial fraction, and a fit", "[sweep]") {
    const Sweep sweep = constructed();
    const std::vector<Curve> all = curves(sweep);
    REQUIRE(all.size() == 1);
    const Curve& curve = all[0];
    REQUIRE(curve.points.size() == 3);
    CHECK(curve.label.empty());
    CHECK(curve.one_rank_seconds == Approx(1.0035));
    const CurvePoint& four = curve.points[2];
    CHECK(four.launches == 6);
    CHECK(four.median == Approx(0.325 * 1.0035));
    CHECK(four.fastest == Approx(0.325 * 1.001));
    CHECK(*four.speedup == Approx(1 / 0.325));
    CHECK(four.efficiency == Approx(1 / 1.3));
    CHECK(four.serial_fraction == Approx(0.1));
    REQUIRE(four.speedup_interval);
    CHECK(four.speedup_interval->first < *four.speedup);
    CHECK(four.speedup_interval->second > *four.speedup);
    CHECK(four.serial_fraction_interval->first < 0.1);
    CHECK(four.serial_fraction_interval->second > 0.1);
    CHECK(curve.fit->serial_fraction == Approx(0.1));
    CHECK_FALSE(curve.points[0].serial_fraction);
}

TEST_CASE("scaled work comes from the declared operations, or from the ranks", "[sweep]") {
    Sweep sweep = constructed();
    sweep.scaled = true;
    CHECK(curves(sweep)[0].work_supposed);
    CHECK(curves(sweep)[0].points[2].work == 4);
    for (SweepPoint& point : sweep.points) {
        point.run = RunRecord{};
        point.run->source.name = "example";
        point.run->summary.program.flops = 1000.0 * point.ranks * point.ranks;
    }
    const std::vector<Curve> all = curves(sweep);
    CHECK_FALSE(all[0].work_supposed);
    CHECK(all[0].points[2].work == 16);
    CHECK(*all[0].points[2].speedup == Approx(16 / 0.325));
}

TEST_CASE("if a phase is measured, the scaled work is that of the phase", "[sweep]") {
    Sweep sweep = constructed();
    sweep.scaled = true;
    sweep.phase = "grows";
    for (SweepPoint& point : sweep.points) {
        point.run = RunRecord{};
        point.run->summary.program.flops = 1e6;
        loop::formats::PhaseTime phase;
        phase.name = "grows";
        phase.timing.flops = 1000.0 * point.ranks;
        point.run->summary.phase_times = {phase};
    }
    const std::vector<Curve> all = curves(sweep);
    CHECK(all[0].points[2].work == 4);
    CHECK(all[0].points[2].flops == 4000);
    CHECK(points_csv(sweep, all).find(",4000,4,") != std::string::npos);
}

TEST_CASE("results whose names make the same file name have figures of their own", "[sweep]") {
    Sweep sweep = constructed();
    const std::string name = "throughput of the exchange with the next neighbor in the ring, ";
    for (SweepPoint& point : sweep.points) {
        point.run = RunRecord{};
        for (const char* end : {"small", "large"}) {
            ResultValue result;
            result.name = name + end;
            result.launches = {Spread{}};
            point.run->summary.results.push_back(result);
        }
    }
    std::set<std::string> names;
    const std::vector<Chart> all = plots(sweep, curves(sweep));
    for (const Chart& plot : all)
        names.insert(plot.name);
    CHECK(names.size() == all.size());
}

TEST_CASE("with scaled work, only sizes paired with ranks share a curve", "[sweep]") {
    Sweep sweep = constructed();
    sweep.scaled = true;
    for (SweepPoint& point : sweep.points) {
        point.size = 100 * point.ranks;
        point.paired = true;
    }
    REQUIRE(curves(sweep).size() == 1);
    CHECK(curves(sweep)[0].points.size() == 3);
    // With every size on every number of ranks, each size has its own curve.
    Sweep crossed = constructed();
    crossed.scaled = true;
    for (SweepPoint& point : crossed.points)
        point.size = 100;
    for (const SweepPoint& point : std::vector<SweepPoint>(crossed.points)) {
        crossed.points.push_back(point);
        crossed.points.back().size = 400;
        for (SweepLaunch& launch : crossed.points.back().launches)
            launch.seconds = 4 * *launch.seconds;
    }
    const std::vector<Curve> all = curves(crossed);
    REQUIRE(all.size() == 2);
    CHECK(all[0].label == "size=100");
    CHECK(all[1].label == "size=400");
    for (const Curve& curve : all) {
        CHECK(curve.points.size() == 3);
        CHECK(*curve.points[2].speedup == Approx(4 / 0.325)); // assumes 4 times the work
    }
}

TEST_CASE("the plan says which sizes are paired", "[sweep]") {
    const loop_tests::Scratch scratch;
    loop_tests::write_text(scratch.path() / "plan.json",
                           R"({"schema":"loop-sweep/1","campaign":{"scaling":"scaled","series":[
                               {"workload":"a.loop","paired":true},{"workload":"b.loop","paired":false}]},
                               "points":[{"number":1,"workload":"a.loop","ranks":1,"size":9},
                                         {"number":2,"workload":"b.loop","ranks":1,"size":9}]})");
    const Sweep sweep = read_sweep(scratch.path());
    REQUIRE(sweep.points.size() == 2);
    CHECK(sweep.points[0].paired);
    CHECK_FALSE(sweep.points[1].paired);
}

TEST_CASE("the fastest launch can represent a point", "[sweep]") {
    Sweep sweep = constructed();
    sweep.fastest = true;
    CHECK(curves(sweep)[0].points[0].seconds == Approx(1.001));
}

TEST_CASE("without a launch on one rank there is no speedup", "[sweep]") {
    Sweep sweep = constructed();
    sweep.points.erase(sweep.points.begin());
    const std::vector<Curve> all = curves(sweep);
    CHECK_FALSE(all[0].points[0].speedup);
    CHECK(render_text(sweep_document(sweep, all)).find("no launch on 1 rank") != std::string::npos);
}

TEST_CASE("points are planned, done, failed, or open", "[sweep]") {
    Sweep sweep = constructed();
    CHECK(sweep.points[0].state(6) == "done");
    CHECK(sweep.points[0].state(7) == "open");
    sweep.points[0].launches.push_back({7, 7, false, Outcome::Interrupted, "", {}, {}});
    CHECK(sweep.points[0].state(6) == "done");
    sweep.points[0].launches.push_back({8, 8, false, Outcome::Failed, "", {}, {"rank 1 died"}});
    CHECK(sweep.points[0].state(6) == "failed");
    CHECK(sweep.points[0].seconds().size() == 6);
    const loop::formats::Verdict verdict = judge_sweep(sweep, curves(sweep));
    CHECK(verdict.word == Word::Invalid);
    CHECK(verdict.reasons.at(0) == "3 points: 2 done, 1 failed, 0 still need launches");
    CHECK(verdict.reasons.at(1) == "points/001: rank 1 died");
}

TEST_CASE("a point is INVALID if its launches failed, and has no verdict if they were interrupted",
          "[sweep]") {
    SweepPoint point = constructed().points[0];
    CHECK(point.verdict(6) == "VALID");
    point.launches.assign(1, {1, 1, false, Outcome::Interrupted, "", {}, {}});
    CHECK(point.verdict(6).empty());
    point.launches.assign(1, {1, 0, true, Outcome::Invalid, "", {}, {"the check"}});
    CHECK(point.verdict(6) == "INVALID");
    point.launches.clear();
    CHECK(point.verdict(6).empty());
}

TEST_CASE("charts show values, and names are text", "[sweep]") {
    Sweep sweep = constructed();
    for (SweepPoint& point : sweep.points)
        point.workload = "it's `touch gone` \"$x\"\n";
    const std::vector<Chart> all = plots(sweep, curves(sweep));
    REQUIRE(all.size() == 4);
    CHECK(all[0].name == "time");
    CHECK(drawn(all[0]).element("x").find("it&#39;s `touch gone` &quot;$x&quot;") != std::string::npos);
    const ChartPanel& panel = all[1].panels.at(0);
    CHECK(panel.series.at(0).marks.at(2).x == 4);
    CHECK(panel.series.at(0).marks.at(2).y == Approx(3.07).margin(0.01));
    CHECK(panel.series.at(1).name == "ideal");
    sweep.points.erase(sweep.points.begin());
    CHECK(plots(sweep, curves(sweep)).size() == 1); // only the time: there is no launch on 1 rank
}

TEST_CASE("the page of a sweep has tables and pictures, and no foreign markup", "[sweep]") {
    Sweep sweep = constructed();
    sweep.name = "<img src=x>";
    const auto all = curves(sweep);
    const std::string page = render_html(sweep_document(sweep, all, {plots(sweep, all)[0]}));
    CHECK(page.find("<img src=x") == std::string::npos);
    CHECK(page.find("aria-label=\"example: time, median (s)\"") != std::string::npos);
    CHECK(page.find("default-src 'none'") != std::string::npos);
    CHECK(page.find("Amdahl") != std::string::npos);
}

TEST_CASE("results contain every sample", "[sweep]") {
    const Sweep sweep = constructed();
    const auto json = sweep_results(sweep, curves(sweep));
    CHECK(json["schema"] == "loop-sweep-results/1");
    CHECK(json["curves"][0]["points"][1]["samples"].size() == 6);
    CHECK(json["curves"][0]["fit"]["law"] == "Amdahl");
    const std::string samples = samples_csv(sweep);
    CHECK(std::count(samples.begin(), samples.end(), '\n') == 1 + 3 * 7);
    const std::string points = points_csv(sweep, curves(sweep));
    CHECK(std::count(points.begin(), points.end(), '\n') == 4);
}

TEST_CASE("a folder that is not a sweep, or is damaged, is reported", "[sweep]") {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("sweep-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    CHECK_THROWS_AS(read_sweep(folder), FormatError);
    loop_tests::write_text(folder / "plan.json", "{");
    CHECK_THROWS_AS(read_sweep(folder), FormatError);
    loop_tests::write_text(
        folder / "plan.json",
        R"({"schema":"loop-sweep/1","points":[{"number":1,"folder":"../..","ranks":"x"},7],"campaign":3})");
    loop_tests::write_text(folder / "journal.jsonl", "7\n{\"point\":1}\n{\"point\":\n\n[]");
    const Sweep sweep = read_sweep(folder);
    CHECK(sweep.points.size() == 1); // 7 is not a point
    CHECK(sweep.points[0].launches.size() == 1);
    CHECK_FALSE(sweep.points[0].run);
    CHECK(curves(sweep).empty());
    const auto reasons = judge_sweep(sweep, curves(sweep)).reasons;
    CHECK(std::any_of(reasons.begin(), reasons.end(), [](const std::string& reason) {
        return reason.rfind("journal.jsonl:1 is not a launch: ", 0) == 0;
    }));
    REQUIRE(sweep.damages.size() == 2);
    CHECK(sweep.damages[0].rfind((folder / "journal.jsonl").string() + ":1 is not a launch: ", 0) == 0);
    CHECK(sweep.damages[1].rfind((folder / "journal.jsonl").string() + ":5 is cut off: ", 0) == 0);
    CHECK_THROWS_WITH(read_whole_sweep(folder), sweep.damages[0]);
    std::filesystem::remove(folder / "journal.jsonl");
    CHECK_THROWS_WITH(read_whole_sweep(folder), Catch::EndsWith("journal.jsonl is missing"));
    std::filesystem::create_directory(folder / "journal.jsonl");
    CHECK_THROWS_WITH(read_whole_sweep(folder), Catch::EndsWith("journal.jsonl cannot be read"));
    std::filesystem::remove_all(folder);
}

TEST_CASE("a sweep has the worst verdict of its points, and their notes with counts", "[sweep]") {
    Sweep sweep = constructed();
    CHECK(judge_sweep(sweep, curves(sweep)).word == Word::Valid);
    for (SweepPoint& point : sweep.points) {
        point.run.emplace();
        point.run->verdict.emplace();
        if (point.ranks > 1) point.run->verdict = {Word::ValidWithNotes, {"oversubscribed"}};
    }
    CHECK(judge_sweep(sweep, curves(sweep)).reasons == std::vector<std::string>{"oversubscribed (2 points)"});
    CHECK(sweep_results(sweep, curves(sweep))["verdict"]["word"] == "VALID WITH NOTES");
    // A failed launch that was repeated is a note, although run.json says INVALID for all launches together.
    sweep.points[0].launches.insert(sweep.points[0].launches.begin() + 1,
                                    {7, 1, false, Outcome::Failed, "", {}, {"rank 1 died"}});
    sweep.points[0].run->verdict->word = Word::Invalid;
    const loop::formats::Verdict verdict = judge_sweep(sweep, curves(sweep));
    CHECK(verdict.word == Word::ValidWithNotes);
    CHECK(verdict.reasons[0] == "a launch failed and was repeated: rank 1 died (1 point)");
    // A launch with a failed verification makes the point INVALID.
    sweep.points[0].launches[1].outcome = Outcome::Invalid;
    CHECK(judge_sweep(sweep, curves(sweep)).word == Word::Invalid);
}

TEST_CASE("the axis is what varies: ranks, else a size, else a parameter", "[sweep]") {
    using Texts = std::vector<std::string>;
    CHECK(axis_of(constructed()).name == "ranks");
    CHECK(texts_of(axis_of(constructed())) == Texts{"1", "2", "4"});
    const Sweep sizes = over("size", {"400", "100", "200"});
    CHECK(axis_of(sizes).name == "size");
    CHECK(texts_of(axis_of(sizes)) == Texts{"100", "200", "400"});
    CHECK(axis_of(sizes).is_logarithmic());
    CHECK(axis_of(sizes).place("100") == "size 100");
    const Axis methods = axis_of(over("method", {"put", "alltoallv", "rma"}));
    CHECK(methods.name == "method");
    CHECK_FALSE(methods.is_numeric);
    CHECK(texts_of(methods) == Texts{"put", "alltoallv", "rma"}); // in the order of the plan
    // Workloads with different sizes have no common axis.
    Sweep mixed = over("size", {"100", "200"});
    mixed.points[1].workload = "another";
    CHECK(axis_of(mixed).name == "ranks");
}

TEST_CASE("along a size, one curve has all points, and no law of ranks", "[sweep]") {
    const Sweep sweep = over("size", {"400", "100", "200"});
    const std::vector<Curve> all = curves(sweep);
    REQUIRE(all.size() == 1);
    CHECK(all[0].label.empty());
    REQUIRE(all[0].points.size() == 3);
    CHECK(all[0].points[0].at.text == "100");
    CHECK_FALSE(all[0].points[0].speedup);
    CHECK_FALSE(all[0].fit);
    const auto drawn = plots(sweep, all);
    REQUIRE(drawn.size() == 1);
    const ChartAxis& axis = drawn[0].panels.at(0).x;
    CHECK(axis.label == "size");
    REQUIRE(axis.ticks.size() == 3);
    CHECK(axis.ticks[2].text == "400");
    CHECK(axis.ticks[2].value == 400);
    const std::string text = render_text(sweep_document(sweep, all));
    CHECK(text.find("\nsize ") != std::string::npos);
    CHECK(text.find("from size 100 to size 400") != std::string::npos);
    CHECK(sweep_results(sweep, all)["axis"]["name"] == "size");
    CHECK(sweep_results(sweep, all)["curves"][0]["points"][2]["at"] == "400");
}

TEST_CASE("points without the factor of the axis make a curve of their own", "[sweep]") {
    Sweep sweep = over("size", {"100", "200"});
    sweep.points.push_back(sweep.points[0]);
    sweep.points.back().size.reset();
    const std::vector<Curve> all = curves(sweep);
    REQUIRE(all.size() == 2);
    CHECK(all[0].points.size() == 2);
    CHECK(all[1].label == "no size");
}

TEST_CASE("labels of charts keep what file names would lose", "[sweep]") {
    Sweep sweep = over("method", {"0.5", "1e-3", "a \"b\" c"});
    for (SweepPoint& point : sweep.points)
        point.parts = {{"solve", 100, 0.5}};
    const Chart chart = plots(sweep, curves(sweep))[0];
    const std::vector<Tick>& ticks = chart.panels.at(0).x.ticks;
    REQUIRE(ticks.size() == 3);
    CHECK(ticks[1].text == "1e-3");
    CHECK(ticks[2].text == "a \"b\" c");
}

TEST_CASE("an INVALID sweep concludes nothing", "[sweep]") {
    Sweep sweep = constructed();
    REQUIRE_FALSE(sweep_document(sweep, curves(sweep)).conclusions.empty());
    sweep.points[0].launches[1].outcome = Outcome::Invalid;
    CHECK(sweep_document(sweep, curves(sweep)).conclusions.empty());
    CHECK(sweep_results(sweep, curves(sweep))["conclusions"].empty());
}

TEST_CASE("times of 0 have no speed-up and no law", "[sweep]") {
    Sweep sweep = constructed();
    for (SweepLaunch& launch : sweep.points[0].launches)
        launch.seconds = 0.0;
    const std::vector<Curve> all = curves(sweep);
    CHECK_FALSE(all[0].points[1].speedup);
    CHECK_FALSE(all[0].fit);
    const std::string text = render_text(sweep_document(sweep, all));
    CHECK(text.find("no fit of Amdahl's law: a time is 0") != std::string::npos);
    for (const char* const wrong : {"nan", " inf"})
        CHECK(text.find(wrong) == std::string::npos);
    for (const Chart& plot : plots(sweep, all))
        CHECK(drawn(plot).element("").find("inf") == std::string::npos);
}

TEST_CASE("serial fractions below 0 and above 100 % are marked and explained", "[sweep]") {
    Sweep sweep = constructed();
    for (SweepLaunch& launch : sweep.points[1].launches)
        launch.seconds = 3.0; // slower than on one rank
    for (SweepLaunch& launch : sweep.points[2].launches)
        launch.seconds = 0.1; // ten times as fast on four ranks
    const std::string text = render_text(sweep_document(sweep, curves(sweep)));
    CHECK(text.find(" *\n") != std::string::npos);
    CHECK(text.find("* serial fraction above 100 %: it takes longer than on 1 rank") != std::string::npos);
    CHECK(text.find("* serial fraction below 0: it is faster than") != std::string::npos);
    CHECK(text.find("Amdahl's law does not describe these times") != std::string::npos);
    const std::string plain = render_text(sweep_document(constructed(), curves(constructed())));
    CHECK(plain.find("serial fraction above") == std::string::npos);
}

TEST_CASE("states and phases are stacked over the axis, in tables and in results", "[sweep]") {
    Sweep sweep = constructed();
    for (SweepPoint& point : sweep.points) {
        const double waiting = 10.0 * (point.ranks - 1);
        point.states = StatePercents{100 - waiting, 0, waiting, "\\EXCHANGE (line 7)", waiting, 7};
        point.parts = {{"solve", 100 - waiting, 0.5}, {"", waiting, 0.1}};
    }
    const auto all = curves(sweep);
    std::vector<std::string> names;
    for (const Chart& plot : plots(sweep, all))
        names.push_back(plot.name);
    CHECK(names == std::vector<std::string>{"states", "phases", "phase-times", "time", "speedup",
                                            "efficiency", "serial-fraction"});
    const std::vector<ChartSeries> states = plots(sweep, all)[0].panels.at(0).series;
    REQUIRE(states.size() == 3);
    for (const auto& [i, percent] : {std::pair(0U, 70.0), std::pair(1U, 0.0), std::pair(2U, 30.0)})
        CHECK(states[i].marks.at(2).y == percent);
    CHECK(plots(sweep, all)[1].panels.at(0).series.at(1).name == "outside phases");
    const Document document = sweep_document(sweep, all);
    const std::string text = render_text(document);
    CHECK(text.find("\\EXCHANGE (line 7)") != std::string::npos);
    CHECK(text.find("500 ms (70.0 %)") != std::string::npos);
    CHECK(text.find("waiting grows from 0.0 % of the ranks' time on 1 rank to 30 % on 4 ranks") !=
          std::string::npos);
    for (const Conclusion& each : document.conclusions)
        CHECK_FALSE(document.place_of(each).empty());
    const auto json = sweep_results(sweep, all);
    CHECK(json["curves"][0]["points"][2]["states"]["waiting_percent"] == 30);
    CHECK(json["curves"][0]["points"][0]["phases"][0]["name"] == "solve");
    CHECK(json["conclusions"].size() == document.conclusions.size());
    // Nested phases sum to more than the program, so they are not stacked.
    for (SweepPoint& point : sweep.points)
        point.parts = {{"outer", 100, 0.5}, {"inner", 60, 0.3}};
    names.clear();
    for (const Chart& plot : share_plots(curves(sweep)))
        names.push_back(plot.name);
    CHECK(names == std::vector<std::string>{"states", "phase-times"});
}

TEST_CASE("the states of a traced warm-up are shares of the measured time, with the longest wait",
          "[sweep]") {
    const auto states = state_percents(small_exchange());
    REQUIRE(states);
    // Rank 0 is measured for 1000 ns without 50, rank 1 for 800; rank 0 waits 80 ns in its exchange.
    CHECK(states->waiting == Approx(100 * 80 / 1750.0));
    CHECK(states->busy + states->overhead + states->waiting == Approx(100));
    CHECK(states->waiting_place == "\\EXCHANGE (line 4)");
    CHECK(states->place_percent == Approx(100 * 80 / 1750.0));
    CHECK(states->line == 4);
    CHECK(states->in_operations == 0);
}

TEST_CASE("waiting for a late rank does not count as time in a collective operation", "[sweep]") {
    // Rank 1 calls 300 ns after rank 0; 100 ns later, the operation is done.
    TraceBuilder build(2);
    const std::uint32_t allreduce = build.site("ALLREDUCE", 7);
    for (int rank : {0, 1}) {
        const std::int64_t called = rank == 0 ? 200 : 500;
        build.rank(rank, 0, 1000)
            .enter(called, allreduce)
            .wait(called)
            .resume(600)
            .collective(600, 8)
            .leave(600);
    }
    const auto states = state_percents(build.trace);
    REQUIRE(states);
    CHECK(states->waiting == Approx(100 * 500 / 2000.0));
    CHECK(states->in_operations == Approx(100 * 200 / 2000.0));
}

TEST_CASE("the law that is named is the one that the times follow", "[sweep]") {
    const auto law_of = [](const std::function<double(double)>& seconds,
                           std::vector<int> ranks = {1, 2, 4, 8, 16}) {
        const Sweep sweep = following(seconds, ranks);
        for (const Conclusion& each : sweep_conclusions(sweep, curves(sweep)))
            if (each.id == "law") return each.text;
        return std::string();
    };
    const auto has = [](const std::string& text, const std::string& words) {
        INFO(text);
        CHECK(text.find(words) != std::string::npos);
    };
    has(law_of([](double p) { return 0.1 + 0.9 / p; }),
        "the ranks do not share 10 % of the work, which is serial or communication");
    has(law_of([](double p) { return 0.02 + 0.98 / p; }),
        "the ranks do not share 2.0 % of the work, which is serial or communication");
    has(law_of([](double p) { return 1 / p + 0.02 * std::log2(p); }), "times log2 of the number of ranks");
    has(law_of([](double p) { return 1 / p + 0.005 * (p - 1); }), "times the number of other ranks");
    has(law_of([](double p) { return 1 / p + 0.0005 * (p * p - 1); }),
        "times the square of the number of ranks");
    has(law_of([](double p) { return 0.1 + 1 / p + 0.02 * std::log2(p); }),
        "that they do not share, and 20.0 ms times log2 of the number of ranks");
    // Three points are too few for a law with more than a serial part.
    CHECK(law_of([](double p) { return 1 / p + 0.005 * (p - 1); }, {1, 2, 4}).find("number of other ranks") ==
          std::string::npos);
}

TEST_CASE("the time of a phase in a sweep is the median of the launches", "[sweep]") {
    RunRecord run;
    for (const double solve : {0.2, 0.3, 9.0}) { // another program disturbed the last launch
        loop::formats::RunLaunch launch;
        launch.complete = true;
        for (int rank = 0; rank < 2; ++rank) {
            launch.ranks.emplace_back();
            launch.ranks.back().record.emplace();
            loop::formats::RankRecord& record = *launch.ranks.back().record;
            record.elapsed_seconds = solve + 0.1;
            record.phases.emplace_back();
            record.phases.back().name = "solve";
            record.phases.back().total_seconds = solve;
        }
        run.launches.push_back(launch);
    }
    const auto parts = parts_of(run);
    REQUIRE(parts.size() == 2);
    CHECK(parts[0].name == "solve");
    CHECK(parts[0].seconds == Approx(0.3));
    CHECK(parts[0].percent == Approx(75));
    CHECK(parts[1].name.empty());
    CHECK(parts[1].seconds == Approx(0.1));
    CHECK(parts[1].percent == Approx(25));
    run.launches[0].ranks[0].record->phases.push_back({});
    run.launches[0].ranks[0].record->phases.back().name =
        "inner"; // one launch does not decide what is nested
    run.launches[0].ranks[0].record->phases.back().total_seconds = 0.2;
    CHECK(parts_of(run).back().name.empty());
    for (loop::formats::RunLaunch& launch : run.launches)
        launch.complete = false;
    CHECK(parts_of(run).empty());
}

TEST_CASE("one number of ranks that does not follow the law of the others is named", "[sweep]") {
    const auto outlier_of = [](const std::function<double(double)>& seconds,
                               std::vector<int> ranks = {1, 2, 4, 8, 16, 32}) {
        const Sweep sweep = following(seconds, ranks);
        for (const Conclusion& each : sweep_conclusions(sweep, curves(sweep)))
            if (each.id == "outlier") return each.text;
        return std::string();
    };
    CHECK(outlier_of([](double p) {
              return (p == 8 ? 3 : 1) * (0.1 + 0.9 / p);
          }).find("on 8 ranks it takes 3.0 times as long as the other numbers of ranks suggest") !=
          std::string::npos);
    CHECK(outlier_of([](double p) {
              return (p == 16 ? 0.5 : 1) * (1 / p + 0.005 * (p - 1));
          }).find("on 16 ranks it takes only 0.5 times as long") != std::string::npos);
    CHECK(outlier_of([](double p) { return 0.1 + 0.9 / p; }).empty());
    CHECK(outlier_of([](double p) { return 1 / p + 0.005 * (p - 1); }).empty());
    CHECK(outlier_of([](double p) {
              return (p == 8 ? 1.1 : 1) * (0.1 + 0.9 / p);
          }).empty()); // within the noise
    CHECK(
        outlier_of([](double p) { return p == 4 || p == 8 ? 2 / p : 1 / p; }).empty()); // two are no outlier
    CHECK(outlier_of([](double p) { return (p == 4 ? 3 : 1) / p; }, {1, 2, 4, 8, 16})
              .empty()); // too few others
}
