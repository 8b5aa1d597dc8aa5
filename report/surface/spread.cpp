#include "report/surface/spread.h"

#include "base/statistics/order_statistics.h"
#include "report/surface/formatting.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

/// A value in percent for each point that has one.
struct Percents {
    std::vector<double> all;
    double worst = -1;
    std::string place; ///< of the worst
};

template <class Of>
Percents percents(const Surface& surface, const Of& percent_of) {
    Percents found;
    for (std::size_t a = 0; a < surface.alphas.size(); ++a)
        for (std::size_t l = 0; l < surface.lengths.size(); ++l) {
            const double percent = percent_of(surface.at(a, l));
            if (!std::isfinite(percent)) continue;
            found.all.push_back(percent);
            if (percent <= found.worst) continue;
            found.worst = percent;
            found.place = place_text(surface.alphas[a], surface.lengths[l]);
        }
    return found;
}

double difference_of_launches(const SurfacePoint& point) {
    if (point.samples.size() < 2 || !std::isfinite(point.mbs)) return std::nan("");
    const auto [least, most] = std::minmax_element(point.samples.begin(), point.samples.end());
    return 100 * (*most / *least - 1);
}

std::string percent_text(double percent) {
    return fmt::format(percent < 9.95 ? "{:.1f} %" : "{:.0f} %", percent);
}

} // namespace

std::vector<std::string> spread(const Surface& surface) {
    std::vector<std::string> sentences;
    const Percents launches = percents(surface, difference_of_launches);
    if (!launches.all.empty())
        sentences.push_back(fmt::format("Between launches, the bandwidth of a point typically differs by {} "
                                        "(max over min), and most at {}, by {}.",
                                        percent_text(statistics::median(launches.all)), launches.place,
                                        percent_text(launches.worst)));
    if (!(surface.batch_seconds > 0)) return sentences;
    const Percents batches =
        percents(surface, [](const SurfacePoint& point) { return point.interval_percent; });
    const std::size_t without = surface.measured() - std::min(surface.measured(), batches.all.size());
    if (!batches.all.empty())
        sentences.push_back(fmt::format(
            "Within a launch, the 95 % interval of a point's median is typically {} wide, and "
            "at most {}, at {}{}.",
            percent_text(statistics::median(batches.all)), percent_text(batches.worst), batches.place,
            without == 0 ? ""
                         : fmt::format("; {} of {} points took too few batches for an interval", without,
                                       surface.measured())));
    return sentences;
}

} // namespace loop::report
