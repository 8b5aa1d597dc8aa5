#include "report/sweep/sweep_page.h"

#include "report/environment_lines.h"
#include "report/page/page.h"
#include "report/sweep/sheet.h"
#include "report/units.h"
#include "base/text/shell.h"

#include <fmt/core.h>

namespace loop::report {

namespace {

PageCell plain(const std::string& text) {
    return {text, "", "", ""};
}

PageCell time(double seconds, const std::optional<Bounds>& interval) {
    const std::string note =
        interval ? seconds_text(interval->first) + " to " + seconds_text(interval->second) : "";
    return {seconds_text(seconds), "", note, ""};
}

PageCell fraction(const std::optional<double>& value, const std::optional<Bounds>& interval, double scale) {
    if (!value) return plain("");
    const std::string note =
        interval ? fmt::format("{:.3g} to {:.3g}", scale * interval->first, scale * interval->second) : "";
    return {number_text(scale * *value), "", note, ""};
}

void add_curve(Page& page, const Curve& curve, const Sweep& sweep) {
    std::vector<std::vector<PageCell>> rows;
    for (const CurvePoint& point : curve.points)
        rows.push_back({plain(std::to_string(point.ranks)),
                        plain(point.point->size ? std::to_string(*point.point->size) : ""),
                        plain(std::to_string(point.launches)), time(point.median, point.interval),
                        time(point.fastest, std::nullopt), plain(sweep.scaled ? number_text(point.work) : ""),
                        fraction(point.speedup, point.speedup_interval, 1),
                        fraction(point.efficiency, point.efficiency_interval, 100),
                        fraction(point.serial_fraction, point.serial_fraction_interval, 100),
                        plain(point.point->run ? point.point->run->verdict : "")});
    page.table(curve.workload + (curve.label.empty() ? "" : ", " + curve.label) + "; below, 95 % intervals",
               {"ranks", "size", "launches", "median", "fastest", "work",
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
                {plain(fmt::format("{} {} n={}", curve.workload, curve.label, point.ranks)), plain(samples)});
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
    page.paragraph(shell_words(sweep.command));
    return page.text();
}

} // namespace loop::report
