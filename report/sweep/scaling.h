#pragma once

#include <optional>
#include <utility>
#include <vector>

/// Scaling laws for times on several numbers of ranks: formulas (2) to (11) of the CLUE thesis (Parker 2006),
/// after Amdahl (1967), Gustafson (1988), and Karp and Flatt (1990). All values are fractions, not percent.
namespace loop::report {

double gustafson_speedup(double serial_fraction, double ranks); ///< (2)
double efficiency(double speedup, double ranks);                ///< (5), (7), (10)
/// Karp and Flatt's experimentally determined serial fraction (8), (11); nothing for one rank (0/0).
std::optional<double> serial_fraction(double speedup, double ranks);
/// (9): one rank did its work in `one_rank_seconds`, and several ranks did `work` times as much in `seconds`.
double scaled_speedup(double work, double one_rank_seconds, double seconds);

struct Measured {
    double ranks = 1;
    double value = 0; ///< seconds for Amdahl's law, scaled speedup for Gustafson's
};

/// A law fitted by least squares.
struct Fit {
    double serial_fraction = 0;   ///< not limited to 0 to 1
    double one_rank_seconds = 0;  ///< only for Amdahl's law
    double largest_deviation = 0; ///< of a measured value from the law, as a fraction of the value
    int points = 0;
    double squares = 0; ///< of the relative deviations, summed
    double uncertainty =
        0; ///< of the serial fraction: half of its 95 % interval, as the law does not fit exactly
    /// 95 %, by resampling the launches, widened by `uncertainty`; empty if a point has fewer than 3.
    std::optional<std::pair<double, double>> serial_fraction_interval{};
};

/// How the time grows that the ranks add: with log2 of their number, with their number, or with its square.
enum class CostOfRanks { Log, Linear, Square };
/// log2(P), P - 1, P^2 - 1: nothing for one rank.
double cost_of_ranks(CostOfRanks form, double ranks);

/// T(P) = s + (T(1) - s) / P + c g(P): the ranks share the work but for a serial part, and add time.
struct CostFit {
    CostOfRanks form = CostOfRanks::Log;
    double one_rank_seconds = 0;
    double seconds = 0;           ///< c
    double serial_seconds = 0;    ///< s; 0 if the times do not show clearly that there is such a part
    double largest_deviation = 0; ///< of a measured value from the law, as a fraction of the value
    double squares = 0;           ///< of the relative deviations, summed
    double best_ranks = 0;        ///< where the law is least

    double at(double ranks) const;
};

/// T(P) = T(1) (f + (1 - f) / P), by least squares of the relative deviations. Nothing below 3 different
/// numbers of ranks, as two always fit.
std::optional<Fit> fit_amdahl(const std::vector<Measured>& times);
/// Returns the form that deviates least. Nothing below 4 different numbers of ranks, or if the ranks add no
/// time.
std::optional<CostFit> fit_cost_of_ranks(const std::vector<Measured>& times);
/// A number of ranks whose time does not follow the law of all others.
struct Outlier {
    std::size_t index = 0;        ///< in the times
    double factor = 1;            ///< its time relative to the law
    double largest_deviation = 0; ///< of the others from the law, as a fraction
};

/// Looks for one time, not the first, that differs by at least 20 % from the law of the others, Amdahl's or
/// that of a cost of ranks, from which these differ by at most 5 %. Nothing below 6 times, or if all times
/// follow a law, or if another one could be the one as well.
std::optional<Outlier> outlier_of(const std::vector<Measured>& times);
/// s(P) = f + (1 - f) P. Nothing below 2 different numbers of ranks above 1.
std::optional<Fit> fit_gustafson(const std::vector<Measured>& speedups);

} // namespace loop::report
