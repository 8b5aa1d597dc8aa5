#include "report/bsp/results.h"

#include "base/text/strings.h"

namespace loop::report::bsp {

namespace {

/// The quartiles of a series, of a launch that has both; empty if they are not of the same points.
std::vector<double> quartiles_of(const std::vector<Series>& launch, const Series& of, const Points& points,
                                 const ResultKind& kind, const ResultStatistic& which) {
    for (const Series& series : launch) {
        if (series.tag.call != of.tag.call || series.y != of.y || !series.tag.is(kind, which)) continue;
        std::vector<double> x, values;
        for (const auto& [place, value] : points_of(series)) {
            x.push_back(place);
            values.push_back(value);
        }
        if (x == points.h) return values;
    }
    return {};
}

} // namespace

const ResultValue* result(const RunRecord& run, const std::string& call, const ResultKind& kind) {
    for (const ResultValue& one : run.summary.results)
        if (one.tag.call == call && one.tag.is(kind)) return &one;
    return nullptr;
}

std::optional<double> median_result(const RunRecord& run, const std::string& call, const ResultKind& kind) {
    const ResultValue* const found = result(run, call, kind);
    if (found == nullptr || !found->value) return std::nullopt;
    return found->value->median;
}

std::vector<double> launch_results(const RunRecord& run, const std::string& call, const ResultKind& kind) {
    std::vector<double> values;
    if (const ResultValue* const found = result(run, call, kind))
        for (const auto& launch : found->launches)
            if (launch) values.push_back(launch->median);
    return values;
}

std::vector<std::string> calls_with(const RunRecord& run, const ResultKind& kind) {
    std::vector<std::string> all;
    for (const std::vector<Series>& launch : series_of_launches(run))
        for (const Series& series : launch)
            if (series.tag.is(kind)) add_once(all, series.tag.call);
    return all;
}

std::vector<std::string> series_names(const RunRecord& run, const std::string& call, const ResultKind& kind) {
    std::vector<std::string> all;
    for (const std::vector<Series>& launch : series_of_launches(run))
        for (const Series& series : launch)
            if (series.tag.call == call && series.tag.is(kind)) add_once(all, series.y);
    return all;
}

std::vector<Points> launch_series(const RunRecord& run, const std::string& call, const ResultKind& kind,
                                  const std::string& y) {
    std::vector<Points> all;
    for (const std::vector<Series>& launch : series_of_launches(run))
        for (const Series& series : launch) {
            if (series.tag.call != call || !series.tag.is(kind) || (!y.empty() && series.y != y)) continue;
            Points points;
            for (const auto& [x, value] : points_of(series)) {
                points.h.push_back(x);
                points.us.push_back(value);
            }
            points.lower_us = quartiles_of(launch, series, points, kind, kinds::lower_quartile);
            points.upper_us = quartiles_of(launch, series, points, kind, kinds::upper_quartile);
            if (!points.h.empty()) all.push_back(std::move(points));
        }
    return all;
}

} // namespace loop::report::bsp
