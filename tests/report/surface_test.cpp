#include "base/text/strings.h"
#include "made_surfaces.h"
#include "report/document/output_formats.h"
#include "report/surface/figures.h"
#include "report/surface/locality.h"
#include "report/surface/spread.h"
#include "report/surface/study.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using loop::formats::read_kept_results;
using namespace loop::report;
using surfaces_test::has;
using surfaces_test::kept_line;
using surfaces_test::swept;

TEST_CASE("surfaces come from kept results, complete or not", "[surface]") {
    CHECK(read_kept_results("{\"schema\":\"loop-kept-results/1\"").empty());
    CHECK(read_kept_results("nonsense\n[]\n{}\n{\"schema\":7}\n").empty());
    CHECK(read_kept_results(kept_line(1, 1, 8) + kept_line(1, 4, 8).substr(0, 40)).size() == 1);

    Sweep sweep;
    sweep.launches_planned = 1;
    // A launch that was stopped, the launch that continued it, and then a complete one.
    sweep.points = {swept("here", {kept_line(1, 1, 8) + kept_line(0.5, 4, 4), kept_line(1, 4, 2)})};
    sweep.points[0].launches[0].outcome = Outcome::Interrupted;
    const auto half = surfaces(sweep);
    REQUIRE(half.size() == 1);
    CHECK(half[0].alphas == std::vector<double>{0.5, 1});
    CHECK(half[0].lengths == std::vector<double>{1, 4});
    CHECK(half[0].measured() == 3);
    CHECK(half[0].mbs(1, 0) == Approx(1000));
    CHECK(half[0].mbs(0, 1) == Approx(2000));
    CHECK(std::isnan(half[0].mbs(0, 0)));
    CHECK(has(findings(half[0]), "Incomplete: 3 of 4 points"));
    const SurfaceStudy study = study_of(sweep);
    CHECK(study.verdict.word == loop::formats::Verdict::Word::ValidWithNotes);
    CHECK(has(study.verdict.reasons, "incomplete: here, 2 ranks, 3 of 4 points measured"));
    CHECK(surface_plots(study).size() >= 2);
    for (const Chart& chart : surface_plots(study)) // points that were not measured stay blank
        CHECK(drawn(chart).element("").find("nan") == std::string::npos);
    CHECK(surface_results(study)["surfaces"][0]["points"][0]["mbs"].is_null());

    sweep.points[0].launches[0].kept.push_back(read_kept_results(kept_line(1, 1, 2))[0]);
    CHECK(surfaces(sweep)[0].mbs(1, 0) == Approx(2500)); // the median of two
    sweep.points[0].launches[0].kept.push_back(read_kept_results(kept_line(1, 1, 2, ",\"failed\":true"))[0]);
    CHECK(std::isnan(surfaces(sweep)[0].mbs(1, 0))); // a result with a wrong sum is not shown

    sweep.points = {swept("here", {kept_line(1, 1, 8)})};
    sweep.points[0].set.clear();
    CHECK(study_of(sweep).surfaces.empty()); // a single point is not a surface
}

TEST_CASE("Apex-Map is compared with the ping-pong on the same number of ranks", "[surface]") {
    Sweep sweep;
    sweep.points = {swept(
        "here", {kept_line(1, 1, 8) + kept_line(1, 4, 2) + kept_line(0.5, 1, 1) + kept_line(0.5, 4, 1)})};
    SweepPoint game;
    game.workload = "pingpong";
    game.ranks = 2;
    game.run = RunRecord{};
    game.run->machine.name = "here";
    for (const auto& [name, mbs] :
         {std::pair("bandwidth, 8 bytes", 500.0), std::pair("bandwidth, 64 bytes", 4000.0),
          std::pair("bandwidth", 4000.0), std::pair("one way, 8 bytes", 1.0)}) {
        ResultValue result;
        result.name = name;
        result.value = Spread{mbs, mbs, mbs};
        result.tag = loop::formats::tag_of_name(name, "MB/s");
        game.run->summary.results.push_back(result);
    }
    sweep.points.push_back(game);
    const SurfaceStudy study = study_of(sweep);
    REQUIRE(study.beside_ping_pong.size() == 1);
    const auto& points = study.beside_ping_pong[0].points;
    REQUIRE(points.size() == 2);
    CHECK(points[0].second == Approx(2)); // 1000 over 500
    CHECK(points[1].second ==
          Approx(4000.0 / 2000)); // 32 bytes, interpolated between 8 and 64 on logarithmic axes
    sweep.points[1].ranks = 4;
    CHECK(study_of(sweep).beside_ping_pong.empty());
}

TEST_CASE("cycles per word come from kept results, and have a table, a plot, and a column", "[surface]") {
    const auto line = [](double alpha, double length, double ns, double cycles) {
        return kept_line(alpha, length, ns, "", "async", "",
                         ",\"mean cycles a word\":" + std::to_string(cycles) +
                             ",\"time stamp frequency\":2000");
    };
    Sweep sweep;
    sweep.points = {
        swept("here", {line(1, 1, 8, 16) + line(1, 4, 2, 4) + line(0.5, 1, 1, 2) + line(0.5, 4, 1, 2),
                       line(1, 1, 4, 8) + line(1, 4, 2, 4) + kept_line(0.5, 4, 1)})};
    const SurfaceStudy study = study_of(sweep);
    REQUIRE(study.surfaces.size() == 1);
    const Surface& surface = study.surfaces[0];
    CHECK(surface.find(1, 1)->cycles == Approx(12));  // the median of two launches
    CHECK(surface.find(0.5, 4)->cycles == Approx(2)); // one of two launches knows them
    CHECK(surface.cycle_megahertz == Approx(2000));
    CHECK(has(study.facts, "in ticks of the time stamp counter, 2000 MHz on here"));
    const auto plots = surface_plots(study);
    const auto plot =
        std::find_if(plots.begin(), plots.end(), [](const Chart& p) { return p.name == "cycles-1"; });
    REQUIRE(plot != plots.end());
    REQUIRE(plot->colors);
    CHECK(plot->colors->reversed);
    CHECK(plot->colors->low <= std::log10(12));
    CHECK(plot->colors->high >= std::log10(12));
    const Document document = surface_document(study);
    REQUIRE(document.sections[0].tables.size() == 2);
    CHECK(document.sections[0].tables[1].title == "cycles per word");
    CHECK(document.sections[0].tables[1].rows[0][1].number == Approx(12)); // alpha 1 is on top
    CHECK(surface_csv(study).find(",failed,cycles,verdict\n") != std::string::npos);
    CHECK(surface_results(study)["surfaces"][0]["points"][0]["cycles"].get<double>() == Approx(2));

    sweep.points = {swept("here", {kept_line(1, 1, 8) + kept_line(1, 4, 2) + kept_line(0.5, 1, 1)})};
    const SurfaceStudy unknown = study_of(sweep);
    CHECK(has(unknown.facts, "cycles per word: unknown"));
    CHECK(surface_document(unknown).sections[0].tables.size() == 1);
    CHECK(surface_results(unknown)["surfaces"][0]["points"][0]["cycles"].is_null());
    for (const Chart& p : surface_plots(unknown))
        CHECK(p.name != "cycles-1");
}

TEST_CASE("caches are those that a rank may fill", "[surface]") {
    Sweep sweep;
    sweep.points = {swept(
        "here", {kept_line(1, 1, 8, "", "async", ",\"L1 share\":32768,\"L2 share\":0,\"L3 share\":4194304") +
                 kept_line(1, 4, 2)})};
    sweep.points[0].run = RunRecord{};
    sweep.points[0].run->environment = loop::Json{{"caches", {{"l3_bytes", 33554432}}}};
    const SurfaceStudy study = study_of(sweep);
    REQUIRE(study.surfaces.size() == 1);
    REQUIRE(study.surfaces[0].caches.size() == 2); // L2 is unknown
    CHECK(study.surfaces[0].caches[1].bytes == 4194304);
    CHECK(has(study.facts, "caches that a rank may fill: L1d 32.0 KiB, L3 4.00 MiB"));
    sweep.points[0].launches[0].kept = read_kept_results(kept_line(1, 1, 8) + kept_line(1, 4, 2));
    CHECK(surfaces(sweep)[0].caches.at(0).bytes == 33554432); // of earlier versions
}

TEST_CASE("a surface says how well its points are known", "[surface]") {
    const auto line = [](double alpha, double length, double ns, const std::string& interval) {
        return kept_line(alpha, length, ns, "", "async",
                         ",\"seconds\":0.02,\"seed\":5,\"streams\":\"independent\"",
                         interval.empty() ? "" : ",\"interval of the time a word\":" + interval);
    };
    Sweep sweep;
    sweep.points = {swept(
        "here", {line(1, 1, 8, "4") + line(1, 4, 2, "2") + line(0.5, 1, 1, "3") + line(0.5, 4, 1, ""),
                 line(1, 1, 12, "6") + line(1, 4, 2.2, "2") + line(0.5, 1, 1, "3") + line(0.5, 4, 1.1, "")})};
    const SurfaceStudy study = study_of(sweep);
    REQUIRE(study.surfaces.size() == 1); // seeds make no other surfaces
    const Surface& surface = study.surfaces[0];
    CHECK(surface.find(1, 1)->interval_percent == Approx(5));
    CHECK(std::isnan(surface.find(0.5, 4)->interval_percent));
    CHECK(has(spread(surface),
              "Between launches, the bandwidth of a point typically differs by 10 % (max over "
              "min), and most at alpha 1, L 1, by 50 %."));
    CHECK(has(spread(surface),
              "Within a launch, the 95 % interval of a point's median is typically 3.0 % wide, "
              "and at most 5.0 %, at alpha 1, L 1; 1 of 4 points took too few batches"));
    CHECK(has(study.facts, "until they have taken 20 ms and the 95 % interval of their median is at most 5 % "
                           "wide, or until 100 ms have passed"));
    CHECK(surface.others.find("seconds=0.02") != std::string::npos);
    // Of earlier versions, there is one time per launch.
    sweep.points = {swept("here", {kept_line(1, 1, 8) + kept_line(1, 4, 2)})};
    CHECK(spread(study_of(sweep).surfaces[0]).empty());
    CHECK(has(study_of(sweep).facts, "each point of a launch is one time"));
}

TEST_CASE("what a failed launch measured of a surface is INVALID, also where it is divided", "[surface]") {
    const auto study_with = [](Outcome outcome) {
        Sweep sweep;
        sweep.launches_planned = 1;
        const std::string all = kept_line(1, 1, 8) + kept_line(1, 4, 2) + kept_line(0.5, 1, 1);
        sweep.points = {swept("here", {all}), swept("there", {all + kept_line(0.5, 4, 1)})};
        sweep.points[0].launches[0].outcome = outcome;
        return study_of(sweep);
    };
    const auto words = [](const std::string& csv) {
        std::vector<std::string> last;
        for (const std::string_view line : loop::lines_of(csv))
            last.emplace_back(line.substr(line.rfind(',') + 1));
        last.erase(last.begin());
        return last;
    };
    const SurfaceStudy good = study_with(Outcome::Good), failed = study_with(Outcome::TimedOut);
    CHECK(words(surface_csv(good)) == std::vector<std::string>(8, "VALID"));
    CHECK(words(ratio_csv(good)) == std::vector<std::string>(4, "VALID"));
    // Also the point that the launch has not reached.
    std::vector<std::string> expected(4, "INVALID");
    CHECK(words(ratio_csv(failed)) == expected);
    expected.resize(8, "VALID");
    CHECK(words(surface_csv(failed)) == expected);
    CHECK(surface_results(failed)["surfaces"][0]["points"][0]["verdict"].get<std::string>() == "INVALID");
    CHECK(failed.verdict.word == loop::formats::Verdict::Word::Invalid);
}

TEST_CASE("a surface says how much of the words was in huge pages", "[surface]") {
    const auto four = [](const std::string& arguments, const std::string& results) {
        std::string lines;
        for (const double alpha : {1.0, 0.5})
            for (const double length : {1.0, 4.0})
                lines += kept_line(alpha, length, 2, "", "async", arguments, results);
        return lines;
    };
    Sweep sweep;
    sweep.points = {
        swept("here", {four(",\"pages\":\"default\"", ",\"words in huge pages\":0")}),
        swept("here", {four(",\"pages\":\"huge\"", ",\"words in huge pages\":2048")}),
        swept("there", {four("", "")}),
    };
    const SurfaceStudy study = study_of(sweep);
    REQUIRE(study.surfaces.size() == 3);
    CHECK(study.surfaces[1].label.find("pages=huge") != std::string::npos);
    CHECK(has(study.facts, ", of rank 0 0 B in huge pages)"));
    CHECK(has(study.facts, ", of rank 0 2.00 MiB in huge pages)"));
    CHECK(has(study.facts, "there, 2 ranks: M / P = 512 words (4.00 KiB), B"));
}

TEST_CASE("a surface with much arithmetic on each word says how fast that is", "[surface]") {
    const auto four = [](const std::string& arguments) {
        std::string lines;
        for (const double alpha : {1.0, 0.5})
            for (const double length : {1.0, 4.0})
                lines += kept_line(alpha, length, 8 / alpha / length, "", "async", arguments);
        return lines;
    };
    Sweep sweep;
    sweep.points = {swept("here", {four("")}), swept("here", {four(",\"intensity\":1")}),
                    swept("here", {four(",\"intensity\":32")})};
    const SurfaceStudy study = study_of(sweep);
    REQUIRE(study.surfaces.size() == 2); // earlier versions computed what intensity 1 is
    CHECK(study.surfaces[1].label.find("intensity=32") != std::string::npos);
    // 8 ns for a word and its 64 operations at alpha 1, L 1.
    CHECK(has(findings(study.surfaces[1]), "With 32 multiply-adds on each word, a process computes from 4000 "
                                           "Mflop/s (alpha 0.5, L 1) to 32000 Mflop/s (alpha 1, L 4)."));
    CHECK_FALSE(has(findings(study.surfaces[0]), "multiply-adds"));
}

TEST_CASE("surfaces with and without the last block, or the shift, are kept apart", "[surface]") {
    const auto four = [](const std::string& arguments) {
        std::string lines;
        for (const double alpha : {1.0, 0.5})
            for (const double length : {1.0, 4.0})
                lines += kept_line(alpha, length, 2, "", "async", arguments);
        return lines;
    };
    Sweep sweep;
    sweep.points = {swept("here", {four(",\"last\":false,\"shift\":true")})};
    CHECK(has(study_of(sweep).facts, "the last block of the M words is never drawn"));
    sweep.points.push_back(swept("here", {four(",\"last\":true,\"shift\":true")}));
    sweep.points.push_back(swept("here", {four(",\"last\":false,\"shift\":false")}));
    const SurfaceStudy study = study_of(sweep);
    REQUIRE(study.surfaces.size() == 3);
    CHECK_FALSE(study.surfaces[0].last_block);
    CHECK(study.surfaces[1].last_block);
    CHECK(study.surfaces[1].label.find("last=true") != std::string::npos);
    CHECK(study.surfaces[2].label.find("shift=false") != std::string::npos);
    CHECK(study.surfaces[1].own_words_first);
    CHECK_FALSE(study.surfaces[2].own_words_first);
    CHECK(has(study.facts, "with last=true, every block of the M words can be drawn"));
    sweep.points = {sweep.points[1]};
    CHECK(has(study_of(sweep).facts, "every block of the M words can be drawn, also the last one"));
}
