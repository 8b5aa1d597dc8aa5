#include "report/surface/versions.h"

#include "base/text/strings.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

/// Null if a surface was not measured at this point.
const Surface* fastest_at(const SurfaceGroup& group, double alpha, double length) {
    const Surface* best = nullptr;
    for (const Surface* surface : group) {
        const double mbs = surface->mbs_of(alpha, length);
        if (!std::isfinite(mbs)) return nullptr;
        if (best == nullptr || mbs > best->mbs_of(alpha, length)) best = surface;
    }
    return best;
}

/// Of surfaces that differ in B and version only: those with this B, and one of each version that has no
/// buffers.
SurfaceGroup with_buffers(const SurfaceGroup& all, double buffers) {
    SurfaceGroup group;
    for (const Surface* surface : all) {
        const bool is_new = std::none_of(group.begin(), group.end(), [&](const Surface* other) {
            return other->version == surface->version;
        });
        if (surface->uses_buffers() ? surface->buffers == buffers : is_new) group.push_back(surface);
    }
    return group;
}

} // namespace

double buffers_of(const SurfaceGroup& group) {
    for (const Surface* surface : group)
        if (surface->uses_buffers()) return surface->buffers;
    return group.front()->buffers;
}

std::vector<SurfaceGroup> by_conditions(const std::vector<Surface>& all) {
    std::vector<SurfaceGroup> groups;
    for (const SurfaceGroup& alike : grouped(all, [](const Surface& surface) {
             return fmt::format("{}\n{}\n{}\n{}", surface.origin, surface.machine, surface.ranks,
                                surface.others);
         })) {
        std::vector<double> buffers;
        for (const Surface* surface : alike)
            if (surface->uses_buffers() &&
                std::find(buffers.begin(), buffers.end(), surface->buffers) == buffers.end())
                buffers.push_back(surface->buffers);
        if (buffers.empty()) buffers.push_back(alike.front()->buffers);
        for (const double b : buffers)
            groups.push_back(with_buffers(alike, b));
    }
    groups.erase(std::remove_if(groups.begin(), groups.end(),
                                [](const SurfaceGroup& group) { return group.size() < 2; }),
                 groups.end());
    return groups;
}

std::vector<SurfaceRatio> version_ratios(const std::vector<Surface>& all) {
    std::vector<SurfaceRatio> result;
    for (const SurfaceGroup& group : by_conditions(all))
        for (std::size_t i = 0; i < group.size(); ++i)
            for (std::size_t k = i + 1; k < group.size(); ++k)
                if (auto ratio = ratio_of(*group[k], *group[i])) {
                    ratio->of_versions = true;
                    result.push_back(std::move(*ratio));
                }
    return result;
}

FastestVersions fastest_versions(const SurfaceGroup& group) {
    FastestVersions versions{group, group[0]->alphas, group[0]->lengths};
    for (const Surface* surface : group) {
        versions.alphas = common_values(versions.alphas, surface->alphas);
        versions.lengths = common_values(versions.lengths, surface->lengths);
    }
    for (const double alpha : versions.alphas)
        for (const double length : versions.lengths)
            versions.fastest.push_back(fastest_at(group, alpha, length));
    return versions;
}

std::string finding(const FastestVersions& versions) {
    std::vector<std::string> counts;
    std::ptrdiff_t points = 0;
    for (const Surface* surface : versions.group) {
        const auto count = std::count(versions.fastest.begin(), versions.fastest.end(), surface);
        counts.push_back(fmt::format("{} at {}", surface->version, count));
        points += count;
    }
    return fmt::format("Of the {} points that were measured with every version, the fastest is {}.", points,
                       joined(counts, ", "));
}

} // namespace loop::report
