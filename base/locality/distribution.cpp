#include "base/locality/distribution.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace loop::locality {

double Distribution::total() const {
    return std::accumulate(counts.begin(), counts.end(), beyond,
                           [](double sum, const auto& item) { return sum + item.second; });
}

double ks_distance(const Distribution& a, const Distribution& b) {
    const double all_a = a.total();
    const double all_b = b.total();
    auto of_a = a.counts.begin();
    auto of_b = b.counts.begin();
    double below_a = 0; // how many values are not above the current one
    double below_b = 0;
    double worst = 0;
    while (of_a != a.counts.end() || of_b != b.counts.end()) {
        const bool next_is_a =
            of_b == b.counts.end() || (of_a != a.counts.end() && of_a->first <= of_b->first);
        const double value = next_is_a ? of_a->first : of_b->first;
        for (; of_a != a.counts.end() && of_a->first == value; ++of_a)
            below_a += of_a->second;
        for (; of_b != b.counts.end() && of_b->first == value; ++of_b)
            below_b += of_b->second;
        worst = std::max(worst, std::fabs(below_a / all_a - below_b / all_b));
    }
    return worst;
}

} // namespace loop::locality
