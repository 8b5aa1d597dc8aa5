#pragma once

#include "report/clue/systems.h"
#include "report/compare/comparison.h"
#include "report/sweep/plots.h"

/// Several systems side by side: the main use of the thesis (its Figures 4.2 to 4.6, Tables 4.2 and 4.3).
namespace loop::report {

/// A variation on one number of ranks.
struct CluePoint {
    std::string variation;
    int ranks = 1;
};

/// A model of a published system, beside what was published.
struct CluePair {
    const ClueReport* model = nullptr;
    const ClueReport* published = nullptr;
};

struct ClueComparison {
    ClueComparison() = default;
    ClueComparison(ClueComparison&&) = default; ///< verdicts point into themselves, pairs into `systems`
    ClueComparison& operator=(ClueComparison&&) = default;

    std::vector<ClueReport> systems; ///< each with a unique name
    std::size_t base = 0;            ///< index of the system that the others are divided by
    /// By trials, of the systems that have trials; nothing if the base has none, or if none of them shares a
    /// point with it.
    std::optional<Comparison> verdicts;
    std::vector<std::optional<std::size_t>> columns; ///< of each system in `verdicts`
    std::vector<std::string> origins;                ///< the path that each system was read from
    std::vector<CluePair> pairs;
    formats::Verdict verdict; ///< the worst of the systems' verdicts, with their reasons

    /// Every variation and number of ranks of any system: variations in the order of the systems, ranks
    /// ascending.
    std::vector<CluePoint> points() const;
    /// The points of which all systems have figures.
    std::vector<CluePoint> common_points() const;
    std::vector<std::string> variations() const;
    std::vector<int> ranks() const;
    /// The number of ranks for which variations are compared: that on which most systems have a variation
    /// besides the base; of several, the largest. Without variations, that on which most have the base.
    int shown_ranks() const;
    /// ACT/s divided by the base system's; nothing if one of them has no figure.
    std::optional<double> relative(std::size_t system, const CluePoint& point) const;
    /// Null if the system or the point has none.
    const ComparedCell* cell(std::size_t system, const CluePoint& point) const;
};

/// `base`: the name or the path of the system that the others are divided by; empty: the first one. `anyway`:
/// also judge INVALID points. Throws ChoiceError if there is no such system, and FormatError if there are
/// fewer than two, or if no other has a point of the base.
ClueComparison compare_clue(std::vector<ClueSystem> systems, const std::string& base = {},
                            bool anyway = false);

/// How far a model and the published figures are apart, over the points that both have.
struct ClueAgreement {
    std::size_t points = 0, efficiencies = 0;
    double largest_act = 0;        ///< |ACT(model) / ACT(published) - 1|, the largest
    double largest_efficiency = 0; ///< difference of the efficiencies on several ranks, model minus
                                   ///< published, whose size is the largest; a fraction
    CluePoint at;                  ///< where that is
};
ClueAgreement agreement(const CluePair& pair);
/// Efficiencies that differ by less do not change what limits the system (observations.h).
constexpr double agreeing_efficiency = 0.02;

Document clue_comparison_document(const ClueComparison& comparison, const std::vector<Chart>& charts = {});
/// Figures 4.2 to 4.6 of the thesis, with all systems.
std::vector<Chart> clue_comparison_plots(const ClueComparison& comparison);
/// What is undecided or was not tested, and why, in sentences.
std::vector<std::string> clue_comparison_notes(const ClueComparison& comparison);
/// One line per point and system.
std::string clue_comparison_csv(const ClueComparison& comparison);
/// Schema "loop-clue-comparison/1".
Json clue_comparison_json(const ClueComparison& comparison);

} // namespace loop::report
