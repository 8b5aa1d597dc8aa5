#include "report/viewer/kinds.h"

#include <algorithm>
#include <numeric>

namespace loop::report {

std::vector<std::size_t> assign_kinds(const std::vector<double>& weights) {
    std::vector<std::size_t> kinds(weights.size());
    std::iota(kinds.begin(), kinds.end(), std::size_t{0});
    if (weights.size() <= kind_styles) return kinds;
    std::stable_sort(kinds.begin(), kinds.end(),
                     [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
    const std::vector<std::size_t> order = kinds;
    std::fill(kinds.begin(), kinds.end(), kind_styles);
    std::vector<std::size_t> own(order.begin(), order.begin() + kind_styles);
    std::sort(own.begin(), own.end());
    for (std::size_t i = 0; i < own.size(); ++i)
        kinds[own[i]] = i;
    return kinds;
}

} // namespace loop::report
