#pragma once

#include "base/formats/fields.h"

#include <loop/record_keys.h>

/// Distributions of samples (\TIMED, \SAMPLE), counted in logarithmic bins (<loop/log_bins.h>).
namespace loop::formats {

/// The samples with one name and key, of one rank or of several together.
struct Samples {
    std::string name;
    std::string unit;
    int line = 0;
    std::optional<double> key;
    bool other_keys = false; ///< of all keys beyond those that are kept apart
    long long zeros = 0;
    double min = 0, max = 0, sum = 0; ///< of the zeros and of all samples in bins
    double bus_bytes = 0;             ///< that collective constructs moved in the time `sum`
    std::vector<int> bins;            ///< ascending
    std::vector<long long> counts;    ///< of equal length
    long long outside = 0;            ///< counted in the first or last bin of a rank, although farther out
    long long negative = 0, not_finite = 0; ///< left out of everything above
    std::string file{};                     ///< of the line

    static constexpr auto members = [](auto& fields, auto& self) {
        fields(keys::name, self.name);
        fields(keys::unit, self.unit);
        fields.count(keys::line, self.line);
        fields.unless_empty(keys::file, self.file);
        fields.unless_null(keys::key, self.key);
        fields(keys::other_keys, self.other_keys);
        fields.count(keys::zeros, self.zeros);
        fields.figure(keys::min, self.min);
        fields.figure(keys::max, self.max);
        fields.figure(keys::sum, self.sum);
        fields.figure(keys::bus_bytes, self.bus_bytes);
        fields(keys::bins, self.bins);
        fields(keys::counts, self.counts);
        fields.count(keys::outside, self.outside);
        fields.count(keys::negative, self.negative);
        fields.count(keys::not_finite, self.not_finite);
    };
};

/// Adds the samples of another rank or launch. Counts saturate at 2^62.
void add_samples(Samples& all, const Samples& more);

/// What is told of a distribution. A quantile is the sample of its rank, rounded up, with a relative error of
/// less than 1 %; `min` and `max` are exact.
struct SampleQuantiles {
    long long count = 0;
    double min = 0, p5 = 0, median = 0, p95 = 0, p99 = 0, p999 = 0, max = 0;
    double mean = 0;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.count("count", self.count);
        fields.figure(keys::min, self.min);
        fields.figure("p5", self.p5);
        fields.figure("median", self.median);
        fields.figure("p95", self.p95);
        fields.figure("p99", self.p99);
        fields.figure("p999", self.p999);
        fields.figure(keys::max, self.max);
        fields.figure("mean", self.mean);
    };
};

/// Empty without samples. Accepts any counts.
std::optional<SampleQuantiles> quantiles(const Samples& samples);

/// "8" or "0.5"; "other keys" for the rest; "" without a key.
std::string key_text(const Samples& samples);

} // namespace loop::formats
