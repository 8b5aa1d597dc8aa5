#include "kernels/pingpong/curve.h"

#include <catch2/catch.hpp>

#include <cstdint>

using namespace loop::runtime::pingpong;

namespace {

// T = latency + bytes / bandwidth: half of the bandwidth is reached at latency * bandwidth bytes (Hockney).
std::vector<Point> line(double latency, double bandwidth, std::size_t most) {
    std::vector<Point> points;
    for (const std::size_t bytes : sizes_between(8, most))
        points.push_back({bytes, latency + static_cast<double>(bytes) / bandwidth});
    return points;
}

} // namespace

TEST_CASE("sizes double, and the largest is included") {
    CHECK(sizes_between(8, 64) == std::vector<std::size_t>{8, 16, 32, 64});
    CHECK(sizes_between(8, 70) == std::vector<std::size_t>{8, 16, 32, 64, 70});
    CHECK(sizes_between(5, 5) == std::vector<std::size_t>{5});
    CHECK(sizes_between(1, SIZE_MAX).size() == 65);
}

TEST_CASE("n-half is latency times bandwidth if times are linear") {
    const auto points = line(1e-6, 1e9, 1 << 24);
    CHECK(best_bandwidth(points) == Approx(1e9).epsilon(1e-4));
    CHECK(half_bandwidth_bytes(points) == Approx(1000).epsilon(0.03)); // interpolated between sizes
}

TEST_CASE("the best bandwidth may be at a size other than the largest") {
    std::vector<Point> points = line(1e-6, 1e9, 1 << 20);
    points.push_back({1 << 21, 4e-3});
    CHECK(best_bandwidth(points) == Approx(1e9).epsilon(2e-3));
    CHECK(half_bandwidth_bytes({{64, 1.0}, {128, 2.0}}) == 64);
}
