#include "report/bsp/nearby_time.h"

#include "report/bsp/scatter.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

namespace loop::report::bsp {

namespace {

/// What the points on both sides of a superstep let expect, those below it alone, and those above it alone.
struct Expected {
    double both = 0, below = 0, above = 0;

    void add(double us) {
        both += us;
        below += us;
        above += us;
    }
};

/// Between two values; `share`: 0 for the first, 1 for the second.
double blend(double first, double second, double share) {
    return first + (second - first) * share;
}

/// The line through two points.
double on_line(const RequestPoint& one, const RequestPoint& other, double requests) {
    return blend(one.us, other.us, (requests - one.requests) / (other.requests - one.requests));
}

/// Points with equal words in each request, by ascending number of requests.
class Series {
public:
    void add(const RequestPoint& point) {
        const auto place = std::lower_bound(
            points_.begin(), points_.end(), point.requests,
            [](const RequestPoint& known, double requests) { return known.requests < requests; });
        points_.insert(place, point);
    }

    /// Adds the points that it uses to `used`.
    Expected at(double requests, const RequestLine& costs, std::vector<RequestPoint>& used) const {
        const auto [below, above] = neighbors(requests);
        used.insert(used.end(), points_.begin() + below - (below > 0 ? 1 : 0),
                    points_.begin() + above + (above < size() ? 1 : 0));
        Expected found;
        found.both = found.below = found.above = beside(below, above, requests, costs);
        if (below >= 2) found.below = on_line(point(below - 2), point(below - 1), requests);
        if (above + 2 <= size()) found.above = on_line(point(above), point(above + 1), requests);
        return found;
    }

private:
    std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(points_.size()); }
    const RequestPoint& point(std::ptrdiff_t k) const { return points_[static_cast<std::size_t>(k)]; }

    /// How many points have fewer requests, and how many have no more.
    std::pair<std::ptrdiff_t, std::ptrdiff_t> neighbors(double requests) const {
        std::ptrdiff_t below = 0, above = 0;
        for (const RequestPoint& one : points_) {
            below += one.requests < requests ? 1 : 0;
            above += one.requests <= requests ? 1 : 0;
        }
        return {below, above};
    }

    double beside(std::ptrdiff_t below, std::ptrdiff_t above, double requests,
                  const RequestLine& costs) const {
        if (below < above) return point(below).us;
        if (below > 0 && above < size()) return on_line(point(below - 1), point(above), requests);
        const RequestPoint& end = below > 0 ? point(below - 1) : point(above);
        return end.us + (requests - end.requests) * (costs.o + end.words * costs.g);
    }

    std::vector<RequestPoint> points_;
};

using SeriesBySize = std::map<double, Series>;

SeriesBySize by_size(const std::vector<RequestPoint>& points) {
    SeriesBySize all;
    for (const RequestPoint& point : points)
        if (point.us > 0 && point.words > 0) all[point.words].add(point);
    return all;
}

/// With as many words, time rises linearly with the number of requests.
Expected expected(const SeriesBySize& all, const RequestLine& costs, double requests, double all_words,
                  std::vector<RequestPoint>& used) {
    const auto in = [&](const SeriesBySize::value_type& one) {
        return one.second.at(all_words / one.first, costs, used);
    };
    const auto larger = all.lower_bound(all_words / requests);
    if (larger == all.begin() || larger == all.end()) {
        const auto& end = larger == all.end() ? *std::prev(larger) : *larger;
        Expected found = in(end);
        found.add((requests - all_words / end.first) * costs.o);
        return found;
    }
    const auto smaller = std::prev(larger);
    const double most = all_words / smaller->first, least = all_words / larger->first;
    const double share = (requests - least) / (most - least);
    const Expected few = in(*larger), many = in(*smaller);
    return {blend(few.both, many.both, share), blend(few.below, many.below, share),
            blend(few.above, many.above, share)};
}

/// Factors to the ends of the middle 95 % of the batches.
Interval scatter_of(const std::vector<RequestPoint>& points) {
    std::vector<FittedPoint> all;
    for (const RequestPoint& point : points) {
        const Interval quartiles = point.quartiles.value_or(Interval{point.us, point.us});
        all.push_back({point.us, point.us, quartiles.first, quartiles.second});
    }
    return factors_near(all);
}

} // namespace

NearbyTime nearby_time(const RequestFit& fit, double requests, double all_words) {
    const RequestLine& costs = fit.of(all_words);
    const double fitted = costs.at(requests, all_words);
    const SeriesBySize all = by_size(fit.points);
    if (all.empty() || !(requests > 0)) return {fitted, {fitted, fitted}};
    std::vector<RequestPoint> used;
    const Expected us = expected(all, costs, requests, all_words, used);
    const Interval scatter = scatter_of(used);
    const auto [least, most] = std::minmax({us.both, us.below, us.above});
    return {std::max(0.0, us.both),
            {std::max(0.0, least) * scatter.first, std::max(0.0, most) * scatter.second}};
}

} // namespace loop::report::bsp
