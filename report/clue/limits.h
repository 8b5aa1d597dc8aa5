#pragma once

#include "report/clue/clue.h"
#include "report/document/document.h"

#include <optional>
#include <vector>

/// What the probes of the machine (ClueReport::probes) predict for the points of a campaign: docs/clue.md has
/// the formulas, and says what they leave out.
namespace loop::report {

struct ClueComparison;

struct CluePrediction {
    const ClueFigure* measured = nullptr;
    /// ACT/s, in millions, at which the cells of a rank would take as long as the triad's for the same bytes;
    /// nothing if the triad was not measured on as many ranks.
    std::optional<double> memory_act{};
    /// Predicted from the time on one rank; nothing on one rank, or without a ping-pong on as many ranks.
    std::optional<double> act{}, efficiency{};
    /// Of `cells`, whose messages the ping-pong does not determine: the lower ends of ranges, whose upper
    /// ends are the two above. Nothing for others.
    std::optional<double> least_act{}, least_efficiency{};
};

/// Of every figure that is predicted in one way or the other, in the order of the figures. `scattered` has no
/// memory limit, as the triad moves memory in order. The report must outlive them.
std::vector<CluePrediction> predictions_of(const ClueReport& report);

/// How a point lies outside of its predicted range.
struct ClueOutside {
    /// Measured ACT/s divided by the end that they pass, minus 1: negative below the range.
    double fraction = 0;
    /// So many of the undisturbed trials lie beyond that end, and so many were disturbed.
    std::size_t holds = 0, trials = 0, disturbed = 0;
    long long messages = 0; ///< of a rank in an iteration
    /// How much longer an iteration takes than that of the base, which sends the same edges in two messages,
    /// for each of `messages`; nothing without the base on as many ranks.
    std::optional<double> message_seconds{};

    bool is_below() const { return fraction < 0; }
};

/// Nothing if the point has no range, or lies within it.
std::optional<ClueOutside> outside_range(const ClueReport& report, const CluePrediction& prediction);

/// The base of a model whose network ranks share.
struct ClueSharedNetwork {
    int ranks = 0;
    double seconds = 0; ///< how long an iteration waits for messages
    double factor = 0;  ///< `seconds` divided by what the ping-pong of two ranks predicts
};

/// Predictions leave out that messages of several ranks share a link. In a model, nothing else makes the
/// messages of the base take longer than predicted, so that it shows this. Nothing if the factor is
/// below 1.5, for a machine that is no model, or without the figures.
std::optional<ClueSharedNetwork> shared_network(const ClueReport& report);

/// Whether the base on one rank is faster than the triad's bytes allow: then its cells come from a cache.
/// False if that is not known.
bool comes_from_cache(const ClueReport& report);

/// Whether the prediction for a point begins with the memory limit: false if it begins with the time on one
/// rank.
bool begins_with_memory(const ClueReport& report, const CluePrediction& prediction);

/// The probes in a sentence, and predictions beside what was measured; empty without probes.
Section limits_section(const ClueReport& report);
/// The same of each system; empty if none has probes.
Section limits_section(const ClueComparison& comparison);
/// That of one report for programs; null without probes.
Json limits_json(const ClueReport& report);

} // namespace loop::report
