#include "base/formats/samples.h"

#include <loop/log_bins.h>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::formats {

namespace {

constexpr long long max_count = 1LL << 62;

long long sum_of(long long a, long long b) {
    a = std::clamp(a, 0LL, max_count);
    b = std::clamp(b, 0LL, max_count);
    return a > max_count - b ? max_count : a + b;
}

std::map<int, long long> counts_by_bin(const Samples& samples) {
    std::map<int, long long> counts;
    for (std::size_t i = 0; i < std::min(samples.bins.size(), samples.counts.size()); ++i)
        counts[samples.bins[i]] = sum_of(counts[samples.bins[i]], samples.counts[i]);
    return counts;
}

long long count_of(const Samples& samples) {
    long long count = std::max(samples.zeros, 0LL);
    for (const auto& [bin, number] : counts_by_bin(samples))
        count = sum_of(count, number);
    return count;
}

/// The sample with this number, from 1, in ascending order. The first and the last one are exact.
double sample_at(const Samples& samples, const std::map<int, long long>& counts, double number) {
    if (number <= 1) return samples.min;
    double before = static_cast<double>(std::max(samples.zeros, 0LL));
    if (number <= before) return 0;
    for (const auto& [bin, count] : counts) {
        before += static_cast<double>(count);
        if (number <= before) return std::max(samples.min, std::min(log_bins::middle(bin), samples.max));
    }
    return samples.max;
}

} // namespace

void add_samples(Samples& all, const Samples& more) {
    const bool is_first = count_of(all) == 0, is_empty = count_of(more) == 0;
    if (!is_empty) {
        all.min = is_first ? more.min : std::min(all.min, more.min);
        all.max = is_first ? more.max : std::max(all.max, more.max);
        all.sum = is_first ? more.sum : all.sum + more.sum;
        all.bus_bytes = is_first ? more.bus_bytes : all.bus_bytes + more.bus_bytes;
    }
    std::map<int, long long> counts = counts_by_bin(all);
    for (const auto& [bin, count] : counts_by_bin(more))
        counts[bin] = sum_of(counts[bin], count);
    all.bins.clear();
    all.counts.clear();
    for (const auto& [bin, count] : counts) {
        all.bins.push_back(bin);
        all.counts.push_back(count);
    }
    for (const auto count : {&Samples::zeros, &Samples::outside, &Samples::negative, &Samples::not_finite})
        all.*count = sum_of(all.*count, more.*count);
}

std::optional<SampleQuantiles> quantiles(const Samples& samples) {
    const long long count = count_of(samples);
    if (count == 0) return std::nullopt;
    const std::map<int, long long> counts = counts_by_bin(samples);
    const auto n = static_cast<double>(count);
    const auto quantile = [&](double share) {
        const double number = std::ceil(share * n);
        return number >= n ? samples.max : sample_at(samples, counts, number);
    };
    return SampleQuantiles{count,          samples.min,     quantile(0.05), quantile(0.5),  quantile(0.95),
                           quantile(0.99), quantile(0.999), samples.max,    samples.sum / n};
}

std::string key_text(const Samples& samples) {
    if (samples.other_keys) return "other keys";
    return samples.key ? fmt::format("{:.15g}", *samples.key) : "";
}

} // namespace loop::formats
