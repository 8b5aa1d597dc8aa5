#pragma once

#include <cstddef>
#include <vector>

// What is known of a way between two ranks from messages of several sizes. Pure, without MPI.
namespace loop::runtime::pingpong {

struct Point {
    std::size_t bytes;
    double seconds; // one way
};

inline double bytes_per_second(const Point& point) {
    return static_cast<double>(point.bytes) / point.seconds;
}

// The sizes from `least` to `most`, each twice the one before, and `most`.
std::vector<std::size_t> sizes_between(std::size_t least, std::size_t most);

// The highest bandwidth of all sizes, bytes a second; 0 where there is none.
double best_bandwidth(const std::vector<Point>& points);

// n-half (Hockney): the bytes of a message at which half of the best bandwidth is reached for the first time,
// between two sizes by the straight line through both. At most the smallest size where that reaches it
// already.
double half_bandwidth_bytes(const std::vector<Point>& points);

} // namespace loop::runtime::pingpong
