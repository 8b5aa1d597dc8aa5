#pragma once

#include <cstddef>
#include <vector>

/// What distinguishes phases or constructs in a picture: a color, or the color with one of two hatchings.
namespace loop::report {

constexpr std::size_t kind_colors = 8, kind_styles = 3 * kind_colors;

/// Returns the style of each of several phases or constructs: its index, so that no two have the same. If
/// there are more than `kind_styles`, those with the smallest weights share the style "others",
/// `kind_styles`.
std::vector<std::size_t> assign_kinds(const std::vector<double>& weights);

} // namespace loop::report
