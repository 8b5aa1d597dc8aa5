#include "measure/batches.h"

#include <algorithm>
#include <cmath>

namespace loop::runtime {
namespace {

constexpr double fastest_growth = 4; // of a batch over the one before
constexpr double max_share = 0.01;   // of an agreement in the time of its batch
constexpr double most_passes = 1e18;

} // namespace

// Passes may become slower, so a batch is planned for half of the time that is left. The last batch takes the
// rest: if it were divided again, agreeing would cost more than its share.
long long next_batch(const Batches& seen) {
    if (seen.passes == 0) return seen.wanted_seconds > 0 ? 1 : 0;
    const double left = seen.wanted_seconds - seen.measured_seconds;
    if (left <= 0) return 0;
    // The last batch is the best guess for the next one, also if passes become slower.
    const double pass = seen.last_seconds / static_cast<double>(seen.last);
    const double rest = pass > 0 ? left / pass : most_passes;
    const bool is_last = left / 2 * max_share < seen.agreement_seconds;
    const double wanted = std::ceil(is_last ? rest : rest / 2);
    const double growth = fastest_growth * static_cast<double>(seen.last);
    return static_cast<long long>(std::min({std::max(wanted, 1.0), growth, most_passes}));
}

} // namespace loop::runtime
