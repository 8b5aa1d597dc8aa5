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

/// `line` returns the line of an operation.
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

/// What the points beside the lines let expect, where the lines say this time.
template <class LineOf>
void widen(Interval& range, const std::vector<OfOperation>& all, double time, LineOf line_of) {
    for (const OfOperation& one : all) {
        const RequestLine& line = line_of(*one.costs);
        range.first = std::min(range.first, time * line.lowest);
        range.second = std::max(range.second, time * line.highest);
    }
}

/// Each launch has its own fit, and its own points beside it.
Interval range_of(const std::vector<OfOperation>& all, double words, double typical) {
    Interval range{typical, typical};
    std::size_t launches = std::numeric_limits<std::size_t>::max();
    for (const OfOperation& one : all)
        launches = std::min(launches, one.costs->launches.size());
    widen(range, all, typical, [](const RequestCosts& one) { return one.typical; });
    for (std::size_t k = 0; k < launches; ++k) {
        const auto line_of = [k](const RequestCosts& one) { return one.launches[k]; };
        widen(range, all, time_of(all, words, line_of).total(), line_of);
    }
    range.first = std::max(0.0, range.first);
    return range;
}

} // namespace

std::optional<RequestTime> request_time(const std::vector<RequestCosts>& costs, const EqualSteps& steps) {
    const std::vector<OfOperation> all = by_operation(costs, steps.requests);
    if (all.empty()) return std::nullopt;
    RequestTime time = time_of(all, steps.words, [](const RequestCosts& one) { return one.typical; });
    time.range = range_of(all, steps.words, time.total());
    for (const OfOperation& one : all)
        time.measured = time.measured && one.costs->typical.covers(steps.requests.all(), steps.words);
    return time;
}

} // namespace loop::report::bsp
