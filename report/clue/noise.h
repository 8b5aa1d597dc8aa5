#pragma once

#include "report/clue/clue.h"

#include <optional>
#include <string>
#include <vector>

/// On one rank, the base, `cells`, and `random-order` do the same work, as there are no messages. So each of
/// them is a sample of the same speed, and their differences are noise.
namespace loop::report {

/// ACT/s on one rank with which trials of a variation on several ranks are compared: of the trials that
/// count, also of the variations that do the same work. Empty without a figure on one rank.
std::vector<double> acts_on_one_rank(const ClueReport& report, const std::string& variation);

/// By which fraction the speeds (medians of trials) of variations that do the same work on one rank differ,
/// the fastest from the slowest; nothing for fewer than two of them, and on a model.
std::optional<double> noise_on_one_rank(const ClueReport& report);

/// Whether the noise hides if the efficiency of a variation that does the same work as the base on one rank
/// differs from the base's by `least`: the noise is at least as large, and the difference is within it.
bool is_hidden_by_noise(const ClueReport& report, const std::string& variation, int ranks, double least);

} // namespace loop::report
