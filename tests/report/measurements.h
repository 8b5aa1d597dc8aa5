#pragma once

#include "report/compare/candidate.h"

#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace loop::report {

inline std::vector<double> scattered(double scale, double scatter, unsigned seed, std::size_t n = 10) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> noise(0, scatter);
    std::vector<double> values(n);
    for (double& value : values)
        value = scale * std::exp(noise(random));
    return values;
}

inline Candidate candidate(const std::string& name, std::vector<Measurement> measurements) {
    return {name, name, name, {{"host", "h"}, {"cpu", name}, {"os", "same"}}, std::move(measurements)};
}

inline Measurement measurement(const std::string& workload, int ranks, std::vector<double> seconds) {
    Measurement result;
    result.workload = workload;
    result.ranks = ranks;
    result.parameters = {{"size", "100"}, {"iterations", "10"}};
    result.seconds = std::move(seconds);
    return result;
}

} // namespace loop::report
