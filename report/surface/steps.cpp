#include "base/statistics/startup_law.h"
#include "report/surface/locality.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace loop::report {

namespace {

using Where = Step::Where;

constexpr std::size_t max_searched = 100; ///< larger surfaces are not searched for steps
/// A step must differ from none by so many standard errors, and more if times scatter more: then shares of
/// the time are less certain. So about 1 of 150 smooth surfaces has a step, whatever the scatter.
constexpr double step_errors = 3, step_errors_per_scatter = 4;
constexpr double least_scatter = 0.01;   ///< no time is known better than this fraction
constexpr double min_agreeing = 2.0 / 3; ///< min weight of the rows with the sign of the step
constexpr double clearly = 4;            ///< min difference of chi squared between two places of a step
constexpr double nearly_all = 0.75;      ///< min typical share of the time at the place of a step

/// A row of the surface (one alpha): its measured points.
struct Row {
    std::size_t alpha;
    std::vector<double> lengths, times; ///< ns per word
};

std::vector<Row> rows_of(const Surface& surface) {
    std::vector<Row> rows;
    for (std::size_t a = 0; a < surface.alphas.size(); ++a) {
        Row row{a, {}, {}};
        for (std::size_t l = 0; l < surface.lengths.size(); ++l) {
            const double mbs = surface.mbs(a, l);
            if (!std::isfinite(mbs) || !(mbs > 0)) continue;
            row.lengths.push_back(surface.lengths[l]);
            row.times.push_back(8e3 / mbs);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

/// How much a row's bandwidth changes between two lengths. All changes are logarithms.
struct Change {
    double remote_share; ///< of the row's time, there
    double fitted;       ///< beyond a smooth row
    double variance;     ///< of `fitted`, in units of the variance of a time
    double local;        ///< beyond what the slopes of the neighboring intervals predict
};

struct Changes {
    std::vector<Change> of_rows;
    double squares = 0; ///< of the rows' differences from their laws
    std::size_t spare = 0;

    double scatter() const {
        return std::max(least_scatter, std::sqrt(squares / static_cast<double>(spare)));
    }
};

/// A quantile of Student's distribution from that of the normal one (Cornish and Fisher).
double widened(double quantile, double freedom) {
    const double cube = std::pow(quantile, 3);
    return quantile + (cube + quantile) / (4 * freedom) +
           (5 * std::pow(quantile, 5) + 16 * cube + 3 * quantile) / (96 * freedom * freedom);
}

/// A step as one kind of words would have it.
struct Guess {
    Where where;
    double change = 0, error = 0; ///< the estimated one, and its standard error
    double typical_share = 0;     ///< of the time, that this kind of words takes
    double agreeing = 0;          ///< weight of the rows with its sign
    double local = 0;

    double chi_squared() const { return change * change / (error * error); } ///< that it explains
    bool holds(double scatter, double freedom) const {
        const double errors = widened(step_errors + step_errors_per_scatter * scatter, freedom);
        return std::abs(change) >= std::log(quarter) && std::abs(change) >= errors * error &&
               agreeing >= min_agreeing && local * change > 0;
    }
};

/// The share of a row's time in the words that a step concerns: so much of the step the row shows.
double share_of(Where where, const Change& change) {
    switch (where) {
    case Where::MostlyRemote:
        return change.remote_share;
    case Where::MostlyLocal:
        return 1 - change.remote_share;
    case Where::Everywhere:
        break;
    }
    return 1;
}

Guess guess(Where where, const Changes& changes) {
    double weight = 0, fitted = 0, squares = 0, local = 0;
    std::vector<double> shares;
    for (const Change& change : changes.of_rows) {
        const double share = share_of(where, change);
        weight += share * share / change.variance;
        fitted += share * change.fitted / change.variance;
        squares += share * share;
        local += share * change.local;
        shares.push_back(share);
    }
    Guess found{where};
    if (!(weight > 0)) return found;
    found.change = fitted / weight;
    found.error = changes.scatter() / std::sqrt(weight);
    found.local = local / squares;
    for (std::size_t k = 0; k < shares.size(); ++k)
        if (changes.of_rows[k].fitted * found.change > 0) found.agreeing += shares[k] * shares[k] / squares;
    std::nth_element(shares.begin(), shares.begin() + static_cast<std::ptrdiff_t>(shares.size() / 2),
                     shares.end());
    found.typical_share = shares[shares.size() / 2];
    return found;
}

class Search {
public:
    explicit Search(const Surface& surface) : surface_(surface), rows_(rows_of(surface)) {}

    /// Adds the clearest step, again and again, until no step exceeds the scatter.
    std::vector<Step> run() {
        while (const auto best = clearest()) {
            found_.push_back(best->first);
            accepted_.push_back(best->first.before);
        }
        std::sort(found_.begin(), found_.end(),
                  [](const Step& a, const Step& b) { return a.before < b.before; });
        return found_;
    }

private:
    std::optional<std::pair<Step, double>> clearest() const {
        std::optional<std::pair<Step, double>> best;
        for (std::size_t k = 1; k + 2 < surface_.lengths.size(); ++k) {
            const double length = surface_.lengths[k];
            if (std::find(accepted_.begin(), accepted_.end(), length) != accepted_.end()) continue;
            const auto found = step_at(k);
            if (found && (!best || found->chi_squared() > best->second))
                best = {{length, surface_.lengths[k + 1], std::exp(found->change), found->where},
                        found->chi_squared()};
        }
        return best;
    }

    /// The simplest place that explains what is seen: all words, unless the words of other ranks, or those of
    /// the rank itself, explain it clearly better, or take nearly all of the time.
    std::optional<Guess> step_at(std::size_t k) const {
        const Changes changes = changes_at(k);
        if (changes.spare == 0 || changes.of_rows.empty()) return std::nullopt;
        const auto freedom = static_cast<double>(changes.spare);
        const double scatter = changes.scatter();
        Guess best = guess(Where::Everywhere, changes);
        bool holds = best.holds(scatter, freedom);
        if (has_remote_words(surface_) && knows_parts(surface_))
            for (const Where where : {Where::MostlyRemote, Where::MostlyLocal}) {
                const Guess other = guess(where, changes);
                if (!(other.error > 0) || !other.holds(scatter, freedom)) continue;
                const double needed = other.typical_share >= nearly_all ? -clearly : clearly;
                if (holds && other.chi_squared() < best.chi_squared() + needed) continue;
                best = other;
                holds = true;
            }
        return holds ? std::optional(best) : std::nullopt;
    }

    Changes changes_at(std::size_t k) const {
        Changes changes;
        std::vector<double> steps = accepted_;
        steps.push_back(surface_.lengths[k]);
        for (const Row& row : rows_) {
            const auto law = statistics::fit_startup_law(row.lengths, row.times, steps);
            if (!law) continue;
            changes.squares += law->squares;
            changes.spare += law->spare;
            const double local = local_change(row, k, *law);
            if (std::isfinite(local))
                changes.of_rows.push_back({remote_time_share(surface_, row.alpha, k), -law->changes.back(),
                                           law->last_variance, local});
        }
        return changes;
    }

    /// NaN if one of the four points was not measured. Steps that were found already do not count.
    double local_change(const Row& row, std::size_t k, const statistics::StartupLaw& law) const {
        std::array<double, 4> x{}, y{};
        for (std::size_t i = 0; i < 4; ++i) {
            const double length = surface_.lengths[k - 1 + i];
            x[i] = std::log(length);
            y[i] = std::log(surface_.mbs(row.alpha, k - 1 + i));
            for (std::size_t step = 0; step < accepted_.size(); ++step)
                if (length > accepted_[step]) y[i] += law.changes[step];
        }
        const auto slope = [&](std::size_t i) { return (y[i + 1] - y[i]) / (x[i + 1] - x[i]); };
        return y[2] - y[1] - (slope(0) + slope(2)) / 2 * (x[2] - x[1]);
    }

    const Surface& surface_;
    const std::vector<Row> rows_;
    std::vector<double> accepted_; ///< the lengths before the steps that were found
    std::vector<Step> found_;
};

} // namespace

double remote_part(const Surface& surface, std::size_t alpha, std::size_t length) {
    if (!has_remote_words(surface)) return 0;
    const double counted = surface.at(alpha, length).remote_percent;
    return std::isfinite(counted) ? counted / 100 : 1 - std::pow(1.0 / surface.ranks, surface.alphas[alpha]);
}

double remote_time_share(const Surface& surface, std::size_t alpha, std::size_t length) {
    const auto time = [&](std::size_t row) {
        return 1 / std::sqrt(surface.mbs(row, length) * surface.mbs(row, length + 1));
    };
    const std::size_t last = surface.alphas.size() - 1;
    const double part = remote_part(surface, alpha, length);
    const double least = remote_part(surface, 0, length), most = remote_part(surface, last, length);
    const double slope = (time(last) - time(0)) / (most - least);
    const double of_remote = time(last) + (1 - most) * slope;
    const double share = part * of_remote / time(alpha);
    return std::isfinite(share) ? std::max(0.0, std::min(1.0, share)) : part;
}

std::vector<Step> steps(const Surface& surface) {
    if (surface.lengths.size() < 4 || surface.lengths.size() > max_searched ||
        surface.alphas.size() > max_searched)
        return {};
    return Search(surface).run();
}

} // namespace loop::report
