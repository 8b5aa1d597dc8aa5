#include "report/bsp/rates.h"

#include "base/text/strings.h"
#include "base/text/units.h"
#include "report/bsp/results.h"
#include "report/document/values.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace loop::report::bsp {

namespace {

constexpr const char* usual_names[] = {"r", "s"}; ///< of the rate that g and l are given with

void add_rate(std::vector<Rate>& all, const RunRecord& run, const std::string& call, const ResultKind& kind,
              const char* name, const std::string& what, std::optional<double> fits_bytes = {}) {
    const auto mflops = median_result(run, call, kind);
    if (!mflops) return;
    all.push_back({name, what, *mflops, fits_bytes});
    const std::vector<double> launches = launch_results(run, call, kind);
    if (launches.empty()) return;
    const auto [least, most] = std::minmax_element(launches.begin(), launches.end());
    all.back().launches = {*least, *most};
}

bool is_usual(const Rate& rate) {
    return rate.name == usual_names[0] || rate.name == usual_names[1];
}

std::optional<Rate> named(const std::vector<Rate>& rates, const std::string& name) {
    for (const Rate& rate : rates)
        if (rate.name == name || (name == usual_names[0] && is_usual(rate))) return rate;
    return std::nullopt;
}

/// The rate of the smallest cache that the data fit. If no rate is known for data of this size, that of the
/// largest cache.
std::optional<Rate> fitting(const std::vector<Rate>& rates, double bytes) {
    const Rate* largest = nullptr;
    for (const Rate& rate : rates) {
        if (!rate.fits_bytes) continue;
        if (bytes <= *rate.fits_bytes) return rate;
        largest = &rate;
    }
    return largest != nullptr ? std::optional(*largest) : std::nullopt;
}

void widen(std::map<double, std::pair<double, double>>& range, const Points& points) {
    for (std::size_t k = 0; k < points.h.size(); ++k) {
        const auto known = range.try_emplace(points.h[k], points.us[k], points.us[k]).first;
        known->second = {std::min(known->second.first, points.us[k]),
                         std::max(known->second.second, points.us[k])};
    }
}

} // namespace

std::vector<Rate> bench_rates(const RunRecord& run, const std::string& call) {
    std::vector<Rate> all;
    add_rate(all, run, call, kinds::r, "r", "DAXPY of short vectors, as bspbench");
    if (all.empty()) return all;
    const char* const caches[] = {"L1", "L2", "L3"};
    for (std::size_t k = 0; k < std::size(caches); ++k)
        add_rate(all, run, call, kinds::r_of_cache[k], caches[k],
                 fmt::format("DAXPY in the {} cache", caches[k]), median_result(run, call, kinds::cache[k]));
    add_rate(all, run, call, kinds::r_memory, "memory", "DAXPY in memory",
             std::numeric_limits<double>::infinity());
    add_rate(all, run, call, kinds::r_scalar, "scalar", "scalar operations, one after the other");
    add_rate(all, run, call, kinds::r_dgemm, "dgemm", "DGEMM, products of matrices");
    return all;
}

std::vector<Rate> probe_rates(const RunRecord& run, const std::string& call) {
    std::vector<Rate> all;
    add_rate(all, run, call, kinds::s, "s", "mean of dot and matrix, as bspprobe");
    if (all.empty()) return all;
    add_rate(all, run, call, kinds::s_dot, "dot", "dot products, single precision");
    add_rate(all, run, call, kinds::s_matrix, "matrix", "products of matrices, single precision");
    return all;
}

DataTable rate_table(const std::vector<Rate>& rates, const std::string& call) {
    DataTable table{
        "", call.empty() ? "Rates" : "Rates, " + call, {"rate", "of", "Mflop/s", "data of a rank"}, {}};
    if (rates.size() < 2) return table;
    for (const Rate& rate : rates) {
        Value data;
        if (rate.fits_bytes && std::isfinite(*rate.fits_bytes)) {
            data = bytes_value(*rate.fits_bytes);
            data.text = "up to " + data.text;
        } else if (rate.fits_bytes) {
            data.text = "more";
        }
        table.rows.push_back(
            {text_value(rate.name), text_value(rate.what), number_value(rate.mflops, "Mflop/s"), data});
    }
    return table;
}

RateCurve rate_curve(const RunRecord& run, const std::string& call) {
    RateCurve curve;
    curve.launches = launch_series(run, call, kinds::rate, "mean of ranks");
    const Points typical = median_points(curve.launches);
    curve.n = typical.h;
    curve.mean = typical.us;
    std::map<double, std::pair<double, double>> range;
    for (const char* const y : {"mean of ranks", "least of ranks", "greatest of ranks"})
        for (const Points& launch : launch_series(run, call, kinds::rate, y))
            widen(range, launch);
    for (const double n : curve.n) {
        curve.low.push_back(range[n].first);
        curve.high.push_back(range[n].second);
    }
    return curve;
}

std::vector<std::string> rate_names() {
    return {"auto", "r", "L1", "L2", "L3", "memory", "scalar", "dgemm", "s", "dot", "matrix"};
}

std::optional<RateChoice> rate_choice(const std::string& text) {
    for (const std::string& name : rate_names())
        if (text == name) return RateChoice{name, {}};
    const auto mflops = number_in<double>(text);
    if (!mflops || !(*mflops > 0) || !std::isfinite(*mflops)) return std::nullopt;
    return RateChoice{"", mflops};
}

std::optional<Rate> chosen_rate(const std::vector<Rate>& rates, const RateChoice& choice,
                                std::optional<double> data_bytes) {
    if (choice.mflops) return Rate{"given", "given", *choice.mflops, {}};
    if (!choice.is_auto()) return named(rates, choice.name);
    if (data_bytes && *data_bytes > 0)
        if (auto found = fitting(rates, *data_bytes)) return found;
    return named(rates, "r");
}

} // namespace loop::report::bsp
