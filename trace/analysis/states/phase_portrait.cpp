#include "trace/analysis/states/phase_portrait.h"

#include <algorithm>

namespace loop::report {

std::vector<PortraitPoint> phase_portrait(const UtilizationCount& utilization, const InFlight& traffic) {
    const std::vector<double>& busy = utilization.ranks[static_cast<std::size_t>(State::Busy)];
    const std::vector<double>& bytes = traffic.average_bytes;
    const std::size_t bins = std::min(busy.size(), bytes.size());
    const double most = bins == 0 ? 0 : *std::max_element(bytes.begin(), bytes.end());
    std::vector<PortraitPoint> points;
    for (std::size_t i = 0; i < bins; ++i) {
        double ranks = 0;
        for (std::size_t state = 0; state < state_count; ++state)
            if (static_cast<State>(state) != State::Excluded) ranks += utilization.ranks[state][i];
        points.push_back({ranks > 0 ? 100 * busy[i] / ranks : 0, most > 0 ? 100 * bytes[i] / most : 0});
    }
    return points;
}

} // namespace loop::report
