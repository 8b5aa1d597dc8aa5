#include "report/bsp/probed.h"

#include "base/statistics/order_statistics.h"
#include "report/bsp/results.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report::bsp {

namespace {

/// The program divides each launch's times by the launch's own s. These factors, one per launch, express the
/// costs with the median s instead, so that they differ only by their times; empty if launches are missing.
std::vector<double> to_one_s(const Probed& found) {
    std::vector<double> factors;
    for (const double s : found.s_of_launches) {
        if (!(s > 0)) return {};
        factors.push_back(found.s_mflops / s);
    }
    return factors;
}

std::vector<double> scaled(std::vector<double> costs, const std::vector<double>& factors) {
    if (costs.size() != factors.size()) return costs;
    for (std::size_t k = 0; k < costs.size(); ++k)
        costs[k] *= factors[k];
    return costs;
}

std::vector<Points> scaled(std::vector<Points> launches, const std::vector<double>& factors) {
    if (launches.size() != factors.size()) return launches;
    for (std::size_t k = 0; k < launches.size(); ++k)
        for (double& cost : launches[k].us)
            cost *= factors[k];
    return launches;
}

/// The median over launches; 0 if there is none.
double typical(const std::vector<double>& costs) {
    return costs.empty() ? 0 : statistics::median(costs);
}

BlockCurve block_curve(const RunRecord& run, const std::string& call, const std::string& pattern,
                       const ResultKind& g, const ResultKind& n_half, const std::vector<double>& factors) {
    BlockCurve curve{pattern, scaled(launch_series(run, call, kinds::g_over_blocks, pattern), factors), {}};
    curve.points = median_points(curve.launches);
    curve.g_infinity = typical(scaled(launch_results(run, call, g), factors));
    curve.n_half = median_result(run, call, n_half).value_or(0);
    return curve;
}

std::optional<Probed> read_probe(const RunRecord& run, const std::string& call) {
    const auto s = median_result(run, call, kinds::s);
    const auto n = median_result(run, call, kinds::n_half);
    if (!s || !n || !median_result(run, call, kinds::l_high) || !median_result(run, call, kinds::g_infinity))
        return std::nullopt;
    Probed found;
    found.name = call;
    found.ranks = run.ranks;
    found.s_mflops = *s;
    found.n_half = *n;
    found.s_of_launches = launch_results(run, call, kinds::s);
    const std::vector<double> factors = to_one_s(found);
    found.l_of_launches = scaled(launch_results(run, call, kinds::l_high), factors);
    found.l_low_of_launches = scaled(launch_results(run, call, kinds::l_low), factors);
    found.g_of_launches = scaled(launch_results(run, call, kinds::g_infinity), factors);
    found.l_flops = typical(found.l_of_launches);
    found.g_flops = typical(found.g_of_launches);
    if (!found.l_low_of_launches.empty()) found.l_low_flops = typical(found.l_low_of_launches);
    found.g_us = median_result(run, call, kinds::g_infinity_time);
    found.l_us = median_result(run, call, kinds::l_high_time);
    if (found.g_us) found.g_flops = *found.g_us * *s;
    if (found.l_us) found.l_flops = *found.l_us * *s;
    found.rates = probe_rates(run, call);
    found.total = block_curve(run, call, "total exchange", kinds::g_infinity, kinds::n_half, factors);
    found.total.g_infinity = found.g_flops;
    BlockCurve shift = block_curve(run, call, "shift", kinds::g_infinity_shift, kinds::n_half_shift, factors);
    if (!shift.points.h.empty()) found.shift = std::move(shift);
    return found;
}

bool is_negative(double value) {
    return value < 0;
}

void warn_of_n_half(const BlockCurve& curve, std::vector<std::string>& all) {
    if (curve.points.h.empty()) return;
    const double least = curve.points.h.front(), most = curve.points.h.back();
    const std::string what = fmt::format("n-half of the {}", curve.pattern);
    if (curve.n_half < 0)
        all.push_back(fmt::format("{} is negative ({} words), so it is not a size of blocks", what,
                                  number(curve.n_half)));
    else if (curve.n_half == 0)
        all.push_back(what + " is not determined: g does not depend on the size of the blocks, or is not "
                             "above 0");
    else if (curve.n_half < least)
        all.push_back(fmt::format("{} ({} words) is below the smallest block ({} words), where nothing was "
                                  "measured. Use smaller blocks (BLOCK)",
                                  what, number(curve.n_half), number(least)));
    else if (curve.n_half > most)
        all.push_back(fmt::format("{} ({} words) is above the largest block ({} words): g still falls there, "
                                  "so g infinity is too large. Use more words (WORDS)",
                                  what, number(curve.n_half), number(most)));
}

/// The model has its largest g at the smallest block.
void warn_of_rising(const BlockCurve& curve, std::vector<std::string>& all) {
    const Points& points = curve.points;
    if (points.us.size() < 2) return;
    const auto most = std::max_element(points.us.begin(), points.us.end()) - points.us.begin();
    if (most == 0) return;
    all.push_back(fmt::format("g of the {} is largest with blocks of {} words, not with the smallest ones "
                              "({}), so n-half, which comes from the largest g, means little",
                              curve.pattern, number(points.h[static_cast<std::size_t>(most)]),
                              number(points.h[0])));
}

void warn_of_curve(const BlockCurve& curve, std::vector<std::string>& all) {
    if (curve.g_infinity < 0)
        all.push_back(fmt::format("g of the {} is negative ({} flop per word), so it is not a cost: a "
                                  "superstep with these words takes no longer than one with a single word. "
                                  "Send more words (WORDS), or measure on a quieter machine",
                                  curve.pattern, number(curve.g_infinity)));
    warn_of_n_half(curve, all);
    warn_of_rising(curve, all);
}

} // namespace

std::vector<Probed> probed(const RunRecord& run) {
    std::vector<Probed> all;
    for (const std::string& call : calls_with(run, kinds::g_over_blocks))
        if (auto found = read_probe(run, call)) all.push_back(std::move(*found));
    return all;
}

std::vector<std::string> Probed::warnings() const {
    std::vector<std::string> all;
    if (l_flops < 0)
        all.push_back(fmt::format("l is negative ({} flop), so it is not a cost", number(l_flops)));
    if (l_low_flops && *l_low_flops > l_flops)
        all.push_back(
            fmt::format("l low ({} flop) is above l high ({} flop): an empty superstep takes longer "
                        "than one with a word, so something else took its time. g, from which l "
                        "high is subtracted, is doubtful too",
                        number(*l_low_flops), number(l_flops)));
    const auto below_zero = std::count_if(g_of_launches.begin(), g_of_launches.end(), is_negative);
    if (g_flops >= 0 && below_zero > 0)
        all.push_back(
            fmt::format("g infinity is negative in {} of {} launches: the launches differ by more than "
                        "words take",
                        below_zero, g_of_launches.size()));
    warn_of_curve(total, all);
    if (shift) warn_of_curve(*shift, all);
    return all;
}

Trust Probed::trust() const {
    Trust trust;
    if (s_mflops <= 0) trust.invalidate(fmt::format("s is {} Mflop/s", number(s_mflops)));
    if (g_flops < 0) trust.invalidate(fmt::format("g is negative: {} flop per word", number(g_flops)));
    if (l_flops < 0) trust.invalidate(fmt::format("l is negative: {} flop", number(l_flops)));
    for (const std::string& warning : warnings())
        trust.note(warning);
    for (const Agreement& agreement : agreements())
        if (!agreement.agree) trust.note(agreement.sentence);
    return trust;
}

std::vector<Agreement> Probed::agreements() const {
    std::vector<Agreement> all;
    if (auto s = best_two(s_of_launches, false, "s", "Mflop/s")) all.push_back(std::move(*s));
    if (auto l = best_two(l_of_launches, true, "l high", "flop")) all.push_back(std::move(*l));
    // A negative g is not a cost, so it is not the best one either.
    std::vector<double> costs;
    std::remove_copy_if(g_of_launches.begin(), g_of_launches.end(), std::back_inserter(costs), is_negative);
    if (auto g = best_two(costs, true, "g infinity", "flop per word")) all.push_back(std::move(*g));
    return all;
}

std::string Probed::bottom_line() const {
    std::string text =
        fmt::format("p = {}, s = {:.5g} Mflop/s, l = {:.5g} flop, g = {:.4g} flop per 32-bit word, n-half = "
                    "{:.4g} words",
                    ranks, s_mflops, l_flops, g_flops, n_half);
    if (g_us && l_us) text += fmt::format("; g = {:.4g} us per 32-bit word, l = {:.4g} us", *g_us, *l_us);
    return text;
}

} // namespace loop::report::bsp
