#pragma once

#include <map>

/// Distributions of observed values, and how much two of them differ. No side effects.
namespace loop::locality {

struct Distribution {
    std::map<double, double> counts; ///< by value
    double beyond = 0;               ///< how many values are larger than all of these

    double total() const;
};

/// The Kolmogorov-Smirnov distance of two samples (Smirnov 1939): the max difference of their cumulative
/// distributions, 0 to 1. Both must have values.
double ks_distance(const Distribution& a, const Distribution& b);

} // namespace loop::locality
