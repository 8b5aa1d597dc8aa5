#include "report/bsp/between.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report::bsp {

double between(double ranks, std::pair<double, double> one, std::pair<double, double> other) {
    if (one.second > 0 && other.second > 0) {
        const double exponent = std::log(other.second / one.second) / std::log(other.first / one.first);
        return one.second * std::pow(ranks / one.first, exponent);
    }
    const double slope = (other.second - one.second) / (other.first - one.first);
    return std::max(0.0, one.second + slope * (ranks - one.first));
}

std::string Pair::text(int ranks) const {
    return contains(ranks) ? fmt::format("interpolated between {} and {} ranks", below, above)
                           : fmt::format("extrapolated from {} and {} ranks", below, above);
}

std::optional<Pair> pair_near(std::vector<int> numbers, int ranks) {
    numbers.erase(std::remove_if(numbers.begin(), numbers.end(), [](int number) { return number < 2; }),
                  numbers.end());
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    if (numbers.size() < 2) return std::nullopt;
    auto above = std::lower_bound(numbers.begin() + 1, numbers.end() - 1, ranks);
    return Pair{*(above - 1), *above};
}

} // namespace loop::report::bsp
