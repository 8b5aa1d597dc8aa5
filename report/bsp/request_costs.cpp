#include "report/bsp/request_costs.h"

#include "base/text/strings.h"
#include "report/bsp/fit.h"
#include "report/bsp/results.h"
#include "report/document/values.h"

#include <loop/result_kinds.h>

#include <fmt/core.h>

#include <cstdlib>

namespace loop::report::bsp {

namespace {

/// The series of an operation with so many words per request.
struct RequestSeries {
    std::string operation;
    double words = 0;
    std::vector<Points> launches;
};

std::vector<RequestSeries> request_series(const RunRecord& run, const std::string& call) {
    std::vector<RequestSeries> all;
    for (const std::string& name : series_names(run, call, kinds::requests)) {
        const std::size_t end = name.find(kinds::words_separator);
        if (end == std::string::npos) continue;
        const double words =
            std::strtod(name.c_str() + end + std::string(kinds::words_separator).size(), nullptr);
        all.push_back({name.substr(0, end), words, launch_series(run, call, kinds::requests, name)});
    }
    return all;
}

void add_points(std::vector<RequestPoint>& all, const Points& points, double words) {
    const bool has_quartiles =
        points.lower_us.size() == points.h.size() && points.upper_us.size() == points.h.size();
    for (std::size_t k = 0; k < points.h.size(); ++k) {
        all.push_back({points.h[k], words, points.us[k], {}});
        if (has_quartiles) all.back().quartiles = {points.lower_us[k], points.upper_us[k]};
    }
}

/// The fits of one operation; nothing if there is none.
std::optional<RequestCosts> costs_of_operation(const std::vector<RequestSeries>& series,
                                               const std::string& operation) {
    std::vector<RequestPoint> typical;
    std::vector<std::vector<RequestPoint>> launches;
    for (const RequestSeries& one : series) {
        if (one.operation != operation) continue;
        add_points(typical, median_points(one.launches), one.words);
        if (launches.size() < one.launches.size()) launches.resize(one.launches.size());
        for (std::size_t k = 0; k < one.launches.size(); ++k)
            add_points(launches[k], one.launches[k], one.words);
    }
    const auto fit = fit_short_and_long(typical);
    if (!fit) return std::nullopt;
    RequestCosts costs{operation, *fit, {}};
    for (const std::vector<RequestPoint>& launch : launches)
        if (const auto own = fit_alike(launch, *fit)) costs.launches.push_back(*own);
    return costs;
}

} // namespace

std::vector<RequestCosts> request_costs(const RunRecord& run, const std::string& call) {
    const std::vector<RequestSeries> series = request_series(run, call);
    std::vector<std::string> operations;
    for (const RequestSeries& one : series)
        add_once(operations, one.operation);
    std::vector<RequestCosts> all;
    for (const std::string& operation : operations)
        if (auto costs = costs_of_operation(series, operation)) all.push_back(std::move(*costs));
    return all;
}

std::vector<NamedCosts> named_costs(const std::vector<RequestCosts>& all) {
    std::vector<NamedCosts> found;
    for (const RequestCosts& one : all) {
        found.push_back({one.operation, one.typical.line});
        if (one.typical.longer)
            found.push_back(
                {fmt::format("{}, above {} words", one.operation, number(one.typical.line.most_words)),
                 *one.typical.longer});
    }
    return found;
}

const RequestCosts* costs_of(const std::vector<RequestCosts>& all, const std::string& operation) {
    for (const RequestCosts& one : all)
        if (one.operation == operation && one.typical.line.is_cost()) return &one;
    return nullptr;
}

std::vector<std::string> warnings(const std::vector<RequestCosts>& all) {
    std::vector<std::string> result;
    for (const RequestCosts& one : all)
        if (!one.typical.line.is_cost())
            result.push_back(
                fmt::format("the costs of {} are not determined: l is {} us, o is {} us, g is {} us. "
                            "Predictions do not use them. Measure again on a quieter machine",
                            one.operation, number(one.typical.line.l), number(one.typical.line.o),
                            number(one.typical.line.g)));
    return result;
}

DataTable request_table(const std::vector<RequestCosts>& all, const std::string& call) {
    DataTable table{
        "",
        (call.empty() ? "" : call + ": ") + std::string("Costs of requests"),
        {"operation", "l, us", "o, us/request", "g, us/word", "distance, %"},
        {},
        "The time of a superstep is l + h o + h w g, for h requests of w words from each rank. The "
        "distance is how far the points typically lie from this, relative to their times."};
    for (const auto& [name, line] : named_costs(all))
        table.rows.push_back({text_value(name), number_value(line.l, ""), number_value(line.o, ""),
                              number_value(line.g, ""), number_value(100 * line.residual, "")});
    return table;
}

} // namespace loop::report::bsp
