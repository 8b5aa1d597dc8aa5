#pragma once

// Whether a goal is met: the one place that decides it, from a value, its interval, and the goal. As in `loop
// compare`, the whole interval decides, so there are three verdicts, and undecided is not met.

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

namespace bench {

// A value with its 95 % interval. None: too few values for an interval.
struct Measured {
    double value = 0;
    std::optional<std::pair<double, double>> interval{};
};

// For what is counted, not measured.
inline Measured exactly(double value) {
    return {value, std::pair(value, value)};
}

enum class Aim {
    None, // shown without a goal
    AtMost,
    AtLeast,
    Same // the interval contains the limit, and nothing farther from it than same_within
};
constexpr double same_within = 0.05;

struct Goal {
    Aim aim = Aim::None;
    double limit = 0;
};

// No interval of LOOP over code by hand above this.
constexpr Goal not_slower{Aim::AtMost, 1.05};

enum class Verdict { None, Met, Missed, Undecided };

inline Verdict judge(const Measured& found, const Goal& goal) {
    if (goal.aim == Aim::None) return Verdict::None;
    if (!found.interval) return Verdict::Undecided;
    const auto [low, high] = *found.interval;
    const double limit = goal.limit;
    switch (goal.aim) {
    case Aim::AtMost:
        if (high <= limit) return Verdict::Met;
        return low > limit ? Verdict::Missed : Verdict::Undecided;
    case Aim::AtLeast:
        if (low >= limit) return Verdict::Met;
        return high < limit ? Verdict::Missed : Verdict::Undecided;
    case Aim::Same:
        if (low > limit || high < limit) return Verdict::Missed;
        if (low >= limit - same_within && high <= limit + same_within) return Verdict::Met;
        return Verdict::Undecided;
    case Aim::None:
        break;
    }
    return Verdict::Undecided;
}

inline const char* verdict_word(Verdict verdict) {
    switch (verdict) {
    case Verdict::Met:
        return "met";
    case Verdict::Missed:
        return "missed";
    case Verdict::Undecided:
        return "undecided";
    case Verdict::None:
        break;
    }
    return "-";
}

inline std::string number_text(double value) {
    if (std::isnan(value)) return "no value";
    char text[32];
    std::snprintf(text, sizeof text, std::abs(value) < 100 ? "%.3f" : "%.0f", value);
    return text;
}

// "0.991 .. 1.024", or why there is none.
inline std::string interval_text(const Measured& found) {
    if (!found.interval) return "too few values for an interval";
    return number_text(found.interval->first) + " .. " + number_text(found.interval->second);
}

inline std::string goal_text(const Goal& goal) {
    char number[32];
    std::snprintf(number, sizeof number, "%.6g", goal.limit);
    switch (goal.aim) {
    case Aim::AtMost:
        return std::string("at most ") + number;
    case Aim::AtLeast:
        return std::string("at least ") + number;
    case Aim::Same:
        return std::string(number) + ", to within " + number_text(same_within);
    case Aim::None:
        break;
    }
    return "-";
}

// Several values with the same goal, which is met if each meets it. One that misses it is enough to miss it.
class Group {
public:
    explicit Group(const Goal& goal) : goal_(goal) {}

    Verdict add(const Measured& found) {
        const Verdict verdict = judge(found, goal_);
        const bool is_worse = goal_.aim == Aim::AtLeast ? found.value < worst_ : found.value > worst_;
        if (count_ == 0 || is_worse) worst_ = found.value;
        count(verdict);
        return verdict;
    }
    // LOOP's side did not end: worse than any value.
    void add_without_end() {
        has_end_ = false;
        count(goal_.aim == Aim::None ? Verdict::None : Verdict::Missed);
    }

    const Goal& goal() const { return goal_; }
    Verdict verdict() const {
        if (goal_.aim == Aim::None) return Verdict::None;
        if (missed_ > 0) return Verdict::Missed;
        return undecided_ > 0 || count_ == 0 ? Verdict::Undecided : Verdict::Met;
    }
    // "worst 1.071; of 42: 1 missed, 3 undecided"
    std::string text() const {
        if (count_ == 0) return "no values";
        std::string text = "worst " + (has_end_ ? number_text(worst_) : "has no end");
        text += "; of " + std::to_string(count_);
        if (goal_.aim == Aim::None) return text;
        return text + ": " + std::to_string(missed_) + " missed, " + std::to_string(undecided_) +
               " undecided";
    }

private:
    void count(Verdict verdict) {
        ++count_;
        missed_ += verdict == Verdict::Missed;
        undecided_ += verdict == Verdict::Undecided;
    }

    Goal goal_;
    bool has_end_ = true;
    double worst_ = 0;
    int count_ = 0, missed_ = 0, undecided_ = 0;
};

// The share of trials in percent, with its interval (Wilson 1927).
inline Measured percent_of(int count, int trials) {
    if (trials <= 0) return {};
    constexpr double z = 1.959964; // of the normal distribution, for 95 %
    const double n = trials, share = count / n, spread = z * z / n;
    const double middle = (share + spread / 2) / (1 + spread);
    const double half = z / (1 + spread) * std::sqrt(share * (1 - share) / n + spread / (4 * n));
    return {100 * share, std::pair(100 * (middle - half), 100 * (middle + half))};
}

// Lines that bench/run collects in its summary.
inline void print_goal(const std::string& name, const std::string& found, const Goal& goal, Verdict verdict) {
    std::printf("goal: %s | %s | %s | %s\n", name.c_str(), found.c_str(), goal_text(goal).c_str(),
                verdict_word(verdict));
    std::fflush(stdout);
}
inline void print_goal(const std::string& name, const Measured& found, const Goal& goal) {
    const bool is_exact = found.interval && found.interval->first == found.interval->second;
    const std::string interval = is_exact ? "" : " (" + interval_text(found) + ")";
    print_goal(name, number_text(found.value) + interval, goal, judge(found, goal));
}
inline void print_goal(const std::string& name, const Group& group) {
    print_goal(name, group.text(), group.goal(), group.verdict());
}

} // namespace bench
