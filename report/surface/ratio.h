#pragma once

#include "report/surface/surface.h"

#include <optional>

/// Compares two surfaces: of two machines (figures 5 and 6 of the paper), or of two versions.
namespace loop::report {

/// How many times faster `surface` is than `base`, at the alphas and lengths that both have.
struct SurfaceRatio {
    const Surface* base = nullptr;
    const Surface* surface = nullptr;
    std::vector<double> alphas, lengths;
    std::vector<double> factors; ///< one row per alpha; NaN if one of the two was not measured
    bool of_versions = false;    ///< the surfaces are meant to differ in version, not in machine

    double at(std::size_t alpha, std::size_t length) const {
        return factors[alpha * lengths.size() + length];
    }
    /// "local, 2 ranks, async over basic"
    std::string title() const { return surface->label + " over " + base_name(); }
    /// The base, as far as it differs from `surface`.
    const std::string& base_name() const { return of_versions ? base->version : base->label; }
};

/// The alphas, or lengths, that are in both lists. All lists are ascending.
std::vector<double> common_values(const std::vector<double>& a, const std::vector<double>& b);

/// The surfaces must outlive the result. Returns nothing if they share no point.
std::optional<SurfaceRatio> ratio_of(const Surface& base, const Surface& surface);

/// Divides each surface of the other groups by the surface of the base group with the same number of ranks,
/// version, and B; if the base group has no surface with that version, by each with the same number of ranks
/// and B. If two groups have one surface each, divides these even if they differ in that.
std::vector<SurfaceRatio> ratios(const std::vector<SurfaceGroup>& groups, std::size_t base = 0);

/// Returns sentences: where and by how much one surface is faster, at which localities, and how the two
/// surfaces differ besides the machine.
std::vector<std::string> findings(const SurfaceRatio& ratio);

} // namespace loop::report
