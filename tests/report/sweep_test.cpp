#include "report/document/output_formats.h"
#include "report/sweep/plots.h"
#include "report/sweep/results.h"
#include "report/sweep/sheet.h"
#include "scratch.h"
#include "support.h"

#include <catch2/catch.hpp>
#include <unistd.h>

using namespace loop::report;

namespace {

/// A sweep of one workload on 1, 2, and 4 ranks; its times follow Amdahl's law with a serial fraction of 0.1.
Sweep constructed() {
    Sweep sweep;
    sweep.name = "example";
    sweep.launches_planned = 6;
    for (const int ranks : {1, 2, 4}) {
        SweepPoint point;
        point.number = static_cast<int>(sweep.points.size()) + 1;
        point.workload = "example";
        point.machine = "local";
        point.ranks = ranks;
        point.folder = "points/00" + std::to_string(point.number);
        point.launches.push_back({1, 0, true, Outcome::Good, "", 99.0, {}});
        for (int i = 1; i <= 6; ++i)
            point.launches.push_back(
                {i, i, false, Outcome::Good, "", (0.1 + 0.9 / ranks) * (1 + 0.001 * i), {}});
        sweep.points.push_back(point);
    }
    return sweep;
}

} // namespace

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

TEST_CASE("plots read their data from files, and names are not commands", "[sweep]") {
    Sweep sweep = constructed();
    for (SweepPoint& point : sweep.points)
        point.workload = "it's `touch gone` \"$x\"\n";
    const std::vector<Plot> all = plots(sweep, curves(sweep));
    REQUIRE(all.size() == 4);
    CHECK(all[0].name == "time");
    CHECK(all[0].script.find('`') == std::string::npos);
    CHECK(all[0].script.find("'it''s ?touch gone? \"$x\"\xEF\xBF\xBD'") != std::string::npos);
    CHECK(all[1].data.find("4 3.07") != std::string::npos);
    CHECK(all[1].script.find("title 'ideal'") != std::string::npos);
    sweep.points.erase(sweep.points.begin());
    CHECK(plots(sweep, curves(sweep)).size() == 1); // only the time: there is no launch on 1 rank
}

TEST_CASE("the page of a sweep has tables and pictures, and no foreign markup", "[sweep]") {
    Sweep sweep = constructed();
    sweep.name = "<img src=x>";
    const auto all = curves(sweep);
    const std::string page = render_html(sweep_document(sweep, all, {{plots(sweep, all)[0], "<svg/>"}}));
    CHECK(page.find("<img src=x") == std::string::npos);
    CHECK(page.find("data:image/svg+xml;base64,PHN2Zy8+") != std::string::npos);
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
