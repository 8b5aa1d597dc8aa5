#include "made_surfaces.h"
#include "report/document/output_formats.h"
#include "report/surface/figures.h"
#include "report/surface/lines.h"
#include "report/surface/ratio.h"
#include "report/surface/study.h"
#include "report/surface/versions.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace loop::report;
using surfaces_test::has;
using surfaces_test::kept_line;
using surfaces_test::made;
using surfaces_test::swept;

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

namespace {

/// The results of a version that needs these ns per word with L = 1 and with L = 4.
std::string measured(const std::string& version, double with_1, double with_4) {
    std::string lines;
    for (const double alpha : {1.0, 0.5})
        lines += kept_line(alpha, 1, with_1, "", version) + kept_line(alpha, 4, with_4, "", version);
    return lines;
}

} // namespace

TEST_CASE("each pair of versions that were measured alike has a ratio", "[surface]") {
    // ns per word; async is the fastest with short blocks, shmem with long ones.
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
    for (const Chart& plot : surface_plots(study)) {
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

TEST_CASE("a version that only one machine has is compared with each version of the other", "[surface]") {
    Sweep sweep;
    sweep.points = {swept("here", {measured("async", 2, 8)}), swept("here", {measured("rma", 8, 16)}),
                    swept("there", {measured("shmem", 4, 1)})};
    const SurfaceStudy study = study_of(sweep);
    REQUIRE(study.ratios.size() == 3);
    CHECK(study.ratios[0].title() == "there, 2 ranks, shmem over here, 2 ranks, async");
    CHECK(study.ratios[0].at(0, 0) == Approx(0.5));
    CHECK(study.ratios[1].title() == "there, 2 ranks, shmem over here, 2 ranks, rma");
    CHECK(study.ratios[1].at(0, 1) == Approx(16));
    CHECK(has(findings(study.ratios[1]), "they differ in version (rma and shmem)"));
    CHECK(study.ratios[2].title() == "here, 2 ranks, async over rma");

    // Not with another number of ranks; and if that one has the version, too, only with the same.
    sweep.points[2].ranks = 4;
    CHECK(study_of(sweep).ratios.size() == 1);
    sweep.points[2] = swept("there", {measured("rma", 4, 1)});
    const SurfaceStudy same = study_of(sweep);
    REQUIRE(same.ratios.size() == 2);
    CHECK(same.ratios[0].title() == "there, 2 ranks, rma over here, 2 ranks, rma");
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
    CHECK(std::count_if(plots.begin(), plots.end(), [](const Chart& plot) {
              return plot.name == "ratio-1" || plot.name == "contours-side-by-side";
          }) == 2);
    CHECK(compared({{"a", one}, {"b", two}}, "b").ratios[0].base->machine == "there");
    CHECK_THROWS_AS(compared({{"a", one}, {"b", two}}, "c"), ChoiceError);
    CHECK_THROWS_AS(compared({{"a", one}}, ""), FormatError);
    CHECK(render_html(surface_document(study)).find("<h2 id=") != std::string::npos);
}

TEST_CASE("a version without receive buffers is compared with every B", "[surface]") {
    std::vector<Surface> all;
    for (const auto& [version, buffers] :
         {std::pair("async", 1.0), std::pair("async", 8.0), std::pair("basic", 1.0)}) {
        all.push_back(made([](double, double) { return 42; }));
        all.back().version = version;
        all.back().buffers = buffers;
    }
    label_surfaces(all);
    CHECK(all[0].label == "synthetic, 256 ranks, async, B=1");
    CHECK(all[2].label == "synthetic, 256 ranks, basic");
    const auto groups = by_conditions(all);
    REQUIRE(groups.size() == 2);
    CHECK(buffers_of(groups[1]) == 8);
    const auto found = version_ratios(all);
    REQUIRE(found.size() == 2);
    CHECK(found[1].base->label + " " + found[1].surface->label ==
          "synthetic, 256 ranks, basic synthetic, 256 ranks, async, B=8");
    CHECK_FALSE(has(findings(found[1]), "they differ in"));
    // Sweeps of earlier versions measured it for each B.
    all.push_back(all[2]);
    all.back().buffers = 8;
    CHECK(version_ratios(all).size() == 2);
}
