#include "base/text/strings.h"
#include "report/surface/formatting.h"
#include "report/surface/locality.h"
#include "report/surface/sections.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

using What = PublishedPoint::What;
constexpr std::size_t most_columns = 4; // surfaces beside the published points

bool is_ratio(const PublishedPoint& point) {
    return !point.over.empty();
}

std::string point_text(const PublishedPoint& point) {
    switch (point.what) {
    case What::RemoteFraction:
        return fmt::format("remote accesses at alpha {:g}, {} ranks", *point.alpha, point.ranks);
    case What::OverPingPong:
        return fmt::format("Apex-Map over ping-pong at {}", place_text(*point.alpha, *point.length));
    case What::Fastest:
        return "fastest point";
    case What::NeededLength:
        return fmt::format("L that reaches {:g} MB/s at alpha {:g}", *point.mbs, *point.alpha);
    case What::LengthGrowth:
        return fmt::format("growth of L for {:g} MB/s, alpha {:g} to {:g}", *point.mbs, *point.alpha,
                           *point.alpha_to);
    case What::DropAfter:
        return "bandwidth drops after L";
    case What::LowLocalities:
        return "ratio where both localities are low";
    case What::HighLocalities:
        return "ratio where one locality is high";
    case What::LargestRatio:
        return "largest ratio";
    }
    return "";
}

std::string value_text(const PublishedPoint& point) {
    if (point.what == What::Fastest) return place_text(*point.alpha, *point.length);
    if (point.what == What::DropAfter) return fmt::format("{:g}", *point.length);
    std::string text = fmt::format("{:g}", *point.value);
    if (point.value_to) text += fmt::format(" to {:g}", *point.value_to);
    return text + (point.what == What::RemoteFraction ? " %" : "");
}

std::string remote_text(const Surface& surface, double alpha) {
    if (!knows_parts(surface)) return ""; // it was counted on rank 0, whose own words are those of all ranks
    for (const double length : surface.lengths)
        if (const SurfacePoint* const found = surface.find(alpha, length);
            found != nullptr && std::isfinite(found->remote_percent))
            return fmt::format("{:.3g} %", found->remote_percent);
    return "";
}

std::string over_ping_pong_text(const SurfaceStudy& study, const Surface& surface,
                                const PublishedPoint& point) {
    if (surface.alphas.back() != *point.alpha) return "";
    for (const SurfaceLine& line : study.beside_ping_pong)
        for (const auto& [length, ratio] : line.points)
            if (line.label == surface.label && length == *point.length) return factor_text(ratio);
    return "";
}

std::string fastest_text(const Surface& surface) {
    std::string text;
    double most = 0;
    for (std::size_t a = 0; a < surface.alphas.size(); ++a)
        for (std::size_t l = 0; l < surface.lengths.size(); ++l)
            if (surface.mbs(a, l) > most) {
                most = surface.mbs(a, l);
                text = place_text(surface.alphas[a], surface.lengths[l]);
            }
    return text;
}

std::string needed_text(const Surface& surface, double alpha, double mbs) {
    const auto found = std::find(surface.alphas.begin(), surface.alphas.end(), alpha);
    if (found == surface.alphas.end()) return "";
    const auto needed = needed_length(surface, static_cast<std::size_t>(found - surface.alphas.begin()), mbs);
    if (!needed) return "not reached";
    return (needed->at_most ? "at most " : "") + factor_text(needed->words);
}

std::string growth_text(const Surface& surface, const PublishedPoint& point) {
    if (surface.alphas.front() != *point.alpha || surface.alphas.back() != *point.alpha_to) return "";
    const auto found = exchange(surface, *point.mbs);
    if (!found) return "";
    return (found->at_least ? "at least " : "") + factor_text(found->factor());
}

std::string drops_text(const Surface& surface) {
    std::vector<std::string> texts;
    for (const Step& step : steps(surface))
        if (step.factor < 1) texts.push_back(fmt::format("{:g}", step.before));
    return texts.empty() ? "no drop" : joined(texts, ", ");
}

std::string largest_ratio_text(const SurfaceStudy& study, const Surface& surface) {
    double most = 0;
    for (const SurfaceRatio& ratio : study.ratios)
        for (const double factor : ratio.factors)
            if (ratio.surface == &surface && factor > most) most = factor;
    return most > 0 ? factor_text(most) : "";
}

/// The same point of a surface of the study; "" if it has none.
std::string text_here(const SurfaceStudy& study, const Surface& surface, const PublishedPoint& point) {
    switch (point.what) {
    case What::RemoteFraction:
        return remote_text(surface, *point.alpha);
    case What::OverPingPong:
        return over_ping_pong_text(study, surface, point);
    case What::Fastest:
        return fastest_text(surface);
    case What::NeededLength:
        return needed_text(surface, *point.alpha, *point.mbs);
    case What::LengthGrowth:
        return growth_text(surface, point);
    case What::DropAfter:
        return drops_text(surface);
    case What::LargestRatio:
        return largest_ratio_text(study, surface);
    case What::LowLocalities:
    case What::HighLocalities:
        break;
    }
    return "";
}

std::vector<Value> row_of(const SurfaceStudy& study, std::size_t surfaces, const PublishedPoint& point) {
    const std::string machine = is_ratio(point) ? point.machine + " over " + point.over : point.machine;
    std::vector<Value> row{
        {point_text(point), {}, {}}, {machine, {}, {}}, {value_text(point), point.value, {}}};
    for (std::size_t i = 0; i < surfaces; ++i) {
        const std::string text = text_here(study, study.surfaces[i], point);
        row.push_back({text.empty() ? "-" : text, {}, {}});
    }
    return row;
}

} // namespace

Section published_section(const SurfaceStudy& study) {
    Section section{"published", "Published points, and those measured here"};
    section.is_detail = true;
    if (study.published.points.empty()) return section;
    const std::size_t surfaces = std::min(study.surfaces.size(), most_columns);
    DataTable table{"published", "", {"point", "machine", "published"}, {}};
    for (std::size_t i = 0; i < surfaces; ++i)
        table.columns.push_back(study.surfaces[i].label);
    std::vector<std::string> sources;
    for (const PublishedPoint& point : study.published.points) {
        if (is_ratio(point) && study.ratios.empty()) continue;
        table.rows.push_back(row_of(study, surfaces, point));
        if (std::find(sources.begin(), sources.end(), point.source) == sources.end())
            sources.push_back(point.source);
    }
    table.note =
        fmt::format("The published points are those of 256 ranks with 64 Mi words each, those over ping-pong "
                    "of 2 ranks. Source: {}.",
                    joined(sources, "; "));
    section.tables.push_back(std::move(table));
    return section;
}

} // namespace loop::report
