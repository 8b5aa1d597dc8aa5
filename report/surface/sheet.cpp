#include "report/surface/formatting.h"
#include "report/surface/locality.h"
#include "report/surface/model.h"
#include "report/surface/sections.h"
#include "report/surface/spread.h"
#include "report/surface/study.h"
#include "report/surface/versions.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

using Text = std::string (*)(double);

/// `value` returns the number for the indices of an alpha and a length.
template <class Number>
DataTable table_of(const std::vector<double>& alphas, const std::vector<double>& lengths, const Number& value,
                   Text text) {
    DataTable table{"values", "", {"alpha \\ L"}, {}};
    for (const double length : lengths)
        table.columns.push_back(fmt::format("{:g}", length));
    for (std::size_t a = alphas.size(); a-- > 0;) {
        std::vector<Value> row{{fmt::format("{:g}", alphas[a]), alphas[a], {}}};
        for (std::size_t l = 0; l < lengths.size(); ++l) {
            const double number = value(a, l);
            row.push_back(std::isfinite(number) ? Value{text(number), number, {}} : Value{"-", {}, {}});
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

/// Adds the chart of this name, if there is one.
void add_picture(Section& section, const std::vector<Chart>& all, const std::string& name) {
    for (const Chart& chart : all)
        if (chart.name == name) section.pictures.push_back(picture_of(chart));
}

Section lines_section(const std::string& id, const std::string& title, const std::vector<SurfaceLine>& lines,
                      const std::vector<Chart>& charts) {
    Section section{id, title};
    for (const SurfaceLine& line : lines) {
        std::string text = line.label + ":";
        for (const auto& [x, y] : line.points)
            text += fmt::format("  {:g}: {}", x, y >= 9.95 ? mbs_text(y) : factor_text(y));
        section.items.push_back(text);
    }
    add_picture(section, charts, id);
    return section;
}

Section surface_section(const SurfaceStudy& study, const Surface& surface, std::size_t number,
                        const std::vector<Chart>& charts) {
    Section section{fmt::format("surface-{}", number), surface.label + ", MB/s per process"};
    section.items = findings(surface);
    const std::optional<SurfaceModel> model = fitted_model(surface);
    if (model)
        for (const std::string& sentence : model_findings(*model))
            section.items.push_back(sentence);
    for (const std::string& sentence : shares(surface, study.probes))
        section.items.push_back(sentence);
    for (const std::string& sentence : spread(surface))
        section.items.push_back(sentence);
    section.tables.push_back(table_of(
        surface.alphas, surface.lengths, [&](std::size_t a, std::size_t l) { return surface.mbs(a, l); },
        mbs_text));
    if (surface.has_cycles()) {
        section.tables.push_back(table_of(
            surface.alphas, surface.lengths,
            [&](std::size_t a, std::size_t l) { return surface.at(a, l).cycles; }, mbs_text));
        section.tables.back().id = "cycles";
        section.tables.back().title = "cycles per word";
    }
    if (model && model->is_supported()) section.tables.push_back(model_table(*model));
    for (const char* kind : {"contours", "cycles", "surface", "needed"})
        add_picture(section, charts, fmt::format("{}-{}", kind, number));
    return section;
}

Section ratio_section(const SurfaceRatio& ratio, std::size_t number, const std::vector<Chart>& charts) {
    Section section{fmt::format("ratio-{}", number), ratio.title() + ", bandwidth ratio"};
    section.items = findings(ratio);
    section.tables.push_back(table_of(
        ratio.alphas, ratio.lengths, [&](std::size_t a, std::size_t l) { return ratio.at(a, l); },
        factor_text));
    if (number == 1 && !ratio.of_versions) add_picture(section, charts, "contours-side-by-side");
    add_picture(section, charts, fmt::format("ratio-{}", number));
    return section;
}

/// The versions of one machine: which is the fastest where.
Section versions_section(const SurfaceGroup& group, std::size_t number, const std::vector<Chart>& charts) {
    const FastestVersions versions = fastest_versions(group);
    const Surface& first = *group[0];
    Section section{fmt::format("versions-{}", number),
                    fmt::format("{}, {} rank{}, B={:g}, fastest version", first.machine, first.ranks,
                                first.ranks == 1 ? "" : "s", buffers_of(group))};
    section.items.push_back(finding(versions));
    DataTable table{"values", "", {"alpha \\ L"}, {}};
    for (const double length : versions.lengths)
        table.columns.push_back(fmt::format("{:g}", length));
    for (std::size_t a = versions.alphas.size(); a-- > 0;) {
        std::vector<std::string> row{fmt::format("{:g}", versions.alphas[a])};
        for (std::size_t l = 0; l < versions.lengths.size(); ++l)
            row.push_back(versions.at(a, l) == nullptr ? "-" : versions.at(a, l)->version);
        table.add(row);
    }
    section.tables.push_back(std::move(table));
    if (number == 1) add_picture(section, charts, "contours-versions");
    return section;
}

} // namespace

Document surface_document(const SurfaceStudy& study, const std::vector<Chart>& charts) {
    Document document;
    document.title = study.title;
    document.kind = "LOOP surfaces";
    document.judge(study.verdict);
    document.data = surface_results(study);
    document.csv = surface_csv(study);
    for (const Surface& surface : study.surfaces)
        document.sections.push_back(surface_section(study, surface, document.sections.size() + 1, charts));
    document.sections.push_back(machine_section(study));
    const std::vector<SurfaceGroup> groups = by_conditions(study.surfaces);
    for (std::size_t i = 0; i < groups.size(); ++i)
        document.sections.push_back(versions_section(groups[i], i + 1, charts));
    for (std::size_t i = 0; i < study.ratios.size(); ++i)
        document.sections.push_back(ratio_section(study.ratios[i], i + 1, charts));
    for (const Section& section :
         {lines_section("ping-pong", "Apex-Map / ping-pong bandwidth at the largest alpha, by block length",
                        study.beside_ping_pong, charts),
          lines_section("ranks", "MB/s per process, by ranks", study.over_ranks, charts),
          lines_section("buffers", "MB/s per process, by B", study.over_buffers, charts)})
        if (!section.items.empty()) document.sections.push_back(section);
    if (const Section published = published_section(study); !published.is_empty())
        document.sections.push_back(published);
    document.sections.push_back({"method", "How it was measured"});
    document.sections.back().items = study.facts;
    return document;
}

} // namespace loop::report
