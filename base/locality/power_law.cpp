#include "base/locality/power_law.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace loop::locality {
namespace {

constexpr double min_alpha = 1e-4;
constexpr double min_probability = 1e-9; // of a bin with touches, so that no single bin excludes a law
// If K is right, twice the log-likelihood falls by less than this in 999 of 1000 cases (chi-square
// distribution with one degree of freedom).
constexpr double undecided = 10.83;

// Blocks with nearly the same probability: each of the first blocks is a group, then four groups per octave.
struct Group {
    double probability; // of each block
    double mass;        // of all its blocks together
};

constexpr double single_blocks = 16;
constexpr double group_growth = 1.189207115002721; // 2^(1/4)

std::vector<Group> groups_of(const PowerLaw& law) {
    std::vector<Group> groups;
    const double log_blocks = std::log(law.blocks);
    const auto below = [&](double k) {
        return k <= 0 ? 0.0 : std::exp(law.alpha * (std::log(k) - log_blocks));
    };
    double begin = 0;
    double mass_before = 0;
    while (begin < law.blocks) {
        const double wanted = begin < single_blocks ? begin + 1 : std::ceil(begin * group_growth);
        const double end = std::min(wanted, law.blocks);
        const double mass = below(end) - mass_before;
        groups.push_back({mass / (end - begin), mass});
        mass_before += mass;
        begin = end;
    }
    return groups;
}

// For a block that is drawn with probability p: the probability that, at draw i, it was not drawn in the
// previous `time` draws is (1 - p)^min(time, i). Returns the mean over i = 0 .. draws - 1.
double block_not_reused(double p, double time, double draws) {
    const double within = std::min(time, draws);
    if (p >= 1) return (within >= 1 ? 1 : draws) / draws;
    const double power = std::exp(within * std::log1p(-p));
    const double beginning = p > 0 ? (1 - power) / p : within;
    return (beginning + (draws - within) * power) / draws;
}

double log_likelihood(const PowerLaw& law, const ReuseTimes& seen) {
    const std::vector<double> later = not_reused(law, seen.until, seen.draws);
    double sum = 0;
    double before = 1;
    for (std::size_t k = 0; k < later.size(); ++k) {
        if (seen.count[k] > 0) sum += seen.count[k] * std::log(std::max(before - later[k], min_probability));
        before = later[k];
    }
    return sum + seen.first * std::log(std::max(before, min_probability));
}

struct Point {
    double at;
    double value;
};

// The maximum of `f` between `low` and `high`: takes the best of `steps` places, then a golden-section search
// around it.
Point highest(const std::function<double(double)>& f, double low, double high, int steps, double precision) {
    Point best{low, f(low)};
    if (high - low < precision) return best;
    const double step = (high - low) / steps;
    for (int k = 1; k <= steps; ++k) {
        const double at = low + k * step;
        const double value = f(at);
        if (value > best.value) best = {at, value};
    }
    const double golden = 0.6180339887498949;
    double a = std::max(low, best.at - step);
    double b = std::min(high, best.at + step);
    Point left{b - golden * (b - a), 0};
    Point right{a + golden * (b - a), 0};
    left.value = f(left.at);
    right.value = f(right.at);
    while (b - a > precision) {
        if (left.value > right.value) {
            b = right.at;
            right = left;
            left.at = b - golden * (b - a);
            left.value = f(left.at);
        } else {
            a = left.at;
            left = right;
            right.at = a + golden * (b - a);
            right.value = f(right.at);
        }
    }
    for (const Point& point : {left, right})
        if (point.value > best.value) best = point;
    return best;
}

// The best alpha for this number of blocks; `at` is its logarithm.
Point best_alpha(double blocks, const ReuseTimes& seen) {
    return highest(
        [&](double log_alpha) {
            return log_likelihood({std::exp(log_alpha), blocks}, seen);
        },
        std::log(min_alpha), 0, 12, 0.002);
}

PowerLawFit fit_of(const PowerLaw& law, const ReuseTimes& seen) {
    const std::vector<double> later = not_reused(law, seen.until, seen.draws);
    const double touches = seen.touches();
    double left = touches;
    double worst = 0;
    for (std::size_t k = 0; k < later.size(); ++k) {
        left -= seen.count[k];
        worst = std::max(worst, std::fabs(left / touches - later[k]));
    }
    return {law, worst};
}

} // namespace

double ReuseTimes::touches() const {
    return std::accumulate(count.begin(), count.end(), first);
}

std::vector<double> not_reused(const PowerLaw& law, const std::vector<double>& times, double draws) {
    const std::vector<Group> groups = groups_of(law);
    std::vector<double> parts;
    parts.reserve(times.size());
    for (const double time : times) {
        double part = 0;
        for (const Group& group : groups)
            part += group.mass * block_not_reused(group.probability, time, draws);
        parts.push_back(part);
    }
    return parts;
}

PowerLawFit fit_power_law(const ReuseTimes& seen, double min_blocks, double max_blocks) {
    const double most = std::max(1.0, max_blocks);
    const double least = std::min(std::max(1.0, min_blocks), most);
    if (seen.again() == 0 || most == 1) return fit_of({1, most}, seen);
    // Touches of several words of a block are not independent: count them once.
    const double draws_of_touch = std::min(1.0, seen.streams * seen.draws / seen.touches());
    const auto is_worse = [&](double likelihood, double than) {
        return 2 * (than - likelihood) * draws_of_touch > undecided;
    };
    const Point best =
        highest([&](double log_blocks) { return best_alpha(std::exp(log_blocks), seen).value; },
                std::log(least), std::log(most), 8, 0.0005);
    PowerLaw law{1, most};
    if (is_worse(best_alpha(most, seen).value, best.value)) law.blocks = std::exp(best.at);
    if (is_worse(log_likelihood(law, seen), best.value))
        law.alpha = std::exp(best_alpha(law.blocks, seen).at);
    const PowerLawFit fit = fit_of(law, seen);
    if (fit.ks_distance <= max_ks_distance) return fit;
    // No such law fits. Its K then says little, but the number of touched blocks is known.
    return fit_of({std::exp(best_alpha(least, seen).at), least}, seen);
}

} // namespace loop::locality
