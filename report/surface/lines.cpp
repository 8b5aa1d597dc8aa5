#include "report/surface/lines.h"

#include "report/surface/formatting.h"
#include "report/surface/locality.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

using Points = std::vector<std::pair<double, double>>;

/// Interpolates linearly on logarithmic axes; NaN outside the range.
double interpolated(const Points& points, double x) {
    const auto above =
        std::lower_bound(points.begin(), points.end(), std::pair<double, double>(x, -INFINITY));
    if (above == points.end()) return std::nan("");
    if (above->first == x) return above->second;
    if (above == points.begin()) return std::nan("");
    const auto below = above - 1;
    const double part = std::log(x / below->first) / std::log(above->first / below->first);
    return below->second * std::pow(above->second / below->second, part);
}

/// Groups surfaces with equal keys, in the order of the sweep. Drops groups of one surface.
template <class Key>
std::vector<SurfaceGroup> series_by(const std::vector<Surface>& all, const Key& key) {
    std::vector<SurfaceGroup> groups = grouped(all, key);
    groups.erase(
        std::remove_if(groups.begin(), groups.end(), [](const auto& group) { return group.size() < 2; }),
        groups.end());
    return groups;
}

template <class X>
void add_line(std::vector<SurfaceLine>& lines, const std::string& label, const SurfaceGroup& group,
              double alpha, double length, const X& x) {
    SurfaceLine line{label, {}};
    for (const Surface* surface : group)
        if (const double mbs = surface->mbs_of(alpha, length); std::isfinite(mbs))
            line.points.emplace_back(x(*surface), mbs);
    std::sort(line.points.begin(), line.points.end());
    if (line.points.size() > 1) lines.push_back(std::move(line));
}

/// Returns the first value, the last one, and evenly spaced ones between, without duplicates.
std::vector<double> spread(const std::vector<double>& values, std::size_t count) {
    std::vector<double> chosen;
    for (std::size_t i = 0; i < count; ++i) {
        const double value = values[i * (values.size() - 1) / (count - 1)];
        if (chosen.empty() || chosen.back() != value) chosen.push_back(value);
    }
    return chosen;
}

std::string group_text(const Surface& surface, std::size_t groups) {
    return groups > 1 ? fmt::format("{} {}, ", surface.machine, surface.version) : "";
}

} // namespace

std::vector<PingPong> ping_pongs(const Sweep& sweep) {
    std::vector<PingPong> games;
    for (const SweepPoint& point : sweep.points) {
        if (!point.run || point.workload != "pingpong") continue;
        PingPong game{machine_name(*point.run), point.ranks, {}};
        for (const ResultValue& result : point.run->summary.results)
            if (result.tag.call.empty() && result.tag.is(kinds::bandwidth) && result.tag.at && result.value)
                game.mbs.emplace_back(*result.tag.at, result.value->median);
        std::sort(game.mbs.begin(), game.mbs.end());
        if (!game.mbs.empty()) games.push_back(std::move(game));
    }
    return games;
}

std::vector<SurfaceLine> ping_pong_ratios(const std::vector<Surface>& all,
                                          const std::vector<PingPong>& games) {
    std::vector<SurfaceLine> lines;
    for (const Surface& surface : all) {
        const auto game = std::find_if(games.begin(), games.end(), [&](const PingPong& candidate) {
            return candidate.machine == surface.machine && candidate.ranks == surface.ranks;
        });
        if (game == games.end() || surface.alphas.empty() || surface.version == "sequential") continue;
        SurfaceLine line{surface.label, {}};
        for (std::size_t k = 0; k < surface.lengths.size(); ++k) {
            const double ratio =
                surface.mbs(surface.alphas.size() - 1, k) / interpolated(game->mbs, 8 * surface.lengths[k]);
            if (std::isfinite(ratio)) line.points.emplace_back(surface.lengths[k], ratio);
        }
        if (line.points.size() > 1) lines.push_back(std::move(line));
    }
    return lines;
}

std::vector<SurfaceLine> over_ranks(const std::vector<Surface>& all) {
    const auto groups = series_by(all, [](const Surface& surface) {
        return fmt::format("{}\n{}\n{}\n{}", surface.machine, surface.version, surface.buffers,
                           surface.others);
    });
    std::vector<SurfaceLine> lines;
    for (const auto& group : groups) {
        const Surface& first = *group[0];
        for (const double alpha : spread(first.alphas, first.alphas.size() > 2 && groups.size() == 1 ? 3 : 2))
            for (const double length : spread(first.lengths, 2))
                add_line(lines, group_text(first, groups.size()) + place_text(alpha, length), group, alpha,
                         length, [](const Surface& surface) { return surface.ranks; });
    }
    return lines;
}

std::vector<SurfaceLine> over_buffers(const std::vector<Surface>& all) {
    const auto groups = series_by(all, [](const Surface& surface) {
        return fmt::format("{}\n{}\n{}\n{}", surface.machine, surface.version, surface.ranks, surface.others);
    });
    std::vector<SurfaceLine> lines;
    for (const auto& group : groups) {
        const Surface& first = *group[0];
        const double alpha = first.alphas.back();
        for (const double length : spread(first.lengths, groups.size() == 1 ? 4 : 2))
            add_line(lines, group_text(first, groups.size()) + place_text(alpha, length), group, alpha,
                     length, [](const Surface& surface) { return surface.buffers; });
    }
    return lines;
}

std::vector<SurfaceLine> needed_lengths(const Surface& surface) {
    std::vector<SurfaceLine> lines;
    for (const double level : levels(surface)) {
        SurfaceLine line{fmt::format("{:g} MB/s", level), {}};
        for (std::size_t a = 0; a < surface.alphas.size(); ++a)
            if (const auto needed = needed_length(surface, a, level))
                line.points.emplace_back(surface.alphas[a], needed->words);
        if (line.points.size() > 1) lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace loop::report
