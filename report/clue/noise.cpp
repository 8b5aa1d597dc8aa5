#include "report/clue/noise.h"

#include "base/statistics/order_statistics.h"

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

constexpr const char* same_work[] = {"base", "cells", "random-order"};

bool does_same_work(const std::string& variation) {
    return std::find(std::begin(same_work), std::end(same_work), variation) != std::end(same_work);
}

void append_acts(const ClueReport& report, const std::string& variation, std::vector<double>& acts) {
    const ClueFigure* const one = report.find(variation, 1);
    if (one == nullptr) return;
    const std::vector<double> counted = one->counted_acts();
    acts.insert(acts.end(), counted.begin(), counted.end());
}

} // namespace

std::vector<double> acts_on_one_rank(const ClueReport& report, const std::string& variation) {
    std::vector<double> acts;
    append_acts(report, variation, acts);
    if (acts.empty() || !does_same_work(variation)) return acts;
    for (const char* other : same_work)
        if (other != variation) append_acts(report, other, acts);
    return acts;
}

std::optional<double> noise_on_one_rank(const ClueReport& report) {
    if (report.simulated) return std::nullopt;
    std::vector<double> speeds;
    for (const char* variation : same_work) {
        std::vector<double> acts;
        append_acts(report, variation, acts);
        if (!acts.empty()) speeds.push_back(statistics::median(acts));
    }
    if (speeds.size() < 2) return std::nullopt;
    const auto [slowest, fastest] = std::minmax_element(speeds.begin(), speeds.end());
    return *slowest > 0 ? std::optional(*fastest / *slowest - 1) : std::nullopt;
}

bool is_hidden_by_noise(const ClueReport& report, const std::string& variation, int ranks, double least) {
    const auto noise = noise_on_one_rank(report);
    const ClueFigure* const base = report.find("base", ranks);
    const ClueFigure* const other = report.find(variation, ranks);
    if (!noise || *noise < least || base == nullptr || other == nullptr) return false;
    return base->efficiency && other->efficiency &&
           std::abs(*base->efficiency - *other->efficiency) <= *noise;
}

} // namespace loop::report
