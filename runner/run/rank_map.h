#pragma once

#include "runner/outcome/ranks/rank_outcome.h"
#include "runner/profile/profile.h"
#include "runner/run/run.h"

#include <cstdint>
#include <string>
#include <vector>

/// `--map`: the processor that each rank runs on. Processors are numbered in the order in which the launcher
/// fills them without `--map`: on this host, one hardware thread of each core first, and as many for each
/// processor as a rank has threads; else the hosts, in the order of their list, each as often as it takes
/// ranks.
namespace loop::runner {

/// One processor per rank from the argument of `--map`: `reverse`, `random:SEED` (loop::permutation(ranks,
/// seed)), or a file with the number of a processor for each rank (`#` starts a comment). Throws Failure
/// (Usage) unless the processors differ and are less than `processors`, or than `ranks` if that is more.
std::vector<int> parse_rank_map(const std::string& text, int ranks, std::int64_t processors);

/// Replaces the hosts of the profile, or sets the CPUs of the ranks on this host, as `--map` says. On
/// this host, each rank gets as many as it has threads, or one if their number is unknown (nullopt); on other
/// hosts, a rank must have one thread. Throws Failure (Usage) if the map is invalid or if
/// the machine chooses the processors itself.
void place_ranks(ResolvedRun& run, std::optional<int> threads);

/// A sentence about the first rank that did not run on its host; empty if there is none. `hosts` has one
/// entry per rank; ranks with the same entry must have run on one host, other ranks elsewhere.
std::string misplaced_rank(const std::vector<std::string>& hosts, const std::vector<RankOutcome>& ranks);

} // namespace loop::runner
