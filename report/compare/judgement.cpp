#include "report/compare/judgement.h"

#include "statistics/order_statistics.h"
#include "statistics/rank_sum.h"
#include "text/counted.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

std::string launches(std::size_t count) {
    return counted(static_cast<long long>(count), "launch");
}

void say_why_undecided(Judgement& judgement) {
    const auto [low, high] = *judgement.interval;
    if (low > 1 || high < 1) {
        judgement.why = fmt::format("differs by less than {:g} %", 100 * least_difference);
        return;
    }
    judgement.why = "no difference shown";
    judgement.detail = fmt::format("{:.3f} to {:.3f} holds 1", low, high);
    if (judgement.detectable)
        judgement.detail += "; " + slowdown_size(*judgement.detectable) + " would have been found";
}

} // namespace

std::string finding_text(Finding finding) {
    if (finding == Finding::Faster) return "faster";
    return finding == Finding::Slower ? "slower" : "undecided";
}

std::string slowdown_size(double slowdown) {
    if (slowdown < 2) return fmt::format("{:.1f} %", 100 * (slowdown - 1));
    return fmt::format(slowdown < 99.5 ? "a factor of {:.2g}" : "a factor of {:.0f}", slowdown);
}

Judgement judge(const std::vector<double>& base, const std::vector<double>& other) {
    using namespace statistics;
    Judgement result;
    result.slowdown = median(other) / median(base);
    result.interval = ratio_interval(base, other, comparison_confidence);
    if (!result.interval) {
        result.why = fmt::format("too few launches: {} against {}; a verdict takes 5 of each, better 10",
                                 launches(other.size()), launches(base.size()));
        return result;
    }
    result.probability = rank_sum_probability(base, other);
    if (const auto detectable = detectable_ratio(base, other, comparison_confidence, comparison_power))
        result.detectable = std::max(*detectable, 1 + least_difference);
    const bool matters = std::abs(result.slowdown - 1) >= least_difference;
    if (matters && result.interval->first > 1 && result.slowdown > 1) result.finding = Finding::Slower;
    if (matters && result.interval->second < 1 && result.slowdown < 1) result.finding = Finding::Faster;
    if (result.finding == Finding::Undecided) say_why_undecided(result);
    return result;
}

Judgement judge_exact(double base, double other) {
    Judgement result;
    result.slowdown = other / base;
    result.interval = std::pair(result.slowdown, result.slowdown);
    if (result.slowdown >= 1 + least_difference)
        result.finding = Finding::Slower;
    else if (result.slowdown <= 1 - least_difference)
        result.finding = Finding::Faster;
    else
        result.why = fmt::format("differs by less than {:g} %", 100 * least_difference);
    return result;
}

} // namespace loop::report
