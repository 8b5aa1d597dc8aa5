#include "report/bsp/short_and_long.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <set>

namespace loop::report::bsp {

namespace {

constexpr std::size_t min_points = 6; ///< of each of two lines

struct Parts {
    std::vector<RequestPoint> few, many; ///< words
};
Parts divided(const std::vector<RequestPoint>& points, double most_of_few) {
    Parts parts;
    for (const RequestPoint& point : points)
        (point.all_words() <= most_of_few ? parts.few : parts.many).push_back(point);
    return parts;
}

double squares(const RequestLine& line, std::size_t points) {
    return line.residual * line.residual * static_cast<double>(points);
}

} // namespace

const RequestLine& RequestFit::of(double all_words) const {
    return longer && all_words > line.most_words ? *longer : line;
}

bool RequestFit::covers(double requests, double all_words) const {
    double most_requests = line.most_requests, most_words = line.most_words;
    if (longer) {
        most_requests = std::max(most_requests, longer->most_requests);
        most_words = longer->most_words;
    }
    return requests <= most_requests && all_words <= most_words;
}

std::optional<RequestFit> fit_short_and_long(const std::vector<RequestPoint>& points) {
    const auto one = fit_requests(points);
    if (!one) return std::nullopt;
    RequestFit best{*one, {}, points};
    double least = one->is_cost() ? squares(*one, points.size()) / 4 : std::numeric_limits<double>::max();
    std::set<double> cuts;
    for (const RequestPoint& point : points)
        cuts.insert(point.all_words());
    for (const double cut : cuts) {
        const Parts parts = divided(points, cut);
        if (parts.few.size() < min_points || parts.many.size() < min_points) continue;
        const auto below = fit_requests(parts.few), above = fit_requests(parts.many);
        if (!below || !above || !below->is_cost() || !above->is_cost()) continue;
        const double both = squares(*below, parts.few.size()) + squares(*above, parts.many.size());
        if (both >= least) continue;
        least = both;
        best = {*below, above, points};
    }
    return best;
}

std::optional<RequestFit> fit_alike(const std::vector<RequestPoint>& points, const RequestFit& like) {
    if (!like.longer) {
        const auto one = fit_requests(points);
        return one ? std::optional(RequestFit{*one, {}, points}) : std::nullopt;
    }
    const Parts parts = divided(points, like.line.most_words);
    const auto below = fit_requests(parts.few), above = fit_requests(parts.many);
    if (!below || !above) return std::nullopt;
    return RequestFit{*below, above, points};
}

} // namespace loop::report::bsp
