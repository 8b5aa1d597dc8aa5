#include "report/surface/ratio.h"

#include "base/statistics/order_statistics.h"
#include "base/statistics/rank_sum.h"
#include "base/text/strings.h"
#include "report/compare/judgement.h"
#include "report/surface/formatting.h"
#include "report/surface/locality.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace loop::report {

namespace {

constexpr double alike = 1.05; ///< factors below this one count as equal

bool in_like_conditions(const Surface& a, const Surface& b) {
    return a.ranks == b.ranks && (a.buffers == b.buffers || !a.uses_buffers() || !b.uses_buffers());
}

/// The surfaces of the base with the same number of ranks and B: the one with the same version; all, if the
/// base has no surface with that version.
SurfaceGroup counterparts(const Surface& surface, const SurfaceGroup& base) {
    SurfaceGroup all;
    bool has_version = false;
    for (const Surface* candidate : base) {
        const bool same = candidate->version == surface.version;
        if (same && in_like_conditions(*candidate, surface)) return {candidate};
        has_version = has_version || same;
        if (in_like_conditions(*candidate, surface)) all.push_back(candidate);
    }
    return has_version ? SurfaceGroup() : all;
}

/// The median factor in a quarter of the plane; `low`: little of that locality.
double corner(const SurfaceRatio& ratio, bool low_temporal, bool low_spatial) {
    std::vector<double> factors;
    for (std::size_t a = 0; a < ratio.alphas.size(); ++a)
        for (std::size_t l = 0; l < ratio.lengths.size(); ++l) {
            const bool in_rows =
                low_temporal ? 2 * a >= ratio.alphas.size() : 2 * (a + 1) <= ratio.alphas.size();
            const bool in_columns =
                low_spatial ? 2 * (l + 1) <= ratio.lengths.size() : 2 * l >= ratio.lengths.size();
            if (in_rows && in_columns && std::isfinite(ratio.at(a, l))) factors.push_back(ratio.at(a, l));
        }
    return factors.empty() ? std::nan("") : statistics::median(factors);
}

void add_corners(const SurfaceRatio& ratio, std::vector<std::string>& sentences) {
    struct Corner {
        const char* name;
        double factor;
    };
    std::vector<Corner> corners{{"little of both localities", corner(ratio, true, true)},
                                {"much of both", corner(ratio, false, false)},
                                {"little temporal and much spatial locality", corner(ratio, true, false)},
                                {"much temporal and little spatial locality", corner(ratio, false, true)}};
    if (std::any_of(corners.begin(), corners.end(), [](const Corner& c) { return !std::isfinite(c.factor); }))
        return;
    const auto [least, most] = std::minmax_element(
        corners.begin(), corners.end(), [](const Corner& a, const Corner& b) { return a.factor < b.factor; });
    if (most->factor < quarter * least->factor) {
        sentences.push_back("The ratio is about the same in all corners of the two localities.");
        return;
    }
    sentences.push_back(fmt::format("The ratio is largest with {} (median {}) and smallest with {} ({}).",
                                    most->name, factor_text(most->factor), least->name,
                                    factor_text(least->factor)));
}

void add_differences(const SurfaceRatio& ratio, std::vector<std::string>& sentences) {
    const Surface& a = *ratio.base;
    const Surface& b = *ratio.surface;
    std::vector<std::string> texts;
    const auto differ = [&](const std::string& what, const std::string& one, const std::string& other) {
        if (one != other) texts.push_back(fmt::format("{} ({} and {})", what, one, other));
    };
    differ("ranks", std::to_string(a.ranks), std::to_string(b.ranks));
    if (!ratio.of_versions) differ("version", a.version, b.version);
    if (a.uses_buffers() && b.uses_buffers())
        differ("B", fmt::format("{:g}", a.buffers), fmt::format("{:g}", b.buffers));
    differ("words a rank", fmt::format("{:g}", a.words_of_rank), fmt::format("{:g}", b.words_of_rank));
    differ("arguments", a.others, b.others);
    if (!texts.empty())
        sentences.push_back(
            fmt::format("The two were not measured alike: they differ in {}.", joined(texts, ", ")));
}

/// How many points are faster or slower: by more than 5 % and, if there are enough launches, significantly.
struct Tally {
    std::size_t points = 0, faster = 0, slower = 0, untested = 0;
    std::size_t most = 0, least = 0; ///< indices of the largest and the smallest factor
};

/// Returns the confidence interval of the factor at point `i`. Without enough launches, counts the point as
/// untested and returns the factor of the medians as both ends.
std::pair<double, double> limits(const SurfaceRatio& ratio, std::size_t i, std::size_t& untested) {
    const double alpha = ratio.alphas[i / ratio.lengths.size()];
    const double length = ratio.lengths[i % ratio.lengths.size()];
    const auto interval =
        statistics::ratio_interval(ratio.base->find(alpha, length)->samples,
                                   ratio.surface->find(alpha, length)->samples, comparison_confidence);
    if (interval) return *interval;
    ++untested;
    return {ratio.factors[i], ratio.factors[i]};
}

Tally tally_of(const SurfaceRatio& ratio) {
    Tally tally;
    for (std::size_t i = 0; i < ratio.factors.size(); ++i) {
        const double factor = ratio.factors[i];
        if (!std::isfinite(factor)) continue;
        if (tally.points++ == 0) tally.most = tally.least = i;
        if (factor > ratio.factors[tally.most]) tally.most = i;
        if (factor < ratio.factors[tally.least]) tally.least = i;
        const auto [low, high] = limits(ratio, i, tally.untested);
        if (factor > alike && low > 1) ++tally.faster;
        if (factor < 1 / alike && high < 1) ++tally.slower;
    }
    return tally;
}

/// Says how the counts of faster and slower points were tested.
std::string test_sentence(const Tally& tally) {
    const auto tested = static_cast<double>(tally.points - tally.untested);
    if (tested == 0)
        return "None of this is tested, which needs 5 launches of each; the counts are of medians that "
               "differ by more than 5 %.";
    std::string text = fmt::format("Faster and slower are tested at {:g} % at each of {:.0f} points, about "
                                   "{:.1f} of which may be chance findings",
                                   100 * comparison_confidence, tested, tested * (1 - comparison_confidence));
    if (tally.untested > 0) text += fmt::format("; {} points have too few launches for it", tally.untested);
    return text + ".";
}

} // namespace

std::vector<double> common_values(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    return both;
}

std::optional<SurfaceRatio> ratio_of(const Surface& base, const Surface& surface) {
    SurfaceRatio ratio{&base,
                       &surface,
                       common_values(base.alphas, surface.alphas),
                       common_values(base.lengths, surface.lengths),
                       {}};
    for (const double alpha : ratio.alphas)
        for (const double length : ratio.lengths)
            ratio.factors.push_back(surface.mbs_of(alpha, length) / base.mbs_of(alpha, length));
    const bool any =
        std::any_of(ratio.factors.begin(), ratio.factors.end(), [](double f) { return std::isfinite(f); });
    return any ? std::optional(ratio) : std::nullopt;
}

std::vector<SurfaceRatio> ratios(const std::vector<SurfaceGroup>& groups, std::size_t base) {
    std::vector<SurfaceRatio> result;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (i == base) continue;
        const bool only_ones = groups[i].size() == 1 && groups[base].size() == 1;
        for (const Surface* surface : groups[i])
            for (const Surface* other : only_ones ? groups[base] : counterparts(*surface, groups[base]))
                if (auto ratio = ratio_of(*other, *surface)) result.push_back(std::move(*ratio));
    }
    return result;
}

std::vector<std::string> findings(const SurfaceRatio& ratio) {
    std::vector<std::string> sentences;
    const Tally tally = tally_of(ratio);
    const auto at = [&](std::size_t i) {
        return fmt::format(
            "{}x at {}", factor_text(ratio.factors[i]),
            place_text(ratio.alphas[i / ratio.lengths.size()], ratio.lengths[i % ratio.lengths.size()]));
    };
    sentences.push_back(fmt::format(
        "Bandwidth of {} relative to {}: at most {}, at least {}. It is faster at {} of {} points, slower at "
        "{}, and {} at {}.",
        ratio.surface->label, ratio.base_name(), at(tally.most), at(tally.least), tally.faster, tally.points,
        tally.slower, tally.untested < tally.points ? "within 5 % or not distinguishable" : "within 5 %",
        tally.points - tally.faster - tally.slower));
    sentences.push_back(test_sentence(tally));
    add_corners(ratio, sentences);
    add_differences(ratio, sentences);
    return sentences;
}

} // namespace loop::report
