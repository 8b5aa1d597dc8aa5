#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Whether one sample of launches is slower than another, with three answers.
namespace loop::report {

/// Both samples must differ with this confidence: 2 of 100 comparisons call a no-change a change,
/// less than the 5 that are usual, as launches of one hour are more alike than launches of two.
constexpr double comparison_confidence = 0.98;
/// How often the stated smallest difference would have been detected.
constexpr double comparison_power = 0.9;
/// Below this no difference is called one, however sure: machines drift by as much.
constexpr double min_difference = 0.01;

enum class Finding { Faster, Slower, Undecided };

struct Judgement {
    Finding finding = Finding::Undecided;
    double slowdown = 1;                               ///< quotient of the medians
    std::optional<std::pair<double, double>> interval; ///< of the slowdown
    std::optional<double> probability;                 ///< of the rank-sum test, two-sided
    std::optional<double> detectable;                  ///< smallest slowdown that would have been detected
    bool in_turn = true;         ///< the launches of both sides took turns, or there is nothing to take
    std::optional<double> drift; ///< not in turn: the factor by which time alone may have changed them
    std::string basis;           ///< what the interval is of, where it is not that of two samples of launches
    std::string why;             ///< why nothing is decided; empty when something is
    std::string detail;          ///< the figures that support it, if any

    /// Both in one.
    std::string reason() const { return detail.empty() ? why : why + ": " + detail; }
};

/// A slowdown as text: "22.1 %", or "3.4x" from twice as slow on.
std::string slowdown_size(double slowdown);

/// Of samples with at least one value each, one value per launch. Not `in_turn`: they were measured one after
/// the other, each in the order of its launches; then neighbours are permuted together, and what both drift
/// by is in the interval.
Judgement judge(const std::vector<double>& base, const std::vector<double>& other, bool in_turn = true);

/// A time that is known within limits: of a published one, what its printed digits leave open.
struct KnownTime {
    double seconds;
    double half_unit = 0;
};
/// Of two published times: by the interval that is left open.
Judgement judge_published(const KnownTime& base, const KnownTime& other);
/// Of a published time and launches of ours, whose median's interval decides. `ours_is_base`: which is
/// divided by. `repeats`: each launch takes the same time.
Judgement judge_published(const KnownTime& published, const std::vector<double>& ours, bool ours_is_base,
                          bool repeats);

/// Of two times of a model alone, which repeat to the last digit: one launch of each is enough.
Judgement judge_exact(double base, double other);

/// "faster", "slower", "undecided".
std::string finding_text(Finding finding);
/// The same, with "not in turn" where that is so.
std::string verdict_text(const Judgement& judgement);

} // namespace loop::report
