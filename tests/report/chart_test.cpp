#include "report/figures/chart.h"
#include "report/figures/contours.h"
#include "report/figures/patterns.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace loop::report;

namespace {

std::size_t times_in(const std::string& text, const std::string& what) {
    std::size_t count = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++count;
    return count;
}

ChartSeries line_of(const std::vector<double>& values, std::size_t kind = 0) {
    ChartSeries series{"line " + std::to_string(kind), kind_class(kind)};
    for (std::size_t i = 0; i < values.size(); ++i)
        series.marks.push_back({static_cast<double>(i + 1), values[i]});
    return series;
}

Chart chart_of(const std::vector<ChartSeries>& series, bool logarithmic = false) {
    std::vector<Tick> places;
    std::vector<double> values;
    for (const ChartSeries& each : series)
        for (const ChartMark& mark : each.marks) {
            places.push_back({mark.x, std::to_string(static_cast<int>(mark.x))});
            values.push_back(mark.y);
        }
    ChartPanel panel{"", place_axis("ranks", places, true), value_axis("s", values, logarithmic), series};
    return {"time", "time over ranks", "program", {panel}};
}

/// The last path of this class, or "": the first ones are samples of the legend.
std::string path_of(const std::string& svg, const std::string& style) {
    const std::size_t at = svg.rfind("<path class=\"" + style + "\"");
    return at == std::string::npos ? "" : svg.substr(at, svg.find("/>", at) - at);
}

} // namespace

TEST_CASE("a chart names its axes and its series, and is described", "[chart]") {
    const std::string svg = drawn(chart_of({line_of({1, 2, 4}), line_of({2, 3, 5}, 1)})).file("what it is");
    for (const char* text : {">ranks<", ">s<", ">program<", ">line 0<", ">line 1<"}) {
        CAPTURE(text);
        CHECK(times_in(svg, text) == 1);
    }
    CHECK(svg.find("aria-label=\"what it is\"") != std::string::npos);
    CHECK(svg.find("<title>what it is</title>") != std::string::npos);
}

TEST_CASE("a curve is interrupted where it has no value that the axis can show", "[chart]") {
    const double nan = std::nan("");
    for (const double missing : {nan, 0.0, -1.0, HUGE_VAL}) {
        CAPTURE(missing);
        const std::string svg = drawn(chart_of({line_of({1, 2, missing, 4, 5})}, true)).element("");
        const std::string line = path_of(svg, "curve kind0");
        CHECK(times_in(line, "M") == 2);
        CHECK(times_in(line, "L") == 2);
        for (const char* wrong : {"nan", "inf"})
            CHECK(svg.find(wrong) == std::string::npos);
    }
}

TEST_CASE("a chart can be drawn without values, and with a single one", "[chart]") {
    for (const bool logarithmic : {false, true})
        for (const std::vector<double>& values :
             std::vector<std::vector<double>>{{}, {0}, {3}, {-3}, {0, 0}}) {
            const std::string svg = drawn(chart_of({line_of(values)}, logarithmic)).file("");
            CHECK(svg.find("nan") == std::string::npos);
            CHECK(svg.find("</svg>") != std::string::npos);
        }
    CHECK(drawn(Chart{}).file("").find("</svg>") != std::string::npos);
}

TEST_CASE("the number of shapes of a chart is bounded", "[chart]") {
    std::vector<double> values;
    for (int i = 0; i < 100'000; ++i)
        values.push_back(1 + i % 100);
    const Svg svg = drawn(chart_of({line_of(values), line_of(values, 1)}));
    CHECK(svg.shapes() < 60);
    CHECK(svg.element("").size() < 120'000);
}

TEST_CASE("intervals end at the axis if it does not have their ends", "[chart]") {
    ChartSeries series = line_of({1, 2});
    series.marks[0].interval = {{0.0, 3.0}}; // 0 on a logarithmic axis
    const Svg svg = drawn(chart_of({series}, true));
    const std::string intervals = path_of(svg.element(""), "mark interval kind0");
    CHECK_FALSE(intervals.empty());
    CHECK(intervals.find("inf") == std::string::npos);
}

TEST_CASE("labels do not overlap: some are left out, and names slope", "[chart]") {
    std::vector<Tick> places;
    for (int i = 1; i <= 12; ++i)
        places.push_back({1e6 + i, "1 00" + std::to_string(i) + " a long text"});
    Chart chart{"x", "x", "x"};
    chart.panels = {{"", place_axis("", places, false), value_axis("", {0, 1}, false)}};
    CHECK(times_in(drawn(chart).element(""), "a long text") < 8);
    const std::vector<std::string> names{"the first of the names",
                                         "the second of the names",
                                         "a name without an end that is cut at some place",
                                         "\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E",
                                         "e",
                                         "f",
                                         "g",
                                         "h"};
    chart.panels[0].x = name_axis("", names);
    const std::string svg = drawn(chart).element("");
    CHECK(times_in(svg, "rotate(-35)") == names.size());
    CHECK(svg.find("at some place") == std::string::npos);
    chart.panels[0].x = name_axis("", {"a", "b"});
    CHECK(times_in(drawn(chart).element(""), "rotate(-35)") == 0);
}

TEST_CASE("an axis that decreases has all of its labels", "[chart]") {
    Chart chart = chart_of({line_of({100, 200, 300})});
    ChartAxis& axis = chart.panels[0].x;
    std::swap(axis.low, axis.high);
    const std::string svg = drawn(chart).element("");
    for (const char* label : {">1<", ">2<", ">3<"})
        CHECK(svg.find(label) != std::string::npos);
    CHECK(svg.find(">3<") < svg.find(">1<"));
}

TEST_CASE("bars stand side by side, and layers on each other", "[chart]") {
    ChartSeries bars = line_of({10, 20});
    bars.look = ChartLook::Bars;
    ChartSeries others = line_of({5, 5}, 1);
    others.look = ChartLook::Bars;
    const std::string beside = drawn(chart_of({bars, others})).element("");
    bars.look = others.look = ChartLook::Stack;
    const std::string above = drawn(chart_of({bars, others})).element("");
    const auto left_of = [](const std::string& path) {
        const std::size_t at = path.find(" d=\"M");
        return std::stod(path.substr(at + 5));
    };
    CHECK(left_of(path_of(beside, "kind0")) < left_of(path_of(beside, "kind1")));
    CHECK(left_of(path_of(above, "kind0")) == left_of(path_of(above, "kind1")));
}

TEST_CASE("panels share one legend", "[chart]") {
    Chart chart = chart_of({line_of({1, 2, 3})});
    chart.panels[0].title = "first";
    chart.panels.push_back(chart.panels[0]);
    chart.panels[1].title = "second";
    chart.columns = 2;
    const std::string svg = drawn(chart).element("");
    CHECK(times_in(svg, ">line 0<") == 1);
    for (const char* title : {">first<", ">second<"})
        CHECK(times_in(svg, title) == 1);
}

TEST_CASE("colors have as many steps as the scale, in either direction", "[chart]") {
    ColorScale colors{"", 1, 1000, true};
    CHECK(colors.step(1) == 0);
    CHECK(colors.step(1000) == 6);
    CHECK(colors.step(31) == 3);
    CHECK(colors.step(-1) == 0);
    colors.reversed = true;
    CHECK(colors.step(1) == 6);
    CHECK(colors.step(1000) == 0);
    CHECK(colors.style(3) == "shade3");
}

TEST_CASE("the axis of values has a range, whatever they are", "[chart]") {
    const ChartAxis zeros = value_axis("", {0, 0}, false);
    CHECK(zeros.low == Approx(-0.06));
    CHECK(zeros.high == Approx(0.06));
    CHECK(zeros.ticks.size() >= 3);
    CHECK(value_axis("", {}, true).low < value_axis("", {}, true).high);
    CHECK(value_axis("", {0, -1, 5, std::nan("")}, true).low > 0);
    CHECK(value_axis("", {90, 95}, false, false).low > 80);
}

TEST_CASE("contours cross a field where it has the level, and leave out its holes", "[chart]") {
    Field field{{0, 10}, {0, 10}, {0, 1, 0, 1}};
    Svg svg(10, 10);
    draw_contours(svg, field, {0.5});
    CHECK(svg.element("").find("5 ") != std::string::npos);
    draw_field(svg, field, {"", 0, 1});
    CHECK(path_of(svg.element(""), "shade6").find("M") != std::string::npos);
    const std::size_t before = svg.shapes();
    field.values[0] = std::nan("");
    draw_field(svg, field, {"", 0, 1});
    CHECK(svg.shapes() == before);
}

TEST_CASE("names of files have plain characters", "[chart]") {
    CHECK(file_name("a b/../c'\xC3\xA4") == "a_b____c___");
    CHECK(file_name(std::string(100, 'x')).size() == 60);
}
