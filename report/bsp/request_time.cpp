#include "report/bsp/request_time.h"

#include "report/bsp/nearby_time.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

namespace loop::report::bsp {

namespace {

/// The requests of one operation in a superstep.
struct OfOperation {
    const RequestCosts* costs;
    double count;
};

/// Empty if the costs of one are unknown.
std::vector<OfOperation> by_operation(const std::vector<RequestCosts>& costs, const StepRequests& requests) {
    std::vector<OfOperation> all;
    if (requests.rows > 0) return {};
    const std::pair<const char*, double> counts[] = {
        {"put", requests.puts}, {"get", requests.gets}, {"send", requests.messages}};
    for (const auto& [operation, count] : counts) {
        if (!(count > 0)) continue;
        all.push_back({costs_of(costs, operation), count});
        if (all.back().costs == nullptr) return {};
    }
    return all;
}

/// `line_of` returns the costs of an operation: the typical ones, or those of a launch.
template <class LineOf>
RequestTime time_of(const std::vector<OfOperation>& all, double words, LineOf line_of) {
    RequestTime time;
    double g = 0;
    for (const OfOperation& one : all) {
        const RequestLine& line = line_of(*one.costs);
        time.l = std::max(time.l, line.l);
        time.requests += one.count * line.o;
        g = std::max(g, line.g);
    }
    time.words = words * g;
    return time;
}

/// Of its sum, the times by the measured supersteps that are most like it, relative to those of the fits. The
/// words are divided by the numbers of requests.
template <class FitOf>
NearbyTime nearby_factors(const std::vector<OfOperation>& all, double words, FitOf fit_of) {
    double requests = 0, fitted = 0;
    for (const OfOperation& one : all)
        requests += one.count;
    NearbyTime sum;
    for (const OfOperation& one : all) {
        const RequestFit& fit = fit_of(*one.costs);
        const double own_words = words * one.count / requests;
        const NearbyTime own = nearby_time(fit, one.count, own_words);
        fitted += fit.of(own_words).at(one.count, own_words);
        sum.us += own.us;
        sum.range.first += own.range.first;
        sum.range.second += own.range.second;
    }
    if (!(fitted > 0)) return {1, {1, 1}};
    return {sum.us / fitted, {sum.range.first / fitted, sum.range.second / fitted}};
}

/// The time of one of these supersteps, and its range.
template <class FitOf>
RequestTime nearby(const std::vector<OfOperation>& all, double words, FitOf fit_of) {
    RequestTime time = time_of(
        all, words, [&](const RequestCosts& one) -> const RequestLine& { return fit_of(one).of(words); });
    const NearbyTime factors = nearby_factors(all, words, fit_of);
    const double fitted = time.total();
    time.l *= factors.us;
    time.requests *= factors.us;
    time.words *= factors.us;
    time.range = {fitted * factors.range.first, fitted * factors.range.second};
    return time;
}

Interval range_of(const std::vector<OfOperation>& all, double words, double typical) {
    Interval range{typical, typical};
    std::size_t launches = std::numeric_limits<std::size_t>::max();
    for (const OfOperation& one : all)
        launches = std::min(launches, one.costs->launches.size());
    for (std::size_t k = 0; k < launches; ++k) {
        const Interval own = nearby(all, words, [k](const RequestCosts& one) -> const RequestFit& {
                                 return one.launches[k];
                             }).range;
        range.first = std::min(range.first, own.first);
        range.second = std::max(range.second, own.second);
    }
    return range;
}

} // namespace

std::optional<RequestTime> request_time(const std::vector<RequestCosts>& costs, const EqualSteps& steps) {
    const std::vector<OfOperation> all = by_operation(costs, steps.requests);
    if (all.empty()) return std::nullopt;
    RequestTime time =
        nearby(all, steps.words, [](const RequestCosts& one) -> const RequestFit& { return one.typical; });
    time.range = range_of(all, steps.words, time.total());
    for (const OfOperation& one : all)
        time.measured = time.measured && one.costs->typical.covers(steps.requests.all(), steps.words);
    return time;
}

} // namespace loop::report::bsp
