#pragma once

#include <vector>

// How many batches a point of Apex-Map takes. No side effects, no MPI.
namespace loop::runtime::apexmap {

constexpr double wanted_width = 0.05; // of the interval of the median, divided by the median
// A point may take so many times the wanted seconds, with everything that is not timed.
constexpr double most_times_seconds = 5;
constexpr long long most_batches = 1 << 20;

// Requires at least one value.
double median_of(std::vector<double> values);

// Returns the width of the 95 % interval of the median (order statistics), divided by the median; negative
// for fewer than 6 values, which have no such interval.
double width_of_median(std::vector<double> values);

// What rank 0 knows of a point.
struct Progress {
    double wanted_seconds;              // 0: one batch
    double timed_seconds;               // of all batches
    double passed_seconds;              // since the first one began, with warm-ups and what ranks prepare
    const std::vector<double>& batches; // the time of each
};

// Returns how many batches follow: none if they have taken long enough and the interval of their median is
// narrow, or if the point has taken five times as long; otherwise a quarter of those so far, as asking costs
// time.
long long more_batches(const Progress& seen);

} // namespace loop::runtime::apexmap
