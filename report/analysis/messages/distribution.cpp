#include "report/analysis/messages/distribution.h"

namespace loop::report {

void Distribution::add(const Distribution& other) {
    if (other.count == 0) return;
    min = count == 0 ? other.min : std::min(min, other.min);
    max = count == 0 ? other.max : std::max(max, other.max);
    sum += other.sum;
    count += other.count;
}

} // namespace loop::report
