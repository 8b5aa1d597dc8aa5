#include "kernels/pingpong/curve.h"

#include <algorithm>

namespace loop::runtime::pingpong {

std::vector<std::size_t> sizes_between(std::size_t least, std::size_t most) {
    std::vector<std::size_t> sizes;
    for (std::size_t size = least; size < most; size *= 2) {
        sizes.push_back(size);
        if (size > most / 2) break;
    }
    sizes.push_back(most);
    return sizes;
}

double best_bandwidth(const std::vector<Point>& points) {
    double best = 0;
    for (const Point& point : points)
        best = std::max(best, bytes_per_second(point));
    return best;
}

double half_bandwidth_bytes(const std::vector<Point>& points) {
    const double half = best_bandwidth(points) / 2;
    for (std::size_t k = 0; k < points.size(); ++k) {
        const double above = bytes_per_second(points[k]);
        if (above < half) continue;
        if (k == 0) break;
        const double below = bytes_per_second(points[k - 1]);
        const auto from = static_cast<double>(points[k - 1].bytes);
        return from + (half - below) / (above - below) * (static_cast<double>(points[k].bytes) - from);
    }
    return points.empty() ? 0 : static_cast<double>(points.front().bytes);
}

} // namespace loop::runtime::pingpong
