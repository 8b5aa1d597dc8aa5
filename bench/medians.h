#pragma once

// Figures of medians, such as their ratio, with 95 % intervals.

#include "goal.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace bench {

inline double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

// Samples with one value for each round: the values of a round belong together.
using Rounds = std::vector<std::vector<double>>;

// With fewer values, not even the range from the least to the greatest contains the median with 95 %.
constexpr std::size_t fewest_values = 6;

namespace detail {

class Random { // xorshift64, Marsaglia 2003
public:
    std::uint64_t next() {
        state_ ^= state_ << 13, state_ ^= state_ >> 7, state_ ^= state_ << 17;
        return state_;
    }

private:
    std::uint64_t state_ = 88172645463325252u; // fixed: the same samples give the same interval
};

// Appends the medians of rounds that are drawn with replacement.
inline void draw_medians(const Rounds& rounds, Random& random, std::vector<double>& medians) {
    Rounds drawn = rounds;
    const std::size_t n = rounds.front().size();
    for (std::size_t i = 0; i < n; ++i) {
        const auto round = static_cast<std::size_t>(random.next() % n);
        for (std::size_t k = 0; k < rounds.size(); ++k)
            drawn[k][i] = rounds[k][round];
    }
    for (std::vector<double>& sample : drawn)
        medians.push_back(median(std::move(sample)));
}

} // namespace detail

// A figure of the medians of all samples, in their order. Bootstrap (Efron 1979): each group draws its rounds
// anew, and keeps together what belongs to a round.
template <class Figure>
Measured figure_of_medians(const std::vector<Rounds>& groups, Figure figure) {
    constexpr int draws = 2000;
    std::vector<double> medians;
    bool are_enough = true;
    for (const Rounds& rounds : groups)
        for (const std::vector<double>& sample : rounds) {
            if (sample.empty()) return {std::nan(""), {}};
            are_enough = are_enough && sample.size() >= fewest_values;
            medians.push_back(median(sample));
        }
    Measured result{figure(medians), {}};
    if (!are_enough) return result;
    detail::Random random;
    std::vector<double> figures;
    for (int draw = 0; draw < draws; ++draw) {
        medians.clear();
        for (const Rounds& rounds : groups)
            detail::draw_medians(rounds, random, medians);
        figures.push_back(figure(medians));
    }
    std::sort(figures.begin(), figures.end());
    result.interval = std::pair(figures[draws / 40], figures[draws - 1 - draws / 40]);
    return result;
}

inline Measured median_of(const std::vector<double>& values) {
    return figure_of_medians({{values}}, [](const std::vector<double>& m) { return m[0]; });
}

// By how much the first median is greater than the second.
inline Measured difference_of_medians(const std::vector<double>& a, const std::vector<double>& b) {
    return figure_of_medians({{a, b}}, [](const std::vector<double>& m) { return m[0] - m[1]; });
}

// Seconds per operation in each round: ours[i] and rival[i] were measured one after the other.
struct Samples {
    std::vector<double> ours;
    std::vector<double> rival;
};

inline Measured ratio_of_medians(const Samples& samples) {
    return figure_of_medians({{samples.ours, samples.rival}},
                             [](const std::vector<double>& m) { return m[0] / m[1]; });
}

// Of the ratios of ours to the rival.
inline Measured geometric_mean(const std::vector<Samples>& all) {
    std::vector<Rounds> groups;
    for (const Samples& samples : all)
        groups.push_back({samples.ours, samples.rival});
    return figure_of_medians(groups, [&](const std::vector<double>& m) {
        double sum = 0;
        for (std::size_t i = 0; i < m.size(); i += 2)
            sum += std::log(m[i] / m[i + 1]);
        return std::exp(sum / static_cast<double>(all.size()));
    });
}

} // namespace bench
