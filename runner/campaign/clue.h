#pragma once

#include "runner/campaign/campaign.h"

#include <map>

/// The campaign of CLUE (Parker, CLUE: A Cluster Evaluation Tool, University of North Texas 2006, Figure 3.4)
/// as a preset for sweeps. The outermost loop is over trials, then variations, then 1, 2, 4, ... ranks; the
/// fastest launch represents a point. Nothing is measured here.
namespace loop::runner {

constexpr int max_trials = 100000;

/// Settings of the campaign; empty values are derived from the system or from a timing.
struct ClueSettings {
    /// With several, each has its own ranks, grid, and iterations; functions for one machine take the first.
    std::vector<std::string> machines{"local"};
    std::vector<int> ranks;
    std::optional<double> memory_bytes;    ///< of a rank
    std::optional<double> cache_bytes;     ///< of a rank
    std::optional<int> machine_word_bytes; ///< queried; width of a general register
    int word_bytes = 4;   ///< size of a cell in the base variation: 4 or 8; 0: the machine's word
    double fill = 0.1684; ///< fraction of the memory for one state of the base variation
    double reserve_bytes = 8.0 * 1048576;
    std::optional<long long> width, height;
    std::optional<int> iterations; ///< of every variation
    std::optional<int> trials;     ///< min number if `narrower_than` is set
    /// As in Stopping: trials until the interval of their median is narrower than this fraction of it.
    std::optional<double> narrower_than;
    std::optional<int> most_trials;       ///< with `narrower_than`
    std::optional<double> budget_seconds; ///< determines the number of trials
    std::optional<double> trial_limit_seconds;
    std::vector<std::string> variations; ///< empty: all
    bool probes = true;                  ///< measure memory and messages beside it, see add_probes()

    const std::string& machine() const { return machines.front(); }
};

/// Reads a file of these settings (docs/clue.md). Throws Failure (Usage) with the line of the error.
ClueSettings parse_clue(std::string_view text, const std::string& origin);
/// Parses "512M", "1.5G", or "65536" and returns bytes. Throws Failure (Usage) that names `option`.
double parse_bytes(const std::string& text, const std::string& option);
/// Parses "4", "8", or "machine", which is 0. Nothing for any other text.
std::optional<int> word_bytes_in(const std::string& text);
constexpr const char* word_forms = "4 or 8 (bytes), or `machine`, the word of the machine";

/// The side of the ideal grid in cells (thesis, 3.4): every variation fits into the memory, and three rows
/// fit into the cache. The thesis gives 6697 for 1024 MB and 512 KB, and 4716 for 512 MB and 256 KB; the
/// defaults of `fill` and `reserve_bytes` are fitted to these two values. At least 1.
long long ideal_side(double memory_bytes, std::optional<double> cache_bytes, double fill,
                     double reserve_bytes, int word_bytes);

/// The requested variations, beginning with the base, with the parameters of the workload `clue` for each.
std::vector<Variation> clue_variations(const ClueSettings& settings, long long width, long long height);

/// Throws Failure (Usage) for an unknown variation.
void check_variations(const std::vector<std::string>& names);

/// The number of iterations of a variation: 20, as in the thesis, unless these take less than `min_seconds`
/// or more than `max_seconds`.
int iterations_for(double seconds_of_iteration, double min_seconds, double max_seconds);

/// The number of trials that fit into the budget, between `least` and 10 (the number in the thesis).
int trials_for(double seconds_of_round, double budget_seconds, int least);

/// 1, 2, 4, ... up to `most`, and `most` itself.
std::vector<int> doubled_up_to(int most);

/// The campaign for these settings; the keys of `iterations` are names of variations.
Campaign clue_campaign(const ClueSettings& settings, const std::vector<Variation>& variations,
                       const std::map<std::string, int>& iterations, int trials);

/// Adds probes of the machine, each launched once: the triad on one and on all ranks, and a ping-pong between
/// the first and the last rank. A model has no memory, so it gets no triad.
void add_probes(const ClueSettings& settings, bool is_model, Campaign& campaign);

/// One campaign of the campaigns of several machines, which take turns in each round. It makes as many trials
/// as the one with the most. The budgets add up; a trial has a time limit only if all of them have one.
Campaign together(const std::vector<Campaign>& campaigns);

} // namespace loop::runner
