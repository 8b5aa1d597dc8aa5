#pragma once

// provides: loop::log_bins
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace loop {

// Logarithmic bins for counts of positive values. Bin b has the values from 2^(b/36) up to 2^((b+1)/36), so
// its middle differs from each of them by less than 1 %. The runtime counts \TIMED and \SAMPLE in these bins,
// and LOOP's reports read them (docs/record-format.md).
namespace log_bins {

constexpr int per_octave = 36;
constexpr double ratio = 1.0194406437021448; // 2^(1/36)

// The lower edges of the bins from 1 to 2, and 2.
constexpr std::array<double, per_octave + 1> edges = [] {
    std::array<double, per_octave + 1> all{};
    all[0] = 1;
    for (unsigned i = 1; i < per_octave; ++i)
        all[i] = all[i - 1] * ratio;
    all[per_octave] = 2;
    return all;
}();

constexpr int fraction_bits = 52; // of a double

// The same as fractions of a double's mantissa: (edge - 1) 2^52, which is exact.
constexpr std::array<std::uint64_t, per_octave + 1> edge_fractions = [] {
    std::array<std::uint64_t, per_octave + 1> all{};
    for (unsigned i = 0; i <= per_octave; ++i)
        all[i] = static_cast<std::uint64_t>((edges[i] - 1) *
                                            static_cast<double>(std::uint64_t{1} << fraction_bits));
    return all;
}();

// For each of 128 equal parts of the interval from 1 to 2: the bin in which it begins. No part has more than
// one edge inside.
constexpr std::array<std::uint8_t, 128> bins_of_parts = [] {
    std::array<std::uint8_t, 128> all{};
    for (unsigned part = 0; part < 128; ++part)
        while (edges[all[part] + 1u] <= 1 + part / 128.0)
            ++all[part];
    return all;
}();

// The value must be above 0 and finite. Values below the smallest normal number have bins, but no accuracy.
inline int bin_of(double value) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << fraction_bits) - 1);
    const unsigned bin = bins_of_parts[fraction >> (fraction_bits - 7)];
    const int octave = static_cast<int>(bits >> fraction_bits) - 1023;
    return octave * per_octave + static_cast<int>(bin) + (fraction >= edge_fractions[bin + 1] ? 1 : 0);
}

inline double lower_edge(int bin) {
    const int octave = bin >= 0 ? bin / per_octave : -((per_octave - 1 - bin) / per_octave);
    return std::ldexp(edges[static_cast<unsigned>(bin - octave * per_octave)], octave);
}

// The value whose relative distance from both edges is the same: (ratio - 1) / (ratio + 1) = 0.96 %.
inline double middle(int bin) {
    return lower_edge(bin) * (2 * ratio / (1 + ratio));
}

} // namespace log_bins
} // namespace loop
