#pragma once

#include <cstddef>
#include <vector>

// Evaluates the times of messages of several sizes between two ranks. No side effects, no MPI.
namespace loop::runtime::pingpong {

struct Point {
    std::size_t bytes;
    double seconds; // one-way time
};

inline double bytes_per_second(const Point& point) {
    return static_cast<double>(point.bytes) / point.seconds;
}

// Returns the sizes from `least`, doubling, up to `most`, and `most`.
std::vector<std::size_t> sizes_between(std::size_t least, std::size_t most);

// Returns the highest bandwidth of all sizes in bytes per second; 0 without points.
double best_bandwidth(const std::vector<Point>& points);

// Returns n-half (Hockney): the smallest message size in bytes that reaches half of the best bandwidth, by
// linear interpolation between two sizes. If the smallest size reaches it, n-half is at most that size.
double half_bandwidth_bytes(const std::vector<Point>& points);

} // namespace loop::runtime::pingpong
