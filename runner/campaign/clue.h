#pragma once

#include "runner/campaign/campaign.h"

#include <map>

/// The campaign of CLUE (Parker, CLUE: A Cluster Evaluation Tool, University of North Texas 2006, Figure 3.4)
/// as a preset of sweeps: the trial outermost, then variations, then 1, 2, 4, ... ranks; the fastest launch
/// represents a point. Values only; nothing is measured here.
namespace loop::runner {

/// Settings of the campaign; empty values are chosen from the system or from a timing.
struct ClueSettings {
    std::string machine = "local";
    std::vector<int> ranks;
    std::optional<double> memory_bytes; ///< of a rank
    std::optional<double> cache_bytes;  ///< of a rank
    int word_bytes = 4;                 ///< of a cell of the base: 4, or 8
    double fill = 0.1684;               ///< part of the memory for one state of the base
    double reserve_bytes = 8.0 * 1048576;
    std::optional<long long> width, height;
    std::optional<int> iterations; ///< of every variation
    std::optional<int> trials;
    std::optional<double> budget_seconds; ///< that the number of trials is chosen for
    std::optional<double> trial_limit_seconds;
    std::vector<std::string> variations; ///< empty: all
};

/// Reads a file of these settings (docs/clue.md). Failure (Usage) with the line.
ClueSettings parse_clue(std::string_view text, const std::string& origin);
/// "512M", "1.5G", "65536" in bytes; failure (Usage) naming `option`.
double parse_bytes(const std::string& text, const std::string& option);

/// The side of the ideal grid (thesis, 3.4): it fits into the memory with room for every variation, and three
/// rows into the cache. The thesis prints 6697 for 1024 MB and 512 KB, 4716 for 512 MB and 256 KB; `fill` and
/// the memory that is set apart are fitted to these two. At least 1.
long long ideal_side(double memory_bytes, std::optional<double> cache_bytes, double fill,
                     double reserve_bytes, int word_bytes);

/// All variations, the base first, with the parameters of the workload `clue` that make them.
std::vector<Variation> clue_variations(const ClueSettings& settings, long long width, long long height);

/// Failure (Usage) for an unknown variation.
void check_variations(const std::vector<std::string>& names);

/// Iterations of a variation so that a trial is longer than noise but not too long: 20, as in the thesis,
/// unless that takes less than `least_seconds` or more than `most_seconds`.
int iterations_for(double seconds_of_iteration, double min_seconds, double max_seconds);

/// As many trials as the budget holds, between `least` and 10, the thesis's number.
int trials_for(double seconds_of_round, double budget_seconds, int least);

/// 1, 2, 4 and so on up to `most`, and that.
std::vector<int> doubled_up_to(int most);

/// The campaign of all this; `iterations` by variation.
Campaign clue_campaign(const ClueSettings& settings, const std::vector<Variation>& variations,
                       const std::map<std::string, int>& iterations, int trials);

} // namespace loop::runner
