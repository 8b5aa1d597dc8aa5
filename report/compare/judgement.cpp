#include "report/compare/judgement.h"

#include "base/statistics/drift.h"
#include "base/statistics/order_statistics.h"
#include "base/statistics/rank_sum.h"
#include "base/text/strings.h"
#include "report/compare/published.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

void say_why_undecided(Judgement& judgement) {
    const auto [low, high] = *judgement.interval;
    if (low > 1 || high < 1) {
        judgement.why = fmt::format("the difference may be below {:g} %", 100 * min_difference);
        judgement.detail = fmt::format("the interval is {} to {}", ratio_text(low), ratio_text(high));
        return;
    }
    judgement.why = "no difference shown";
    judgement.detail = fmt::format("the interval {} to {} contains 1", ratio_text(low), ratio_text(high));
    if (judgement.detectable)
        judgement.detail +=
            "; a slowdown of " + slowdown_size(*judgement.detectable) + " would have been detected";
}

/// Derives the finding from the confidence interval.
void decide(Judgement& judgement) {
    const double slowdown = *judgement.slowdown;
    const bool matters = std::abs(slowdown - 1) >= min_difference;
    const auto [low, high] = *judgement.interval;
    if (matters && low > 1 && slowdown > 1) judgement.finding = Finding::Slower;
    if (matters && high < 1 && slowdown < 1) judgement.finding = Finding::Faster;
    if (low > 1 - min_difference && high < 1 + min_difference) judgement.finding = Finding::Equal;
    if (judgement.finding == Finding::Undecided) say_why_undecided(judgement);
}

/// The ratio of two times. None, with the reason, if one of them is 0.
void set_slowdown(Judgement& judgement, double base, double other) {
    if (base > 0 && other > 0)
        judgement.slowdown = other / base;
    else
        judgement.why = "a time is 0, so there is no ratio";
}

} // namespace

bool differs(Finding finding) {
    return finding == Finding::Faster || finding == Finding::Slower;
}

std::string finding_text(Finding finding) {
    switch (finding) {
    case Finding::Faster:
        return "faster";
    case Finding::Slower:
        return "slower";
    case Finding::Equal:
        return "equal";
    case Finding::Undecided:
        return "undecided";
    }
    return {};
}

std::string verdict_text(const Judgement& judgement) {
    return finding_text(judgement.finding) + (judgement.in_turn ? "" : " (measured at different times)");
}

std::string ratio_text(double ratio) {
    if (ratio < 0.1) return fmt::format("{:.3g}", ratio);
    return fmt::format(ratio >= 99.95 ? "{:.0f}" : "{:.3f}", ratio);
}

std::string slowdown_size(double slowdown) {
    if (slowdown < 2) return fmt::format("{:.1f} %", 100 * (slowdown - 1));
    return fmt::format(slowdown < 99.5 ? "{:.2g}x" : "{:.0f}x", slowdown);
}

Judgement judge(const std::vector<double>& base, const std::vector<double>& other, bool in_turn) {
    using namespace statistics;
    Judgement result;
    result.in_turn = in_turn;
    set_slowdown(result, statistics::median(base), statistics::median(other));
    if (!result.slowdown) return result;
    if (!in_turn) result.drift = drift_between(base, other);
    result.interval =
        (in_turn ? ratio_interval : ratio_interval_sequential)(base, other, comparison_confidence);
    if (!result.interval) {
        result.why =
            fmt::format("too few launches: {} against {}; a verdict needs at least 5 of each; 10 are better",
                        counted(other.size(), "launch"), counted(base.size(), "launch"));
        return result;
    }
    result.probability = (in_turn ? rank_sum_probability : rank_sum_probability_sequential)(base, other);
    const auto detectable = (in_turn ? detectable_ratio : detectable_ratio_sequential)(
        base, other, comparison_confidence, comparison_power);
    if (detectable) result.detectable = std::max(*detectable, 1 + min_difference);
    decide(result);
    return result;
}

Judgement judge_published(const KnownTime& base, const KnownTime& other) {
    Judgement result;
    set_slowdown(result, base.seconds, other.seconds);
    if (!result.slowdown) return result;
    result.interval = quotient_limits(other.seconds, other.half_unit, base.seconds, base.half_unit);
    result.basis = "both times are published: one value each, exact to its printed digits";
    decide(result);
    return result;
}

Judgement judge_published(const KnownTime& published, const std::vector<double>& ours, bool ours_is_base,
                          bool repeats) {
    const double middle = statistics::median(ours);
    Judgement result;
    set_slowdown(result, ours_is_base ? middle : published.seconds,
                 ours_is_base ? published.seconds : middle);
    if (!result.slowdown) return result;
    result.basis = "the published time is one value, exact to its printed digits; the interval is the "
                   "median's, over our launches";
    const auto interval = repeats ? std::optional(std::pair(middle, middle))
                                  : statistics::median_interval(ours, comparison_confidence);
    if (!interval) {
        result.why = fmt::format("too few launches: {}; a comparison with a published time needs at least 7",
                                 counted(ours.size(), "launch"));
        return result;
    }
    const double low = published.seconds - published.half_unit,
                 high = published.seconds + published.half_unit;
    result.interval = ours_is_base ? std::pair(low / interval->second, high / interval->first)
                                   : std::pair(interval->first / high, interval->second / low);
    decide(result);
    return result;
}

Judgement judge_exact(double base, double other) {
    Judgement result;
    if (base == other)
        result.slowdown = 1; // also if both are 0
    else
        set_slowdown(result, base, other);
    if (!result.slowdown) return result;
    result.interval = std::pair(*result.slowdown, *result.slowdown);
    if (result.slowdown >= 1 + min_difference)
        result.finding = Finding::Slower;
    else if (result.slowdown <= 1 - min_difference)
        result.finding = Finding::Faster;
    else
        result.finding = Finding::Equal;
    return result;
}

} // namespace loop::report
