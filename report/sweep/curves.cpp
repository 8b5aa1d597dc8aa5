#include "report/sweep/curves.h"

#include "base/statistics/bootstrap.h"
#include "base/statistics/order_statistics.h"
#include "base/statistics/rank_sum.h"
#include "report/findings/sample_ratio.h"

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

constexpr double confidence = 0.95;

/// How a sweep divides into curves.
struct Grouping {
    Axis axis;
    std::string lines; ///< the factor that distinguishes lines; may be empty
    bool scaled = false;

    /// Whether the factor varies along the curves.
    bool is_along(const std::string& factor) const { return factor == axis.name; }
};

/// Returns the settings that all points of a curve share: the key for grouping, and the source of labels.
std::vector<std::pair<std::string, std::string>> factors(const SweepPoint& point, const Grouping& grouping) {
    std::vector<std::pair<std::string, std::string>> result;
    if (!grouping.axis.is_ranks()) result.emplace_back("ranks", std::to_string(point.ranks));
    // With scaled work, a size paired with the ranks grows along the curve; other sizes make separate curves.
    if (point.size && !grouping.is_along("size") && !(grouping.scaled && point.paired))
        result.emplace_back("size", std::to_string(*point.size));
    if (point.iterations && !grouping.is_along("iterations"))
        result.emplace_back("iterations", std::to_string(*point.iterations));
    if (!point.variation.empty())
        result.emplace_back("", point.variation);
    else
        for (const auto& [name, value] : point.set)
            if (!grouping.is_along(name)) result.emplace_back(name, value);
    if (!grouping.axis.value_of(point)) result.emplace_back("", "no " + grouping.axis.name);
    if (!grouping.is_along("machine")) result.emplace_back("machine", point.machine);
    return result;
}

std::string factor_text(const std::pair<std::string, std::string>& factor) {
    if (factor.first.empty()) return factor.second;
    return factor.first == "machine" ? "on " + factor.second : factor.first + "=" + factor.second;
}

std::string key(const SweepPoint& point, const Grouping& grouping) {
    std::string text = point.workload;
    for (const auto& factor : factors(point, grouping))
        text += "\n" + factor_text(factor);
    // Variations may also set parameters that --set names.
    for (const auto& [name, value] : point.set)
        if (!grouping.is_along(name) || !point.variation.empty()) text += "\n" + name + "=" + value;
    return text;
}

/// The operations of what is measured: the program, or a phase.
double flops_of(const RunRecord& run, const std::string& phase) {
    if (phase.empty()) return run.summary.program.flops;
    for (const PhaseTime& each : run.summary.phase_times)
        if (each.name == phase) return each.timing.flops;
    return 0;
}

double bytes_sent(const RunRecord& run) {
    double bytes = 0;
    for (const SiteCounts& site : run.summary.sites)
        if (!site.untimed) bytes += static_cast<double>(site.bytes);
    return bytes;
}

std::vector<PointResult> results_of(const RunRecord& run) {
    std::vector<PointResult> results;
    for (const ResultValue& result : run.summary.results) {
        if (result.tag.at) continue; // one of a curve of its own
        std::vector<double> samples;
        for (const std::optional<Spread>& launch : result.launches)
            if (launch) samples.push_back(launch->median);
        if (samples.empty()) continue;
        results.push_back(
            {result.name, result.unit, statistics::median(samples), statistics::median_interval(samples)});
    }
    return results;
}

/// What the run of a point shows beside its time. Bytes are known for the whole program only.
void add_rates(CurvePoint& point, const std::string& phase) {
    if (!point.point->run) return;
    const RunRecord& run = *point.point->run;
    point.results = results_of(run);
    point.flops = flops_of(run, phase);
    if (!(point.seconds > 0)) return;
    if (point.flops > 0) point.mflops = point.flops / point.seconds / 1e6;
    if (const double bytes = bytes_sent(run); bytes > 0 && phase.empty())
        point.mbs = bytes / point.seconds / 1e6;
}

CurvePoint curve_point(const SweepPoint& point, const Axis& axis, const Sweep& sweep) {
    const std::vector<double> seconds = point.seconds();
    CurvePoint result;
    result.point = &point;
    result.at = axis.value_of(point).value_or(AxisValue{});
    result.ranks = point.ranks;
    result.launches = static_cast<int>(seconds.size());
    result.median = statistics::median(seconds);
    result.fastest = *std::min_element(seconds.begin(), seconds.end());
    result.interval = statistics::median_interval(seconds);
    result.seconds = sweep.fastest ? result.fastest : result.median;
    add_rates(result, sweep.phase);
    return result;
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

/// No interval is known for the fastest launch, so it has no law either.
void grow(Curve& curve, const Sweep& sweep) {
    if (!curve.axis.is_numeric || sweep.fastest) return;
    std::vector<statistics::GrowthPoint> points;
    for (const CurvePoint& point : curve.points)
        points.push_back({point.at.number, point.point->seconds()});
    curve.growth = statistics::growth_of(points);
}

/// The launches do not know whether the law is the right one; how far it is from the points does.
void widen(Fit& fit) {
    if (!fit.serial_fraction_interval) return;
    auto& [least, most] = *fit.serial_fraction_interval;
    least = fit.serial_fraction - std::hypot(fit.serial_fraction - least, fit.uncertainty);
    most = fit.serial_fraction + std::hypot(most - fit.serial_fraction, fit.uncertainty);
}

/// Whether the launches of that point show that it does not follow the law of the others. Of the fastest
/// ones, no interval is known.
bool is_shown(const Outlier& outlier, const CurvePoint& point, bool is_fastest) {
    constexpr double clear = 1.1;
    if (is_exact({point.point->seconds(), point.point->run && repeats(*point.point->run)})) return true;
    if (is_fastest) return false;
    const double law = point.seconds / outlier.factor;
    const auto& interval = point.interval;
    return interval && (interval->first > clear * law || interval->second < law / clear);
}

/// Fits the law of scaling, with the interval of its serial fraction from resampled launches.
void fit_law(Curve& curve, const std::vector<Measured>& measured, const Sweep& sweep) {
    curve.fit = sweep.scaled ? fit_gustafson(measured) : fit_amdahl(measured);
    if (!sweep.scaled) {
        curve.cost_fit = fit_cost_of_ranks(measured);
        curve.outlier = outlier_of(measured);
        if (curve.outlier && !is_shown(*curve.outlier, curve.points[curve.outlier->index], sweep.fastest))
            curve.outlier.reset();
    }
    if (!curve.fit || sweep.fastest) return;
    std::vector<std::vector<double>> samples;
    for (const CurvePoint& point : curve.points)
        samples.push_back(point.point->seconds());
    curve.fit->serial_fraction_interval =
        statistics::bootstrap_interval(samples, [&](const std::vector<double>& medians) {
            std::vector<Measured> drawn = measured;
            for (std::size_t i = 0; i < drawn.size(); ++i)
                drawn[i].value =
                    sweep.scaled ? scaled_speedup(curve.points[i].work, medians[0], medians[i]) : medians[i];
            const auto fit = sweep.scaled ? fit_gustafson(drawn) : fit_amdahl(drawn);
            return fit ? std::optional(fit->serial_fraction) : std::nullopt;
        });
    widen(*curve.fit);
}

void derive(Curve& curve, const Sweep& sweep) {
    std::stable_sort(curve.points.begin(), curve.points.end(),
                     [](const CurvePoint& a, const CurvePoint& b) { return a.at.number < b.at.number; });
    if (!curve.axis.is_ranks()) return grow(curve, sweep);
    if (curve.points[0].ranks != 1) return;
    const CurvePoint base = curve.points[0];
    curve.one_rank_seconds = base.seconds;
    std::vector<Measured> measured;
    for (CurvePoint& point : curve.points) {
        if (sweep.scaled) {
            const bool declared = base.flops > 0 && point.flops > 0;
            point.work = declared ? point.flops / base.flops : point.ranks;
            curve.work_supposed = curve.work_supposed || !declared;
        }
        if (!(base.seconds > 0 && point.seconds > 0)) continue; // too short for the clock
        compare_with(base, point, sweep.fastest);
        measured.push_back({static_cast<double>(point.ranks), sweep.scaled ? *point.speedup : point.seconds});
    }
    if (measured.size() < curve.points.size()) return;
    fit_law(curve, measured, sweep);
}

bool has_factor(const Curve& curve, const std::string& text, const Grouping& grouping) {
    const auto list = factors(*curve.points[0].point, grouping);
    return std::any_of(list.begin(), list.end(), [&](const auto& item) { return factor_text(item) == text; });
}

void append(std::string& label, const std::string& text) {
    label += (label.empty() ? "" : " ") + text;
}

/// Labels each curve with the factors in which it differs from others of its workload.
void label(std::vector<Curve>& all, const Grouping& grouping) {
    for (Curve& curve : all)
        for (const auto& factor : factors(*curve.points[0].point, grouping)) {
            const std::string text = factor_text(factor);
            const bool shared = std::all_of(all.begin(), all.end(), [&](const Curve& other) {
                return other.workload != curve.workload || has_factor(other, text, grouping);
            });
            if (shared) continue;
            append(curve.label, text);
            const bool is_line = grouping.lines.empty() || factor.first == grouping.lines;
            append(is_line ? curve.line : curve.panel, text);
        }
}

} // namespace

std::string curve_name(const Curve& curve) {
    return curve.workload + (curve.label.empty() ? "" : ", " + curve.label);
}

std::vector<Curve> curves(const Sweep& sweep) {
    const Layout layout = layout_of(sweep);
    const Grouping grouping{layout.x, layout.lines ? layout.lines->name : "", sweep.scaled};
    std::vector<Curve> result;
    std::vector<std::string> keys;
    for (const SweepPoint& point : sweep.points) {
        if (point.seconds().empty()) continue;
        const std::string wanted = key(point, grouping);
        auto found = std::find(keys.begin(), keys.end(), wanted);
        if (found == keys.end()) {
            found = keys.insert(keys.end(), wanted);
            result.emplace_back();
            result.back().axis = grouping.axis;
            result.back().workload = point.workload;
        }
        result[static_cast<std::size_t>(found - keys.begin())].points.push_back(
            curve_point(point, grouping.axis, sweep));
    }
    for (Curve& curve : result)
        derive(curve, sweep);
    label(result, grouping);
    return result;
}

} // namespace loop::report
