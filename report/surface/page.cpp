#include "report/page/page.h"

#include "report/surface/locality.h"
#include "report/surface/study.h"
#include "report/surface/words.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

PageCell plain(const std::string& text) {
    return {text, "", "", ""};
}

using Text = std::string (*)(double);

template <class Value>
void add_table(Page& page, const std::string& caption, const std::vector<double>& alphas,
               const std::vector<double>& lengths, const Value& value, Text text) {
    std::vector<std::string> head{"alpha \\ L"};
    for (const double length : lengths)
        head.push_back(fmt::format("{:g}", length));
    std::vector<std::vector<PageCell>> rows;
    for (std::size_t a = alphas.size(); a-- > 0;) {
        rows.push_back({plain(fmt::format("{:g}", alphas[a]))});
        for (std::size_t l = 0; l < lengths.size(); ++l)
            rows.back().push_back(plain(std::isfinite(value(a, l)) ? text(value(a, l)) : "-"));
    }
    page.table(caption, head, rows);
}

/// The pictures on the page, by the names that surface_plots() gave them.
class Pictures {
public:
    Pictures(Page& page, const std::vector<DrawnPlot>& plots) : page_(page), plots_(plots) {}

    void add(const std::string& name) {
        const auto found = std::find_if(plots_.begin(), plots_.end(),
                                        [&](const DrawnPlot& drawn) { return drawn.plot.name == name; });
        if (found != plots_.end() && !found->svg.empty()) page_.picture(found->svg, found->plot.title);
    }

private:
    Page& page_;
    const std::vector<DrawnPlot>& plots_;
};

} // namespace

std::string surface_page(const SurfaceStudy& study, const std::vector<DrawnPlot>& plots) {
    Page page(study.title);
    Pictures pictures(page, plots);
    page.verdict(study.verdict.word, study.verdict.reasons);
    for (std::size_t i = 0; i < study.surfaces.size(); ++i) {
        const Surface& surface = study.surfaces[i];
        page.heading(surface.label + (surface.is_complete() ? "" : " (incomplete)"));
        page.list(findings(surface));
        for (const char* kind : {"surface", "contours", "needed"})
            pictures.add(fmt::format("{}-{}", kind, i + 1));
        add_table(
            page, "MB/s a process", surface.alphas, surface.lengths,
            [&](std::size_t a, std::size_t l) { return surface.mbs(a, l); }, mbs_text);
    }
    for (std::size_t i = 0; i < study.ratios.size(); ++i) {
        const SurfaceRatio& ratio = study.ratios[i];
        page.heading(ratio.surface->label + " over " + ratio.base->label);
        page.list(findings(ratio));
        if (i == 0) pictures.add("contours-side-by-side");
        pictures.add(fmt::format("ratio-{}", i + 1));
        add_table(
            page, "times the bandwidth", ratio.alphas, ratio.lengths,
            [&](std::size_t a, std::size_t l) { return ratio.at(a, l); }, factor_text);
    }
    const bool has_lines =
        !study.beside_ping_pong.empty() || !study.over_ranks.empty() || !study.over_buffers.empty();
    if (has_lines) page.heading("Messages, ranks, buffers");
    for (const char* name : {"ping-pong", "ranks", "buffers"})
        pictures.add(name);
    page.heading("How it was measured");
    page.list(study.facts);
    return page.text();
}

} // namespace loop::report
