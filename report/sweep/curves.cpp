#include "report/sweep/curves.h"

#include "base/statistics/order_statistics.h"
#include "base/statistics/rank_sum.h"

#include <algorithm>

namespace loop::report {

namespace {

constexpr double confidence = 0.95;

/// Returns the settings that all points of a curve share: the key for grouping, and the source of labels.
std::vector<std::pair<std::string, std::string>> factors(const SweepPoint& point, bool scaled) {
    std::vector<std::pair<std::string, std::string>> result;
    // With scaled work, a size paired with the ranks grows along the curve; other sizes make separate curves.
    if (point.size && !(scaled && point.paired)) result.emplace_back("size", std::to_string(*point.size));
    if (point.iterations) result.emplace_back("iterations", std::to_string(*point.iterations));
    if (!point.variation.empty())
        result.emplace_back("", point.variation);
    else
        for (const auto& [name, value] : point.set)
            result.emplace_back(name, value);
    result.emplace_back("on", point.machine);
    return result;
}

std::string factor_text(const std::pair<std::string, std::string>& factor) {
    if (factor.first.empty()) return factor.second;
    return factor.first == "on" ? "on " + factor.second : factor.first + "=" + factor.second;
}

std::string key(const SweepPoint& point, bool scaled) {
    std::string text = point.workload;
    for (const auto& factor : factors(point, scaled))
        text += "\n" + factor_text(factor);
    // Variations may also set parameters that --set names.
    for (const auto& [name, value] : point.set)
        text += "\n" + name + "=" + value;
    return text;
}

CurvePoint curve_point(const SweepPoint& point, bool fastest) {
    const std::vector<double> seconds = point.seconds();
    CurvePoint result;
    result.point = &point;
    result.ranks = point.ranks;
    result.launches = static_cast<int>(seconds.size());
    result.median = statistics::median(seconds);
    result.fastest = *std::min_element(seconds.begin(), seconds.end());
    result.interval = statistics::median_interval(seconds);
    result.seconds = fastest ? result.fastest : result.median;
    return result;
}

double flops(const CurvePoint& point) {
    return point.point->run ? point.point->run->summary.program.flops : 0;
}

template <typename Function>
std::optional<Bounds> mapped(const std::optional<Bounds>& interval, Function function) {
    if (!interval) return std::nullopt;
    const double a = function(interval->first), b = function(interval->second);
    return Bounds(std::min(a, b), std::max(a, b));
}

void compare_with(const CurvePoint& base, CurvePoint& point, bool fastest) {
    const double ranks = point.ranks;
    point.speedup = scaled_speedup(point.work, base.seconds, point.seconds);
    point.efficiency = efficiency(*point.speedup, ranks);
    point.serial_fraction = serial_fraction(*point.speedup, ranks);
    // The interval is for the median; none is known for the fastest launch.
    if (fastest || point.ranks == base.ranks) return;
    const auto ratio = statistics::ratio_interval(point.point->seconds(), base.point->seconds(), confidence);
    point.speedup_interval = mapped(ratio, [&](double value) { return point.work * value; });
    point.efficiency_interval =
        mapped(point.speedup_interval, [&](double value) { return efficiency(value, ranks); });
    point.serial_fraction_interval =
        mapped(point.speedup_interval, [&](double value) { return *serial_fraction(value, ranks); });
}

void derive(Curve& curve, const Sweep& sweep) {
    std::stable_sort(curve.points.begin(), curve.points.end(),
                     [](const CurvePoint& a, const CurvePoint& b) { return a.ranks < b.ranks; });
    if (curve.points[0].ranks != 1) return;
    const CurvePoint base = curve.points[0];
    curve.one_rank_seconds = base.seconds;
    std::vector<Measured> measured;
    for (CurvePoint& point : curve.points) {
        if (sweep.scaled) {
            const bool declared = flops(base) > 0 && flops(point) > 0;
            point.work = declared ? flops(point) / flops(base) : point.ranks;
            curve.work_supposed = curve.work_supposed || !declared;
        }
        compare_with(base, point, sweep.fastest);
        measured.push_back({static_cast<double>(point.ranks), sweep.scaled ? *point.speedup : point.seconds});
    }
    curve.fit = sweep.scaled ? fit_gustafson(measured) : fit_amdahl(measured);
}

bool has_factor(const Curve& curve, const std::string& text, bool scaled) {
    const auto list = factors(*curve.points[0].point, scaled);
    return std::any_of(list.begin(), list.end(), [&](const auto& item) { return factor_text(item) == text; });
}

/// Labels each curve with the factors in which it differs from others of its workload.
void label(std::vector<Curve>& all, bool scaled) {
    for (Curve& curve : all)
        for (const auto& factor : factors(*curve.points[0].point, scaled)) {
            const std::string text = factor_text(factor);
            const bool shared = std::all_of(all.begin(), all.end(), [&](const Curve& other) {
                return other.workload != curve.workload || has_factor(other, text, scaled);
            });
            if (!shared) curve.label += (curve.label.empty() ? "" : " ") + text;
        }
}

} // namespace

std::vector<Curve> curves(const Sweep& sweep) {
    std::vector<Curve> result;
    std::vector<std::string> keys;
    for (const SweepPoint& point : sweep.points) {
        if (point.seconds().empty()) continue;
        const std::string wanted = key(point, sweep.scaled);
        const auto found = std::find(keys.begin(), keys.end(), wanted);
        if (found == keys.end()) {
            keys.push_back(wanted);
            result.push_back({point.workload, "", {}, {}, false, {}});
            result.back().points.push_back(curve_point(point, sweep.fastest));
        } else {
            result[static_cast<std::size_t>(found - keys.begin())].points.push_back(
                curve_point(point, sweep.fastest));
        }
    }
    for (Curve& curve : result)
        derive(curve, sweep);
    label(result, sweep.scaled);
    return result;
}

} // namespace loop::report
