#pragma once

// For apexmap.loop: parses lists of numbers, and orders the points of a grid for measuring.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace apexmap {

// Parses "1,0.5,0.1". Empty if something in it is not a number.
inline std::vector<double> numbers(const std::string& list) {
    std::vector<double> result;
    for (const char* at = list.c_str();; ++at) {
        char* end = nullptr;
        result.push_back(std::strtod(at, &end));
        if (end == at || (*end != ',' && *end != 0)) return {};
        if (*end == 0) return result;
        at = end;
    }
}

inline std::vector<long long> whole_numbers(const std::string& list) {
    std::vector<long long> result;
    for (const double number : numbers(list)) {
        if (number != std::floor(number) || std::fabs(number) > 1e15) return {};
        result.push_back(static_cast<long long>(number));
    }
    return result;
}

// Each length must divide the longest one, so that all of them can use the same M.
inline bool divide_the_longest(const std::vector<long long>& lengths) {
    const long long longest = *std::max_element(lengths.begin(), lengths.end());
    return std::all_of(lengths.begin(), lengths.end(),
                       [&](long long l) { return l != 0 && longest % l == 0; });
}

inline bool are_shapes(const std::vector<double>& alphas) {
    return std::all_of(alphas.begin(), alphas.end(), [](double alpha) { return alpha > 0 && alpha <= 1; });
}

struct Point {
    double alpha;
    long long l;
};

inline std::string name_of(const Point& point) {
    char text[64];
    std::snprintf(text, sizeof text, "alpha %.10g, L %lld", point.alpha, point.l);
    return text;
}

// Every alpha with every L. A point with the longest blocks comes first, because it determines M. The others
// are shuffled, so that changes on the machine during the measurement do not look like a slope of the
// surface. The same seed gives the same order on every machine.
inline std::vector<Point> grid(const std::vector<double>& alphas, const std::vector<long long>& lengths,
                               long long seed) {
    std::vector<Point> points;
    for (const double alpha : alphas)
        for (const long long l : lengths)
            points.push_back({alpha, l});
    std::uint64_t state = static_cast<std::uint64_t>(seed);
    for (std::size_t i = points.size(); seed != 0 && i > 1; --i) {
        state = state * 6364136223846793005U + 1442695040888963407U; // Knuth's generator for MMIX
        std::swap(points[i - 1], points[(state >> 33) % i]);
    }
    std::iter_swap(points.begin(),
                   std::max_element(points.begin(), points.end(),
                                    [](const Point& a, const Point& b) { return a.l < b.l; }));
    return points;
}

} // namespace apexmap
