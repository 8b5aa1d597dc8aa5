#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// Histogram bins for times: exact up to 31, then 16 bins per octave. Any 64-bit time has a bin.
namespace loop::locality {

constexpr std::size_t exact_times = 32;
constexpr std::size_t bins_of_octave = 16;
constexpr std::size_t time_bins = exact_times + (64 - 5) * bins_of_octave;

inline std::size_t bin_of(std::uint64_t time) {
    if (time < exact_times) return static_cast<std::size_t>(time);
    const int octave = 63 - __builtin_clzll(time); // at least 5
    const auto part = static_cast<std::size_t>(time >> (octave - 4)) - bins_of_octave;
    return exact_times + static_cast<std::size_t>(octave - 5) * bins_of_octave + part;
}

/// The smallest time in a bin.
inline std::uint64_t min_of(std::size_t bin) {
    if (bin < exact_times) return bin;
    const std::size_t octave = (bin - exact_times) / bins_of_octave;
    const std::size_t part = (bin - exact_times) % bins_of_octave;
    return static_cast<std::uint64_t>(bins_of_octave + part) << (octave + 1);
}

/// The number of times in each bin, and the number of first touches, which have no time.
struct Times {
    std::array<std::uint64_t, time_bins> count{};
    std::uint64_t first = 0;

    void add(const Times& other) {
        for (std::size_t bin = 0; bin < time_bins; ++bin)
            count[bin] += other.count[bin];
        first += other.first;
    }
};

} // namespace loop::locality
