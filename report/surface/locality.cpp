#include "report/surface/locality.h"

#include "base/statistics/order_statistics.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace loop::report {

namespace {

constexpr double fall_errors = 4;          ///< standard errors that a fall must exceed
constexpr double error_of_median = 1.2533; ///< of normal values, times their deviation over sqrt(n)

/// Lines of a surface along L, or along alpha; values are logarithms.
class Lines {
public:
    enum class Along { Length, Alpha };

    Lines(const Surface& surface, Along along) : surface_(surface), along_(along) {}

    std::size_t count() const {
        return along_ == Along::Length ? surface_.alphas.size() : surface_.lengths.size();
    }
    std::size_t length() const { return axis().size(); }
    const std::vector<double>& axis() const {
        return along_ == Along::Length ? surface_.lengths : surface_.alphas;
    }
    double x(std::size_t k) const { return std::log(axis()[k]); }
    double y(std::size_t line, std::size_t k) const {
        return std::log(along_ == Along::Length ? surface_.mbs(line, k) : surface_.mbs(k, line));
    }
    /// NaN if one of the two points was not measured.
    double rise(std::size_t line, std::size_t k) const { return y(line, k + 1) - y(line, k); }
    double slope(std::size_t line, std::size_t k) const { return rise(line, k) / (x(k + 1) - x(k)); }

private:
    const Surface& surface_;
    Along along_;
};

std::vector<double> finite(const std::vector<double>& values) {
    std::vector<double> result;
    std::copy_if(values.begin(), values.end(), std::back_inserter(result),
                 [](double value) { return std::isfinite(value); });
    return result;
}

/// `sign` 1: locality grows along the axis; -1: it decreases.
std::optional<LocalityLoss> loss(const Lines& lines, double sign) {
    if (lines.length() < 2) return std::nullopt;
    std::vector<double> factors;
    for (std::size_t line = 0; line < lines.count(); ++line)
        factors.push_back(std::exp(sign * (lines.y(line, lines.length() - 1) - lines.y(line, 0))));
    factors = finite(factors);
    if (factors.empty()) return std::nullopt;
    return LocalityLoss{statistics::median(factors), *std::min_element(factors.begin(), factors.end()),
                        *std::max_element(factors.begin(), factors.end())};
}

/// How much bandwidth falls from k to k + 1: the logarithm for each line on which both points were measured.
std::vector<double> falls(const Lines& lines, std::size_t k) {
    std::vector<double> all;
    for (std::size_t line = 0; line < lines.count(); ++line)
        all.push_back(-lines.rise(line, k));
    return finite(all);
}

/// The standard deviation of falls around the medians of their intervals, by the median of all distances.
double scatter_of_falls(const Lines& lines) {
    std::vector<double> distances;
    for (std::size_t k = 0; k + 1 < lines.length(); ++k) {
        const std::vector<double> all = falls(lines, k);
        if (all.empty()) continue;
        const double middle = statistics::median(all);
        for (const double fall : all)
            distances.push_back(std::abs(fall - middle));
    }
    return distances.empty() ? 0 : 1.4826 * statistics::median(distances);
}

} // namespace

std::optional<LocalityLoss> temporal_loss(const Surface& surface) {
    return loss(Lines(surface, Lines::Along::Alpha), -1);
}

std::optional<LocalityLoss> spatial_loss(const Surface& surface) {
    return loss(Lines(surface, Lines::Along::Length), 1);
}

bool has_remote_words(const Surface& surface) {
    return surface.ranks > 1 && surface.version != "sequential";
}

bool knows_parts(const Surface& surface) {
    return surface.own_words_first || !has_remote_words(surface);
}

std::optional<Fall> steepest_fall(const Surface& surface) {
    const Lines lines(surface, Lines::Along::Alpha);
    const double scatter = scatter_of_falls(lines);
    std::optional<Fall> best;
    double steepest = 0;
    for (std::size_t k = 0; k + 1 < lines.length(); ++k) {
        const std::vector<double> all = falls(lines, k);
        if (all.empty()) continue;
        const double fall = statistics::median(all), slope = fall / (lines.x(k + 1) - lines.x(k));
        const double error = error_of_median * scatter / std::sqrt(static_cast<double>(all.size()));
        if (fall < std::max(std::log(quarter), fall_errors * error) || slope <= steepest) continue;
        steepest = slope;
        best = {lines.axis()[k], lines.axis()[k + 1], std::exp(fall)};
    }
    return best;
}

std::vector<Half> halves(const Surface& surface) {
    if (!knows_parts(surface)) return {};
    const bool is_global = has_remote_words(surface);
    const double m = surface.words_of_rank * (is_global ? surface.ranks : 1);
    std::vector<Half> all;
    const auto add = [&](const std::string& where, double bytes) {
        const double part = bytes / 8 / m;
        if (part > 0 && part < 1) all.push_back({std::log(0.5) / std::log(part), where, bytes});
    };
    for (const CacheSize& cache : surface.caches)
        add(cache.name, cache.bytes);
    if (is_global) add(own_words, 8 * surface.words_of_rank);
    return all;
}

std::optional<NeededLength> needed_length(const Surface& surface, std::size_t alpha, double mbs) {
    std::optional<std::size_t> before;
    for (std::size_t k = 0; k < surface.lengths.size(); ++k) {
        const double value = surface.mbs(alpha, k);
        if (!std::isfinite(value)) continue;
        if (value >= mbs) {
            if (!before) return NeededLength{surface.lengths[k], true};
            const double from = std::log(surface.mbs(alpha, *before)), to = std::log(value);
            const double part = (std::log(mbs) - from) / (to - from);
            const double low = std::log(surface.lengths[*before]), high = std::log(surface.lengths[k]);
            return NeededLength{std::exp(low + part * (high - low)), false};
        }
        before = k;
    }
    return std::nullopt;
}

std::optional<Exchange> exchange(const Surface& surface, double mbs) {
    if (surface.alphas.size() < 2) return std::nullopt;
    const auto local = needed_length(surface, 0, mbs);
    const auto spread = needed_length(surface, surface.alphas.size() - 1, mbs);
    if (!local || !spread || spread->at_most) return std::nullopt;
    return Exchange{mbs, local->words, spread->words, local->at_most};
}

std::vector<double> levels(const Surface& surface) {
    if (!surface.wanted_mbs.empty()) return surface.wanted_mbs;
    double least = INFINITY, most = 0;
    for (const SurfacePoint& point : surface.points) {
        if (!std::isfinite(point.mbs)) continue;
        least = std::min(least, point.mbs);
        most = std::max(most, point.mbs);
    }
    std::vector<double> all, tens;
    if (!(most > 0) || !std::isfinite(least)) return all;
    for (int exponent = static_cast<int>(std::floor(std::log10(least))); std::pow(10, exponent) <= most;
         ++exponent)
        for (const double digit : {1.0, 2.0, 5.0}) {
            const double level = digit * std::pow(10, exponent);
            if (level <= least || level >= most) continue;
            all.push_back(level);
            if (digit == 1) tens.push_back(level);
        }
    return all.size() > 6 && tens.size() > 1 ? tens : all;
}

std::optional<Exchange> telling_exchange(const Surface& surface) {
    std::optional<Exchange> best;
    for (const double level : levels(surface)) {
        const auto found = exchange(surface, level);
        if (!found) continue;
        // Prefer the highest level at which both ends are exact.
        if (!best || best->at_least || !found->at_least) best = found;
    }
    return best;
}

} // namespace loop::report
