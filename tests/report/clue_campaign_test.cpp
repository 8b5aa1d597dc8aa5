#include "base/text/csv.h"
#include "report/clue/certainty.h"
#include "report/clue/clue.h"
#include "report/clue/columns.h"
#include "report/clue/document.h"
#include "report/clue/observations.h"
#include "report/document/output_formats.h"
#include "support.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
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
    REQUIRE(report.figures[0].represented_by() != nullptr);
    CHECK(report.figures[0].represented_by()->metric("page faults").mean == 30.0);
    CHECK(report.figures[1].represented_by()->metric("page faults").mean == 40.0);
    CHECK(csv_cells(clue_csv(report))[1][10] == "30"); // the median of four would be 25
    CHECK(clue_json(report)["figures"][0]["usage"].dump() == "{\"page faults\":30.0}");
}

namespace {

/// A result of a run with one value for each launch, the same on all ranks or from `min` to `max`.
ResultValue result_of(const ResultKind& kind, const ResultStatistic& statistic,
                      const std::vector<Spread>& launches) {
    ResultValue result;
    result.name = std::string(kind.name) + statistic.name;
    result.unit = kind.unit;
    result.tag.tag = std::string(kind.tag) + statistic.tag;
    result.launches.assign(launches.begin(), launches.end());
    return result;
}

/// The cells of the lines of this kind, by column.
std::vector<std::map<std::string, std::string>> lines_of_kind(const std::string& csv,
                                                              const std::string& kind) {
    const auto cells = csv_cells(csv);
    std::vector<std::map<std::string, std::string>> lines;
    for (std::size_t i = 1; i < cells.size(); ++i) {
        REQUIRE(cells[i].size() == cells[0].size());
        if (cells[i][0] != kind) continue;
        lines.emplace_back();
        for (std::size_t k = 0; k < cells[i].size(); ++k)
            lines.back()[cells[0][k]] = cells[i][k];
    }
    return lines;
}

} // namespace

TEST_CASE("ACT/s is formula (15) with the wall time of the iterations, not of the phase around them",
          "[clue]") {
    Sweep sweep = campaign({0.5, 0.5}, {0.9, 0.8});
    sweep.points[1].run->summary.results = {
        result_of(kinds::wall_time, kinds::of_one, {{0.3, 0.4, 0.5}, {0.3, 0.4, 0.625}})};
    const ClueReport report = clue_report(sweep);
    CHECK(report.figures[1].act == Approx(2));
    CHECK(report.figures[1].fastest == 1); // although its phase takes longer
    CHECK(report.figures[1].trials.at(2) == Approx(1.6));
    CHECK(report.figures[1].efficiency.value_or(0) == Approx(1));
}

TEST_CASE("every execution has its settings and all metrics over its ranks", "[clue]") {
    Sweep sweep = campaign({0.5, 0.25}, {0.5, -0.4});
    sweep.points[1].set.emplace_back("type", "float");
    sweep.points[1].run->summary.results = {
        result_of(kinds::wall_time, kinds::of_one, {{0.3, 0.4, 0.5}, {0.2, 0.3, 0.4}}),
        result_of(kinds::wall_time, kinds::average, {{0.4, 0.4, 0.4}, {0.3, 0.3, 0.3}}),
        result_of(kinds::wall_time, kinds::deviation, {{0.1, 0.1, 0.1}, {0.1, 0.1, 0.1}}),
        result_of(kinds::context_switches, kinds::of_one, {{7, 8, 9}, {1, 2, 3}}),
        result_of(kinds::context_switches, kinds::average, {{8, 8, 8}, {2, 2, 2}}),
        result_of(kinds::context_switches, kinds::deviation, {{1, 1, 1}, {1, 1, 1}})};
    const ClueReport report = clue_report(sweep);
    const auto executions = lines_of_kind(clue_csv(report), "execution");
    REQUIRE(executions.size() == 4);
    auto first = executions[2];
    CHECK(first["ranks"] == "2");
    CHECK(first["trial"] == "1");
    CHECK(first["width"] == "1000");
    CHECK(first["height"] == "1000");
    CHECK(first["type"] == "float");
    CHECK(first["iterations"] == "1");
    CHECK(first["wall_time_s_mean"] == "0.4");
    CHECK(first["wall_time_s_deviation"] == "0.1");
    CHECK(first["wall_time_s_min"] == "0.3");
    CHECK(first["wall_time_s_max"] == "0.5");
    CHECK(first["context_switches_min"] == "7");
    CHECK(first["context_switches_max"] == "9");
    CHECK(first["user_time_s_mean"].empty());
    // Derived metrics of each execution are relative to the fastest trial on one rank.
    CHECK(first["act_million_per_s"] == "2");
    CHECK(first["efficiency_percent"] == "50");
    CHECK(first["speedup"] == "1");
    CHECK(first["serial_fraction_percent"] == "100");
    CHECK(executions[3].at("disturbed_trials") == "1");
    CHECK(executions[3].at("wall_time_s_max") == "0.4");
    const auto json = clue_json(report)["figures"][1]["executions"];
    REQUIRE(json.size() == 2);
    CHECK(json[0]["metrics"]["context switches"]["deviation"].get<double>() == 1);
    CHECK(json[1]["disturbed"].get<bool>());
    const std::string xml = render_xml(clue_document(report, sweep));
    for (const char* cell :
         {"<cell column=\"wall time, mean\" value=\"0.4\" unit=\"s\">",
          "<cell column=\"wall time, deviation\" ", "<cell column=\"context switches, min\" value=\"7\"",
          "<cell column=\"type\">float</cell>", "<cell column=\"iterations\" value=\"1\"",
          "<cell column=\"height\" value=\"1000\""})
        CHECK(xml.find(cell) != std::string::npos);
}

TEST_CASE("two trials of a resumed campaign that have the same round are both kept", "[clue]") {
    Sweep sweep = campaign({0.5, 0.4, 0.3}, {0.5, 0.5, 0.5});
    sweep.points[0].launches[2].round = 2;
    const ClueReport report = clue_report(sweep);
    REQUIRE(report.figures[0].trials.size() == 3);
    CHECK(report.figures[0].trials.at(2) == Approx(2.5));
    CHECK(report.figures[0].trials.at(3) == Approx(1 / 0.3));
}

TEST_CASE("points with different numbers of trials: conclusions come from trials that all have", "[clue]") {
    const ClueReport report =
        clue_report(campaign({0.5, 0.5, 0.5, 0.5}, {0.5, 0.5, 0.5, 0.5, 0.5, 0.5})); // as with `--until`
    CHECK(observe(report).at(0).sureness == "sure: in 4 of 4 trials");
    CHECK(trials_text(report) == "the fastest of 4 to 6 trials");
    CHECK(trials_text(clue_report(campaign({0.5, 0.5}, {0.5, 0.5}))) == "the fastest of 2 trials");
    CHECK(trials_text(clue_report(campaign({0.5}, {0.5}))) == "one trial");
    Sweep stopped = campaign({0.5, 0.5}, {0.5});
    stopped.launches_planned = 4;
    CHECK(trials_text(clue_report(stopped)) == "the fastest of 1 to 2 trials");
    CHECK(trials_text(ClueReport()).empty());
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
    CHECK(certainty_text(0, 0, 1) == "doubtful: the only trial was disturbed");
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

TEST_CASE("what comes from a failed point of a campaign is INVALID", "[clue]") {
    Sweep sweep = campaign({0.4, 0.2}, {0.3, 0.4});
    const auto words = [&](const std::string& kind) {
        std::set<std::string> found;
        const auto rows = csv_cells(clue_csv(clue_report(sweep)));
        const auto verdict = std::find(rows[0].begin(), rows[0].end(), "verdict") - rows[0].begin();
        for (const auto& row : rows)
            if (row[0] == kind) found.insert(row[2] + " " + row[static_cast<std::size_t>(verdict)]);
        return found;
    };
    using Words = std::set<std::string>;
    CHECK(words("figure") == Words{"1 VALID", "2 VALID"});
    sweep.points[1].launches[1].outcome = Outcome::Failed; // on two ranks
    CHECK(words("figure") == Words{"1 VALID", "2 INVALID"});
    CHECK(words("execution") == Words{"1 VALID", "2 INVALID"});
    CHECK(words("average of ranks") == Words{"1 VALID", "2 INVALID"});
    CHECK(words("average of system") == Words{" INVALID"});
    sweep.points[1].launches[0].outcome = Outcome::Failed; // no result is left
    CHECK(words("figure") == Words{"1 VALID"});
    CHECK(words("average of system") == Words{" INVALID"});
    CHECK(clue_report(sweep).verdict->word == Word::Invalid);

    // The efficiency on two ranks comes from the point on one.
    sweep = campaign({0.4, 0.2}, {0.3, 0.4});
    sweep.points[0].launches[1].outcome = Outcome::Failed;
    CHECK(words("figure") == Words{"1 INVALID", "2 INVALID"});
    CHECK(clue_json(clue_report(sweep))["figures"][1]["verdict"].get<std::string>() == "INVALID");
}
