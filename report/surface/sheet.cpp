#include "report/surface/locality.h"
#include "report/surface/study.h"
#include "report/surface/words.h"
#include "report/table.h"
#include "report/units.h"

#include <fmt/core.h>

#include <cmath>

namespace loop::report {

namespace {

using Text = std::string (*)(double);

template <class Value>
Table table_of(const std::vector<double>& alphas, const std::vector<double>& lengths, const Value& value,
               Text text) {
    std::vector<std::string> head{"alpha \\ L"};
    for (const double length : lengths)
        head.push_back(fmt::format("{:g}", length));
    Table table(head);
    for (std::size_t a = alphas.size(); a-- > 0;) {
        std::vector<std::string> row{fmt::format("{:g}", alphas[a])};
        for (std::size_t l = 0; l < lengths.size(); ++l)
            row.push_back(std::isfinite(value(a, l)) ? text(value(a, l)) : "-");
        table.add(row);
    }
    return table;
}

std::string list(const std::vector<std::string>& sentences) {
    std::string text;
    for (const std::string& sentence : sentences)
        text += "  - " + sentence + "\n";
    return text;
}

std::string lines_text(const std::string& title, const std::vector<SurfaceLine>& lines, const Style& style) {
    if (lines.empty()) return "";
    std::string text = "\n" + style.bold(title) + "\n";
    for (const SurfaceLine& line : lines) {
        text += "  " + line.label + ":";
        for (const auto& [x, y] : line.points)
            text += fmt::format("  {:g}: {}", x, y >= 9.95 ? mbs_text(y) : factor_text(y));
        text += "\n";
    }
    return text;
}

} // namespace

std::string surface_sheet(const SurfaceStudy& study, const SheetOptions& options) {
    const Style style(options.colour);
    std::string text = style.bold(printable(study.title)) + "\n";
    for (const Surface& surface : study.surfaces) {
        text += "\n" + style.bold(surface.label) + "  MB/s a process\n";
        text += table_of(
                    surface.alphas, surface.lengths,
                    [&](std::size_t a, std::size_t l) { return surface.mbs(a, l); }, mbs_text)
                    .text(style);
        text += list(findings(surface));
    }
    for (const SurfaceRatio& ratio : study.ratios) {
        text += "\n" + style.bold(ratio.surface->label + " over " + ratio.base->label) +
                "  times the bandwidth\n";
        text += table_of(
                    ratio.alphas, ratio.lengths, [&](std::size_t a, std::size_t l) { return ratio.at(a, l); },
                    factor_text)
                    .text(style);
        text += list(findings(ratio));
    }
    text += lines_text("over ping-pong, at the largest alpha, by L", study.beside_ping_pong, style);
    text += lines_text("MB/s a process, by ranks", study.over_ranks, style);
    text += lines_text("MB/s a process, by B", study.over_buffers, style);
    text += "\n" + list(study.facts);
    text += "\n" + style.verdict(study.verdict.word) + "\n" + list(study.verdict.reasons);
    return text;
}

} // namespace loop::report
