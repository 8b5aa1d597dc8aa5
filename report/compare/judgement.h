#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Decides whether one sample of launches is slower than another: faster, slower, equal, or undecided.
namespace loop::report {

/// Confidence level: 2 of 100 comparisons report a difference where there is none. Stricter than the usual 5,
/// because launches within one hour resemble each other more than those of another hour.
constexpr double comparison_confidence = 0.98;
/// Probability with which the stated smallest difference would have been detected.
constexpr double comparison_power = 0.9;
/// Smaller differences are never reported, however certain, because machines drift by as much.
constexpr double min_difference = 0.01;

/// Equal: shown to differ by less than `min_difference`.
enum class Finding { Faster, Slower, Equal, Undecided };

struct Judgement {
    Finding finding = Finding::Undecided;
    std::optional<double> slowdown;                    ///< ratio of the medians; none if a time is 0
    std::optional<std::pair<double, double>> interval; ///< of the slowdown
    std::optional<double> probability;                 ///< p-value of the two-sided rank-sum test
    std::optional<double> detectable;                  ///< smallest slowdown that would have been detected
    bool in_turn = true; ///< the launches of both sides were interleaved, or their order does not matter
    /// If not interleaved: the factor by which drift alone may have changed the times.
    std::optional<double> drift;
    std::string basis;  ///< what the interval is based on, if not on two samples of launches
    std::string why;    ///< why the finding is undecided, or empty
    std::string detail; ///< the numbers that support `why`, if any

    /// `why` and `detail` in one text.
    std::string reason() const { return detail.empty() ? why : why + ": " + detail; }
};

/// Returns a ratio with its significant digits: "12.143", "391", "0.00015".
std::string ratio_text(double ratio);
/// Returns a slowdown as text: "22.1 %", or "3.4x" if at least 2.
std::string slowdown_size(double slowdown);

/// Compares two samples with one value per launch, and at least one value each. If not `in_turn`, the samples
/// were measured one after the other, and values must be in launch order. In that case, consecutive launches
/// are permuted together, and the interval includes the drift of both samples.
Judgement judge(const std::vector<double>& base, const std::vector<double>& other, bool in_turn = true);

/// A time known to within `half_unit`, the rounding of a published time.
struct KnownTime {
    double seconds;
    double half_unit = 0;
};
/// Compares two published times, by the interval that their rounding allows.
Judgement judge_published(const KnownTime& base, const KnownTime& other);
/// Compares a published time with our launches, by the confidence interval of their median. `ours_is_base`:
/// divides by our time. `repeats`: each launch takes the same time.
Judgement judge_published(const KnownTime& published, const std::vector<double>& ours, bool ours_is_base,
                          bool repeats);

/// Compares two simulated times, which repeat exactly, so that one launch of each suffices.
Judgement judge_exact(double base, double other);

/// Whether a difference was shown.
bool differs(Finding finding);
/// "faster", "slower", "equal", "undecided".
std::string finding_text(Finding finding);
/// The same, followed by " (measured at different times)" if the launches were not interleaved.
std::string verdict_text(const Judgement& judgement);

} // namespace loop::report
