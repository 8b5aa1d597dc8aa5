#include "base/text/csv.h"
#include "report/clue/clue.h"
#include "report/clue/columns.h"
#include "report/clue/document.h"
#include "report/clue/observations.h"
#include "report/document/output_formats.h"
#include "support.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string>

using namespace loop;
using namespace loop::report;

namespace {

/// A campaign of the base on one and two ranks, with the seconds of each trial; negative: the trial was
/// disturbed.
Sweep campaign(const std::vector<double>& one, const std::vector<double>& two) {
    Sweep sweep;
    sweep.scaled = true;
    sweep.fastest = true;
    sweep.launches_planned = static_cast<int>(one.size());
    for (const int ranks : {1, 2}) {
        SweepPoint point;
        point.number = ranks;
        point.folder = "points/00" + std::to_string(ranks) + "-clue";
        point.workload = "clue";
        point.machine = "local";
        point.variation = "base";
        point.ranks = ranks;
        point.iterations = 1;
        point.set = {{"width", "1000"}, {"height", "1000"}};
        RunRecord run;
        run.verdict.emplace();
        run.machine.name = "local";
        ResultValue faults{"page faults, average",
                           "",
                           1,
                           Spread{},
                           0,
                           1,
                           {},
                           loop::formats::tag_of_name("page faults, average", "")};
        for (const double seconds : ranks == 1 ? one : two) {
            SweepLaunch launch;
            launch.index = static_cast<int>(point.launches.size()) + 1;
            launch.round = launch.index;
            launch.outcome = Outcome::Good;
            launch.seconds = std::abs(seconds);
            launch.notes.emplace();
            if (seconds < 0) {
                launch.notes->push_back("disturbed: a rank waited");
                run.verdict = {Word::ValidWithNotes, {"disturbed: a rank waited"}};
            }
            const double value = 10 * launch.index;
            faults.launches.push_back(Spread{value, value, value});
            add_launch(run, {});
            point.launches.push_back(launch);
        }
        run.summary.results = {faults};
        point.run = run;
        sweep.points.push_back(point);
    }
    return sweep;
}

bool concludes(const std::vector<std::string>& sentences, const std::string& what) {
    for (const std::string& sentence : sentences)
        if (sentence.find(what) != std::string::npos) return true;
    return false;
}

} // namespace

TEST_CASE("times, faults, and switches of a figure are those of its fastest trial", "[clue]") {
    const ClueReport report = clue_report(campaign({0.5, 0.3, 0.2, 0.4}, {0.5, 0.5, 0.5, 0.4}));
    REQUIRE(report.figures.size() == 2);
    CHECK(report.figures[0].act == Approx(5));
    CHECK(report.figures[0].usage.at(0) == std::pair<std::string, double>("page faults", 30));
    CHECK(report.figures[1].usage.at(0).second == 40);
    CHECK(csv_cells(clue_csv(report))[1][10] == "30"); // the median of four would be 25
}

TEST_CASE("disturbed trials represent no point and give no observations", "[clue]") {
    // The fastest trial on one rank is disturbed.
    const ClueReport report = clue_report(campaign({0.5, -0.2, 0.5, 0.5, 0.5}, {0.5, 0.5, -0.9, 0.5, 0.5}));
    CHECK(report.figures[0].act == Approx(2));
    CHECK(report.figures[0].disturbed == std::set<int>{2});
    REQUIRE(report.verdict);
    CHECK(report.verdict->word == Word::ValidWithNotes);
    CHECK(concludes(report.verdict->reasons, "2 of 10 trials disturbed: left out"));
    const auto observations = observe(report);
    REQUIRE(observations.size() == 1);
    CHECK(observations[0].sureness == "likely: in 3 of 3 trials, 2 disturbed left out");
    CHECK(render_text(clue_document(report, Sweep{})).find("\nVALID WITH NOTES\n  - ") != std::string::npos);
    CHECK(clue_json(report)["verdict"]["word"] == "VALID WITH NOTES");
    CHECK(clue_json(report)["figures"][0]["disturbed_trials"].dump() == "[1]");
    CHECK(render_xml(clue_document(report, Sweep{})).find("verdict=\"VALID WITH NOTES\"") !=
          std::string::npos);
    CHECK(render_xml(clue_document(report, Sweep{})).find("<cell column=\"disturbed\">disturbed</cell>") !=
          std::string::npos);
    CHECK(render_html(clue_document(report, campaign({1}, {1}))).find("VALID WITH NOTES") !=
          std::string::npos);
}

TEST_CASE("if all trials were disturbed, the fastest represents the point, with a note", "[clue]") {
    const ClueReport report = clue_report(campaign({-0.5, -0.4, -0.5, -0.5}, {-0.5, -0.4, -0.5, -0.5}));
    CHECK(report.figures[0].act == Approx(2.5));
    CHECK(observe(report).at(0).sureness == "doubtful: all 4 trials were disturbed");
    CHECK(concludes(report.verdict->reasons,
                    "every trial was disturbed, so the fastest one is used: base on 1"));
}

TEST_CASE("for an older journal, the report says that disturbed trials are unknown", "[clue]") {
    Sweep sweep = campaign({0.5, -0.2}, {0.5, 0.5});
    for (SweepPoint& point : sweep.points)
        for (SweepLaunch& launch : point.launches)
            launch.notes.reset();
    const ClueReport report = clue_report(sweep);
    CHECK(report.figures[0].act == Approx(5));
    CHECK(concludes(report.verdict->reasons, "it was not recorded which trials were disturbed"));
}

TEST_CASE("a campaign with a failed point is INVALID, a complete one is VALID", "[clue]") {
    Sweep sweep = campaign({0.5, 0.5, 0.5, 0.5}, {0.5, 0.5, 0.5, 0.5});
    CHECK(clue_report(sweep).verdict->word == Word::Valid);
    sweep.points[1].launches.back().outcome = Outcome::Failed;
    sweep.points[1].launches.back().failures = {"rank 1 died"};
    CHECK(clue_report(sweep).verdict->word == Word::Invalid);
}
