#include "report/document/output_formats.h"
#include "report/surface/figures.h"
#include "report/surface/lines.h"
#include "report/surface/locality.h"
#include "report/surface/ratio.h"
#include "report/surface/study.h"
#include "report/surface/versions.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <memory>

using namespace loop::report;
using loop::formats::read_kept_results;

namespace {

const std::vector<double> paper_alphas{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1};
const std::vector<double> twos{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096};

/// A surface of 256 ranks whose MB/s are a function of alpha and L.
Surface made(const std::function<double(double, double)>& mbs, const std::string& machine = "synthetic") {
    Surface surface;
    surface.machine = machine;
    surface.label = machine;
    surface.ranks = 256;
    surface.version = "async";
    surface.buffers = 16;
    surface.words_of_rank = 64 << 20;
    surface.alphas = paper_alphas;
    surface.lengths = twos;
    for (const double alpha : surface.alphas)
        for (const double length : surface.lengths) {
            SurfacePoint point;
            point.mbs = mbs(alpha, length);
            if (std::isfinite(point.mbs)) point.samples = {point.mbs};
            surface.points.push_back(point);
        }
    return surface;
}

/// Bandwidth with a start-up cost of `words` words per block; lost temporal locality costs a factor of
/// `cost`.
double saturating(double alpha, double length, double words, double cost) {
    return 1000 * length / (length + words) / (1 + (cost - 1) * alpha);
}

bool has(const std::vector<std::string>& sentences, const std::string& text) {
    for (const std::string& sentence : sentences)
        if (sentence.find(text) != std::string::npos) return true;
    return false;
}

std::string kept_line(double alpha, double length, double ns, const std::string& more = "",
                      const std::string& version = "async", const std::string& arguments = "",
                      const std::string& results = "") {
    return "{\"schema\":\"loop-kept-results/1\",\"launch\":\"x\",\"construct\":\"APEXMAP\",\"name\":\"\"" +
           more + ",\"arguments\":{\"ranks\":2,\"version\":\"" + version +
           "\",\"M\":1024,\"L\":" + std::to_string(length) + ",\"alpha\":" + std::to_string(alpha) +
           ",\"B\":16" + arguments + "},\"results\":{\"mean time a word\":" + std::to_string(ns) +
           ",\"remote fraction\":50" + results + "}}\n";
}

SweepPoint swept(const std::string& machine, const std::vector<std::string>& launches) {
    SweepPoint point;
    point.number = 1;
    point.workload = "apexmap";
    point.machine = machine;
    point.ranks = 2;
    point.set = {{"alpha", "1,0.5"}, {"L", "1,4"}};
    for (const std::string& text : launches) {
        SweepLaunch launch;
        launch.index = static_cast<int>(point.launches.size()) + 1;
        launch.outcome = Outcome::Good;
        launch.seconds = 1;
        launch.kept = read_kept_results(text);
        point.launches.push_back(launch);
    }
    return point;
}

} // namespace

TEST_CASE("a step in L is found at its place, and none on flat or smooth surfaces", "[surface]") {
    const Surface stepped = made([](double, double length) { return length < 64 ? 100 : 60; });
    const auto found = steps(stepped);
    REQUIRE(found.size() == 1);
    CHECK(found[0].before == 32);
    CHECK(found[0].beyond == 64);
    CHECK(found[0].factor == Approx(0.6));
    CHECK(has(findings(stepped), "Between L = 32 and 64 words (256 B and 512 B), bandwidth drops to 0.6x"));

    // As the paper's Cray X1: a slope with a step, where messages of more than 32 words leave eager mode.
    const Surface eager = made([](double alpha, double length) {
        return saturating(alpha, length, 500, 20) * (length > 32 ? 0.7 : 1);
    });
    REQUIRE(steps(eager).size() == 1);
    CHECK(steps(eager)[0].beyond == 64);

    CHECK(steps(made([](double, double) { return 42; })).empty());
    for (const double words : {3.0, 60.0, 5000.0})
        CHECK(steps(made([&](double alpha, double length) {
                  return saturating(alpha, length, words, 50);
              })).empty());
}

TEST_CASE("a step names its alphas and the cache that blocks outgrow", "[surface]") {
    // On 256 ranks, half of the accesses are remote at alpha 0.125.
    const Surface remote =
        made([](double alpha, double length) { return alpha > 0.125 && length >= 64 ? 60 : 100; });
    REQUIRE(steps(remote).size() == 1);
    CHECK(steps(remote)[0].where == Step::Where::MostlyRemote);
    CHECK(has(findings(remote), "a limit of the MPI library"));

    Surface local =
        made([](double alpha, double length) { return alpha < 0.125 && length > 512 ? 60 : 100; });
    local.caches = {{"L1d", 6000}, {"L2", 1e6}};
    REQUIRE(steps(local).size() == 1);
    CHECK(steps(local)[0].where == Step::Where::MostlyLocal);
    CHECK(has(findings(local), "a block outgrows L1d (5.86 KiB)"));
    CHECK_FALSE(has(findings(local), "L2"));
}

TEST_CASE("the locality whose loss costs more is named", "[surface]") {
    const Surface temporal = made([](double alpha, double length) { return std::pow(length, 0.1) / alpha; });
    CHECK(temporal_loss(temporal)->median == Approx(1000));
    CHECK(spatial_loss(temporal)->median == Approx(std::pow(4096, 0.1)));
    CHECK(has(findings(temporal), "the loss of temporal locality is tolerated less"));
    const Surface spatial = made([](double alpha, double length) { return length / std::pow(alpha, 0.1); });
    CHECK(has(findings(spatial), "the loss of spatial locality is tolerated less"));
    const Surface both = made([](double alpha, double length) {
        return std::pow(length, std::log(1000) / std::log(4096)) / alpha;
    });
    CHECK(has(findings(both), "both losses are tolerated about equally"));
    const Surface flat = made([](double, double) { return 42; });
    CHECK(has(findings(flat), "neither locality matters"));
    CHECK_FALSE(has(findings(flat), "tolerated"));
    CHECK_FALSE(has(findings(flat), "Between"));
}

TEST_CASE("for equal bandwidth, lower temporal locality needs longer blocks", "[surface]") {
    // The paper's machines at 10 MB/s, alpha 0.001 to 1: a factor of 128 on Cheetah and 16 on Phoenix.
    for (const double factor : {128.0, 16.0}) {
        const Surface surface = made([&](double alpha, double length) {
            return 10 * length / 4 / std::pow(alpha * 1000, std::log(factor) / std::log(1000));
        });
        const auto found = exchange(surface, 10);
        REQUIRE(found);
        CHECK(found->shortest == Approx(4));
        CHECK(found->longest == Approx(4 * factor));
        CHECK(found->factor() == Approx(factor));
        CHECK_FALSE(found->at_least);
        CHECK_FALSE(exchange(surface, 1e6));
    }
    // Seaborg at 1 MB/s: L = 1 at alpha 0.005, L = 85 at alpha 1; at alpha 0.001, one word is more than
    // enough.
    const double slope = std::log(85) / std::log(200);
    const Surface seaborg =
        made([&](double alpha, double length) { return length / std::pow(alpha / 0.005, slope); });
    CHECK(needed_length(seaborg, 9, 1)->words == Approx(85));
    CHECK(needed_length(seaborg, 2, 1)->words == Approx(1));
    CHECK(needed_length(seaborg, 0, 1)->at_most);
    CHECK(exchange(seaborg, 1)->at_least);
    CHECK(exchange(seaborg, 1)->factor() == Approx(85));
    // A requested bandwidth is always reported, also if it was not reached.
    Surface asked = seaborg;
    asked.wanted_mbs = {1, 1e9, 1e-9};
    CHECK(levels(asked) == asked.wanted_mbs);
    CHECK(has(findings(asked), "To sustain 1 MB/s per process"));
    CHECK(has(findings(asked), "was not reached with alpha 1 and blocks up to"));
    CHECK(has(findings(asked), "was exceeded by the shortest blocks"));
}

TEST_CASE("the alpha at which half of all accesses are local", "[surface]") {
    Surface surface = made([](double, double) { return 1; });
    surface.caches = {{"L2", 8.0 * 1024 * 1024}};
    const auto found = halves(surface);
    REQUIRE(found.size() == 2);
    // 1 Mi words of 2^34: alpha = 1/14; a rank's own words: alpha = 1/8.
    CHECK(found[0].alpha == Approx(1.0 / 14));
    CHECK(found[1].where == "own rank");
    CHECK(found[1].alpha == Approx(1.0 / 8));
}

TEST_CASE("the steepest fall of bandwidth is found", "[surface]") {
    const Surface surface = made([](double alpha, double) { return alpha > 0.03 ? 10 : 40; });
    const auto fall = steepest_fall(surface);
    REQUIRE(fall);
    CHECK(fall->before == 0.025);
    CHECK(fall->beyond == 0.05);
    CHECK(fall->factor == Approx(4));
    CHECK_FALSE(steepest_fall(made([](double, double length) { return length; })));
}

TEST_CASE("the ratio of two surfaces describes its corners and the differing conditions", "[surface]") {
    const Surface base = made([](double, double) { return 10; }, "Cheetah");
    Surface other =
        made([](double alpha, double length) { return alpha > 0.1 && length > 100 ? 120 : 5; }, "Phoenix");
    const auto ratio = ratio_of(base, other);
    REQUIRE(ratio);
    CHECK(ratio->at(9, 12) == Approx(12));
    CHECK(ratio->at(0, 0) == Approx(0.5));
    const auto sentences = findings(*ratio);
    CHECK(has(sentences, "at most 12x at alpha 0.25, L 128, at least 0.5x"));
    CHECK(has(sentences, "faster at 18 of 130 points, slower at 112"));
    CHECK(has(sentences, "None of this is tested, which needs 5 launches"));
    CHECK(has(sentences, "largest with little temporal and much spatial locality"));
    CHECK_FALSE(has(sentences, "not measured alike"));
    other.buffers = 4;
    CHECK(has(findings(*ratio_of(base, other)), "they differ in B (16 and 4)"));
    other.lengths = {3};
    other.points.resize(other.alphas.size());
    CHECK_FALSE(ratio_of(base, other));
}

TEST_CASE("points whose difference is within the scatter are neither faster nor slower", "[surface]") {
    // Medians differ by 10 %; at large alphas, launches scatter from half to twice the median.
    const auto launched = [](double scale, const std::string& machine) {
        Surface surface = made([](double, double) { return 1; }, machine);
        for (std::size_t a = 0; a < surface.alphas.size(); ++a)
            for (std::size_t l = 0; l < surface.lengths.size(); ++l) {
                SurfacePoint& point = surface.points[a * surface.lengths.size() + l];
                const double scatter = surface.alphas[a] > 0.1 ? 2 : 1.001;
                point.samples = {scale / scatter, scale / std::sqrt(scatter), scale,
                                 scale * std::sqrt(scatter), scale * scatter};
                point.mbs = scale;
            }
        return surface;
    };
    const Surface base = launched(100, "a"), faster = launched(110, "b"), slower = launched(90, "c");
    const auto sentences = findings(*ratio_of(base, faster));
    CHECK(has(sentences,
              "faster at 91 of 130 points, slower at 0, and within 5 % or not distinguishable at 39"));
    CHECK(has(sentences, "tested at 98 % at each of 130 points, about 2.6"));
    CHECK(has(findings(*ratio_of(base, slower)), "faster at 0 of 130 points, slower at 91"));
}

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
    CHECK(surface_plots(study)[0].data.find("0.5 1 NaN") != std::string::npos);
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
        std::find_if(plots.begin(), plots.end(), [](const Plot& p) { return p.name == "cycles-1"; });
    REQUIRE(plot != plots.end());
    CHECK(plot->data.find("1 1 12\n") != std::string::npos);
    CHECK(plot->script.find("set palette negative") != std::string::npos);
    const Document document = surface_document(study);
    REQUIRE(document.sections[0].tables.size() == 2);
    CHECK(document.sections[0].tables[1].title == "cycles per word");
    CHECK(document.sections[0].tables[1].rows[0][1].number == Approx(12)); // alpha 1 is on top
    CHECK(surface_csv(study).find(",failed,cycles\n") != std::string::npos);
    CHECK(surface_results(study)["surfaces"][0]["points"][0]["cycles"].get<double>() == Approx(2));

    sweep.points = {swept("here", {kept_line(1, 1, 8) + kept_line(1, 4, 2) + kept_line(0.5, 1, 1)})};
    const SurfaceStudy unknown = study_of(sweep);
    CHECK(has(unknown.facts, "cycles per word: unknown"));
    CHECK(surface_document(unknown).sections[0].tables.size() == 1);
    CHECK(surface_results(unknown)["surfaces"][0]["points"][0]["cycles"].is_null());
    for (const Plot& p : surface_plots(unknown))
        CHECK(p.name != "cycles-1");
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
    CHECK(has(study.facts, "with last=true, every block of the M words can be drawn"));
    sweep.points = {sweep.points[1]};
    CHECK(has(study_of(sweep).facts, "every block of the M words can be drawn, also the last one"));
}

TEST_CASE("each pair of versions that were measured alike has a ratio", "[surface]") {
    // ns per word; async is the fastest with short blocks, shmem with long ones.
    const auto measured = [](const std::string& version, double with_1, double with_4) {
        std::string lines;
        for (const double alpha : {1.0, 0.5})
            lines += kept_line(alpha, 1, with_1, "", version) + kept_line(alpha, 4, with_4, "", version);
        return lines;
    };
    Sweep sweep;
    sweep.points = {swept("here", {measured("async", 2, 8)}), swept("here", {measured("basic", 8, 16)}),
                    swept("here", {measured("shmem", 4, 1)})};
    const SurfaceStudy study = study_of(sweep);
    REQUIRE(study.surfaces.size() == 3);
    REQUIRE(study.ratios.size() == 3);
    const auto pair_of = [](const SurfaceRatio& ratio) {
        return ratio.surface->version + " " + ratio.base->version;
    };
    CHECK(pair_of(study.ratios[0]) == "async basic");
    CHECK(pair_of(study.ratios[1]) == "async shmem");
    CHECK(pair_of(study.ratios[2]) == "basic shmem");
    CHECK(study.ratios[0].at(0, 0) == Approx(4));     // L = 1
    CHECK(study.ratios[1].at(0, 1) == Approx(0.125)); // L = 4
    CHECK(study.ratios[0].title() == "here, 2 ranks, async over basic");
    const auto sentences = findings(study.ratios[1]);
    CHECK(has(sentences,
              "Bandwidth of here, 2 ranks, async relative to shmem: at most 2x at alpha 0.5, L 1, at "
              "least 0.12x at alpha 0.5, L 4"));
    CHECK(has(sentences, "faster at 2 of 4 points, slower at 2"));
    CHECK_FALSE(has(sentences, "not measured alike"));

    const auto groups = by_conditions(study.surfaces);
    REQUIRE(groups.size() == 1);
    const FastestVersions fastest = fastest_versions(groups[0]);
    CHECK(fastest.at(0, 0)->version == "async");
    CHECK(fastest.at(1, 1)->version == "shmem");
    CHECK(finding(fastest) ==
          "Of the 4 points that were measured with every version, the fastest is async at 2, "
          "basic at 0, shmem at 2.");

    int maps = 0, side_by_side = 0;
    for (const Plot& plot : surface_plots(study)) {
        maps += plot.name.rfind("ratio-", 0) == 0 ? 1 : 0;
        if (plot.name == "contours-versions") {
            ++side_by_side;
            CHECK(plot.title.find("async; here, 2 ranks, basic; here, 2 ranks, shmem") != std::string::npos);
        }
        CHECK(plot.name != "contours-side-by-side");
    }
    CHECK(maps == 3);
    CHECK(side_by_side == 1);
    const std::string text = render_text(surface_document(study));
    CHECK(text.find("here, 2 ranks, async over basic, bandwidth ratio") != std::string::npos);
    CHECK(text.find("fastest version") != std::string::npos);

    // Other numbers of ranks and other machines are no pairs of versions, but machines are compared as
    // before.
    sweep.points[1].ranks = 4;
    CHECK(version_ratios(surfaces(sweep)).size() == 1);
    sweep.points[1].ranks = 2;
    sweep.points.push_back(swept("there", {measured("async", 1, 1)}));
    const SurfaceStudy both = study_of(sweep);
    REQUIRE(both.ratios.size() == 4);
    CHECK_FALSE(both.ratios[0].of_versions);
    CHECK(both.ratios[0].title() == "there, 2 ranks, async over here, 2 ranks, async");
    CHECK(both.ratios[1].of_versions);

    // A version that was not measured at a point is compared at the others.
    sweep.points = {swept("here", {measured("async", 2, 8)}),
                    swept("here", {kept_line(1, 1, 4, "", "rma") + kept_line(1, 4, 4, "", "rma")})};
    CHECK(has(findings(version_ratios(surfaces(sweep)).at(0)), "faster at 1 of 2 points"));
}

TEST_CASE("bandwidth over ranks and buffers, and two sweeps side by side", "[surface]") {
    std::vector<Surface> all;
    for (const int ranks : {1, 2, 4}) {
        all.push_back(made([&](double, double length) { return length / ranks; }));
        all.back().ranks = ranks;
    }
    const auto lines = over_ranks(all);
    REQUIRE_FALSE(lines.empty());
    CHECK(lines[0].points == std::vector<std::pair<double, double>>{{1, 1}, {2, 0.5}, {4, 0.25}});
    CHECK(over_buffers(all).empty());
    all = {made([](double, double length) { return length; }),
           made([](double, double length) { return 2 * length; })};
    all[1].buffers = 32;
    REQUIRE_FALSE(over_buffers(all).empty());
    CHECK(over_buffers(all)[0].points == std::vector<std::pair<double, double>>{{16, 1}, {32, 2}});

    Sweep one, two;
    const std::string four =
        kept_line(1, 1, 8) + kept_line(1, 4, 2) + kept_line(0.5, 1, 1) + kept_line(0.5, 4, 1);
    one.points = {swept("it's `touch gone`", {four})};
    two.points = {swept("there", {four})};
    const SurfaceStudy study = compared({{"a", one}, {"b", two}}, "");
    REQUIRE(study.ratios.size() == 1);
    CHECK(study.ratios[0].at(0, 0) == Approx(1));
    const auto plots = surface_plots(study);
    CHECK(std::count_if(plots.begin(), plots.end(), [](const Plot& plot) {
              return plot.name == "ratio-1" || plot.name == "contours-side-by-side";
          }) == 2);
    for (const Plot& plot : plots)
        CHECK(plot.script.find('`') == std::string::npos);
    CHECK(compared({{"a", one}, {"b", two}}, "b").ratios[0].base->machine == "there");
    CHECK_THROWS_AS(compared({{"a", one}, {"b", two}}, "c"), ChoiceError);
    CHECK_THROWS_AS(compared({{"a", one}}, ""), FormatError);
    CHECK(render_html(surface_document(study)).find("<h2 id=") != std::string::npos);
}
