#include "report/document/output_formats.h"
#include "report/figures/axis.h"
#include "report/sheet/measured_series.h"
#include "report/sheet/sections.h"
#include "support.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace loop::report;

namespace {

/// Three launches with a rate over n = 1 to `count`: min and mean over ranks.
RunRecord run_with_series(int count) {
    RunRecord run;
    run.source.name = "bench";
    for (const double factor : {1.0, 3.0, 2.0}) {
        Series mean{"rate", "n", "elements", "mean of ranks", "Mflop/s", {}, {}};
        for (int n = 1; n <= count; ++n) {
            mean.x_values.push_back(n);
            mean.y_values.push_back(factor * n);
        }
        Series least = mean;
        least.y = "least of ranks";
        for (double& value : least.y_values)
            value /= 2;
        add_launch(run, {mean, least});
    }
    return run;
}

std::size_t lines_of(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

} // namespace

TEST_CASE("series over the same quantity are side by side, as medians of the launches", "[series]") {
    const auto all = measured_series(run_with_series(4));
    REQUIRE(all.size() == 1);
    CHECK(all[0].x_title() == "n, elements");
    CHECK(all[0].launches == 3);
    CHECK(all[0].x_values == std::vector<double>{1, 2, 3, 4});
    REQUIRE(all[0].curves.size() == 2);
    CHECK(*all[0].curves[0].values[3] == 8);
    CHECK(*all[0].curves[1].values[3] == 4);
    CHECK(measured_series(RunRecord{}).empty());
}

TEST_CASE("a point that one launch lacks, or that is not finite there, comes from the others", "[series]") {
    RunRecord run = run_with_series(2);
    const auto mean_of = [&](std::size_t launch) -> Series& {
        return run.launches[launch].ranks[0].record->series[0];
    };
    mean_of(0).y_values[1] = std::nan("");
    mean_of(1).x_values = {7};
    mean_of(1).y_values = {70};
    const auto all = measured_series(run);
    CHECK(all[0].x_values == std::vector<double>{1, 2, 7});
    CHECK(*all[0].curves[0].values[1] == 4);
    CHECK(*all[0].curves[0].values[2] == 70);
    CHECK_FALSE(all[0].curves[1].values[2]);
}

namespace {

/// The table of the series in the terminal, with its title.
std::string series_in_terminal(const RunRecord& run) {
    RunDirectory directory;
    directory.run = run;
    const std::string text = render_text(sheet_document({directory}));
    const std::size_t begin = text.find("\nrate");
    return text.substr(begin, text.find("\n\n", begin) + 1 - begin);
}

} // namespace

TEST_CASE("the terminal shows a few points of a long series, including the first and the last", "[series]") {
    const std::string text = series_in_terminal(run_with_series(1000));
    CHECK(text.find("rate, medians of 3 launches, 12 of 1000 points") != std::string::npos);
    CHECK(lines_of(text) == 15);
    CHECK(text.find("least of ranks, Mflop/s") != std::string::npos);
    CHECK(text.find("\n1 ") != std::string::npos);
    CHECK(text.find("\n1000 ") != std::string::npos);
    CHECK(series_in_terminal(run_with_series(5)).find("points") == std::string::npos);
    CHECK(evenly(3, 12) == std::vector<std::size_t>{0, 1, 2});
    CHECK(evenly(5, 3) == std::vector<std::size_t>{0, 2, 4});
}

TEST_CASE("all output formats have the series, and the page draws it", "[series]") {
    RunDirectory directory;
    directory.run = run_with_series(300);
    const SheetInput input{directory};
    const Document document = sheet_document(input);
    CHECK(render_csv(document).find("series,series-1,300,\"mean of ranks, Mflop/s\",600,Mflop/s\n") !=
          std::string::npos);
    CHECK(render_json(document).find("least of ranks, Mflop/s") != std::string::npos);
    CHECK(render_xml(document).find("<section id=\"series\"") != std::string::npos);
    const std::string page = render_html(sheet_document(input, {}));
    CHECK(page.find("rate over n, elements") != std::string::npos);
    CHECK(page.find("class=\"curve kind2\"") != std::string::npos);
    CHECK(render_text(sheet_document(input)).find("rate, medians of 3 launches") != std::string::npos);
    directory.run.launches.clear();
    CHECK(render_csv(sheet_document({directory})).find("series-1") == std::string::npos);
}

TEST_CASE("series of one point, or of negative values, can be drawn", "[series]") {
    RunRecord run = run_with_series(1);
    CHECK(series_picture(measured_series(run)[0]).find("nan") == std::string::npos);
    for (auto& launch : run.launches)
        for (Series& series : launch.ranks[0].record->series)
            for (double& value : series.y_values)
                value = -value;
    const std::string picture = series_picture(measured_series(run)[0]);
    CHECK(picture.find("nan") == std::string::npos);
    CHECK(picture.find("inf") == std::string::npos);
}
