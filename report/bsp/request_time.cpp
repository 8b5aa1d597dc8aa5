#include "report/bsp/request_time.h"

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

void widen(Interval& range, double us, const Interval& factors) {
    range.first = std::min(range.first, us * factors.first);
    range.second = std::max(range.second, us * factors.second);
}

/// By the fit of this launch, with its batches beside it. Both costs count where short or long ones may hold.
void add_launch(Interval& range, const std::vector<OfOperation>& all, double words, std::size_t launch) {
    const auto fit_of = [&](const RequestCosts& one) -> const RequestFit& { return one.launches[launch]; };
    const auto line_of = [&](const RequestCosts& one) -> const RequestLine& { return fit_of(one).of(words); };
    const auto other_of = [&](const RequestCosts& one) -> const RequestLine& {
        const RequestLine* const other = fit_of(one).other(words);
        return other != nullptr ? *other : fit_of(one).of(words);
    };
    const double us = time_of(all, words, line_of).total(), other_us = time_of(all, words, other_of).total();
    for (const OfOperation& one : all) {
        const Interval factors = fit_of(*one.costs).factors(one.count, words);
        widen(range, us, factors);
        widen(range, other_us, factors);
    }
}

Interval range_of(const std::vector<OfOperation>& all, double words, double typical) {
    Interval range{typical, typical};
    std::size_t launches = std::numeric_limits<std::size_t>::max();
    for (const OfOperation& one : all)
        launches = std::min(launches, one.costs->launches.size());
    for (std::size_t k = 0; k < launches; ++k)
        add_launch(range, all, words, k);
    range.first = std::max(0.0, range.first);
    return range;
}

} // namespace

std::optional<RequestTime> request_time(const std::vector<RequestCosts>& costs, const EqualSteps& steps) {
    const std::vector<OfOperation> all = by_operation(costs, steps.requests);
    if (all.empty()) return std::nullopt;
    RequestTime time = time_of(all, steps.words, [&](const RequestCosts& one) -> const RequestLine& {
        return one.typical.of(steps.words);
    });
    time.range = range_of(all, steps.words, time.total());
    for (const OfOperation& one : all)
        time.measured = time.measured && one.costs->typical.covers(steps.requests.all(), steps.words);
    return time;
}

} // namespace loop::report::bsp
