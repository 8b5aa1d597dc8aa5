#pragma once

// Times of launches in files, one number per line.

#include "base/statistics/order_statistics.h"
#include "base/statistics/rank_sum.h"
#include "goal.h"

#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

namespace bench {

// "-": standard input.
inline std::vector<double> numbers_in(const std::string& path) {
    using Numbers = std::istream_iterator<double>;
    if (path == "-") return {Numbers(std::cin), {}};
    std::ifstream file(path);
    return {Numbers(file), {}};
}

// LOOP's median over the rival's, with the 95 % interval from ranks (Hodges and Lehmann 1963). Both have
// values.
inline Measured ratio_of_launches(const std::vector<double>& ours, const std::vector<double>& rival) {
    return {loop::statistics::median(ours) / loop::statistics::median(rival),
            loop::statistics::ratio_interval(rival, ours, 0.95)};
}

} // namespace bench
