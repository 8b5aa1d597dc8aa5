#pragma once

#include "report/surface/ratio.h"

/// Compares the versions of Apex-Map, that is, programming models, on the same machine.
namespace loop::report {

/// Groups of surfaces with the same machine, ranks, B, and other arguments, and with different versions. A
/// version without receive buffers is in the groups of each B.
std::vector<SurfaceGroup> by_conditions(const std::vector<Surface>& all);

/// The B of such a group.
double buffers_of(const SurfaceGroup& group);

/// For each pair of such surfaces, in the order of the sweep: the earlier one divided by the later one.
std::vector<SurfaceRatio> version_ratios(const std::vector<Surface>& all);

/// Which surface of a group is the fastest, point by point.
struct FastestVersions {
    SurfaceGroup group;
    std::vector<double> alphas, lengths;   ///< those that all surfaces have
    std::vector<const Surface*> fastest{}; ///< one row per alpha; null if a surface was not measured there

    const Surface* at(std::size_t alpha, std::size_t length) const {
        return fastest[alpha * lengths.size() + length];
    }
};
FastestVersions fastest_versions(const SurfaceGroup& group);

/// Returns a sentence: at how many points each version is the fastest.
std::string finding(const FastestVersions& versions);

} // namespace loop::report
