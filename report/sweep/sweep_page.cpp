#include "report/sweep/sweep_page.h"

#include "report/environment_lines.h"
#include "report/page/page.h"
#include "report/sweep/sheet.h"
#include "report/units.h"

#include <fmt/core.h>

namespace loop::report {

namespace {

std::string times(const std::optional<Bounds>& interval) {
    return interval ? seconds_text(interval->first) + " to " + seconds_text(interval->second) : "";
}

std::string fractions(const std::optional<double>& value, const std::optional<Bounds>& interval,
                      double scale) {
    if (!value) return "";
    if (!interval) return number_text(scale * *value);
    return fmt::format("{} ({:.3g} to {:.3g})", number_text(scale * *value), scale * interval->first,
                       scale * interval->second);
}

void add_curve(Page& page, const Curve& curve, const Sweep& sweep) {
    std::vector<std::vector<PageCell>> rows;
    for (const CurvePoint& point : curve.points)
        rows.push_back({{std::to_string(point.ranks), ""},
                        {point.point->size ? std::to_string(*point.point->size) : "", ""},
                        {std::to_string(point.launches), ""},
                        {seconds_text(point.median), ""},
                        {times(point.interval), ""},
                        {seconds_text(point.fastest), ""},
                        {sweep.scaled ? number_text(point.work) : "", ""},
                        {fractions(point.speedup, point.speedup_interval, 1), ""},
                        {fractions(point.efficiency, point.efficiency_interval, 100), ""},
                        {fractions(point.serial_fraction, point.serial_fraction_interval, 100), ""},
                        {point.point->run ? point.point->run->verdict : "", ""}});
    page.table(curve.workload + (curve.label.empty() ? "" : ", " + curve.label),
               {"ranks", "size", "launches", "median", "95 % interval", "fastest", "work",
                sweep.scaled ? "scaled speed-up" : "speed-up", "efficiency %", "serial fraction %",
                "verdict"},
               rows);
    page.paragraph(fit_text(curve, sweep));
}

void add_samples(Page& page, const std::vector<Curve>& curves) {
    page.heading("Every launch");
    std::vector<std::vector<PageCell>> rows;
    for (const Curve& curve : curves)
        for (const CurvePoint& point : curve.points) {
            std::string samples;
            for (const double seconds : point.point->seconds())
                samples += (samples.empty() ? "" : ", ") + seconds_text(seconds);
            rows.push_back(
                {{fmt::format("{} {} n={}", curve.workload, curve.label, point.ranks), ""}, {samples, ""}});
        }
    page.table("In the order in which they were made; exact values are in samples.csv", {"point", "time"},
               rows);
}

void add_environment(Page& page, const Sweep& sweep) {
    for (const SweepPoint& point : sweep.points) {
        if (!point.run) continue;
        page.heading("Machine");
        page.list({hardware_line(*point.run), software_line(*point.run)});
        return;
    }
}

} // namespace

std::string sweep_page(const Sweep& sweep, const std::vector<Curve>& curves,
                       const std::vector<DrawnPlot>& plots) {
    Page page("Sweep " + sweep.name);
    const SweepVerdict verdict = judge_sweep(sweep, curves);
    page.verdict(verdict.word, verdict.reasons);
    page.paragraph(fmt::format("{} points, begun {}", sweep.points.size(), sweep.started));
    page.heading("Results");
    for (const Curve& curve : curves)
        add_curve(page, curve, sweep);
    for (const DrawnPlot& drawn : plots)
        if (!drawn.svg.empty()) page.picture(drawn.svg, drawn.plot.title + " over ranks");
    page.heading("How it was measured");
    page.list(method_lines(sweep));
    add_environment(page, sweep);
    add_samples(page, curves);
    page.heading("To repeat it");
    std::string command;
    for (const std::string& word : sweep.command)
        command += (command.empty() ? "" : " ") + word;
    page.paragraph(command);
    return page.text();
}

} // namespace loop::report
