#pragma once

#include "report/surface/surface.h"

#include <optional>

/// Surfaces compared: two machines, and Apex-Map with the ping-pong (figures 2, 5, 6 of the
/// paper).
namespace loop::report {

/// How many times faster `surface` is than `base`, on the alphas and lengths that both have.
struct SurfaceRatio {
    const Surface* base = nullptr;
    const Surface* surface = nullptr;
    std::vector<double> alphas, lengths;
    std::vector<double> factors; ///< rows by alpha; NaN where one of the two was not measured

    double at(std::size_t alpha, std::size_t length) const {
        return factors[alpha * lengths.size() + length];
    }
};

/// The surfaces must outlive it. Nothing where they share no point.
std::optional<SurfaceRatio> ratio_of(const Surface& base, const Surface& surface);

/// Every surface of the other groups over that of the base group with as many ranks, the same version and
/// the same B; where each of two groups has but one surface, over that.
std::vector<SurfaceRatio> ratios(const std::vector<SurfaceGroup>& groups, std::size_t base = 0);

/// Where and by how much the one is faster, and in which corner of localities; what the two differ in
/// besides the machine.
std::vector<std::string> findings(const SurfaceRatio& ratio);

} // namespace loop::report
