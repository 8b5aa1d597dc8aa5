#pragma once

#include "runner/campaign/journal.h"
#include "runner/campaign/plan.h"

namespace loop::runner {

/// Progress of one point of a sweep.
class PointProgress {
public:
    explicit PointProgress(int retries = 0) : retries_(retries) {}

    void add(const JournalEntry& entry);
    /// Allows failed launches to be repeated.
    void forget_failures() { failed_ = 0; }

    int warm_ups() const { return warm_ups_; }
    int measured() const { return static_cast<int>(samples_.size()); }
    /// Number of warm-up launches, or of measured launches, including unsuccessful ones.
    int made(bool warm_up) const { return warm_up ? warm_ups_made_ : measured_made_; }
    bool has_failed() const { return failed_ > retries_; }
    const std::vector<double>& samples() const { return samples_; }
    /// Median wall-clock time of a launch; empty before the first one.
    std::optional<double> launch_seconds() const;

    /// Whether the confidence interval of the median is narrow enough.
    bool has_converged(const Stopping& stopping) const;
    bool wants_more(const Stopping& stopping) const;
    /// Minimum number of launches still to be made.
    int launches_left(const Stopping& stopping) const;

private:
    std::vector<double> samples_; ///< measured seconds of the successful launches, without warm-ups
    std::vector<double> walls_;
    int warm_ups_ = 0;
    int warm_ups_made_ = 0;
    int measured_made_ = 0;
    int failed_ = 0; ///< failed launches since the last successful one
    int retries_;
};

/// Stores durations of launches in the cache, for the time estimates of later sweeps.
class Durations {
public:
    Durations(const Plan& plan, const Cache& cache) : plan_(plan), cache_(cache) {}

    std::optional<double> earlier(const Point& point) const;
    /// earlier(), or else what the campaign expects.
    std::optional<double> expected(const Point& point) const;
    void learn(const Point& point, double seconds) const;

private:
    std::string key(const Point& point) const;

    const Plan& plan_;
    const Cache& cache_;
};

/// Estimated seconds for the rest of the sweep. Assumes the mean duration of the other points for points of
/// unknown duration. Empty if all are unknown.
std::optional<double> seconds_left(const Plan& plan, const std::vector<PointProgress>& progress,
                                   const Durations& durations);

/// "40 s", "3 min", "2 h 10 min".
std::string duration_text(double seconds);

} // namespace loop::runner
