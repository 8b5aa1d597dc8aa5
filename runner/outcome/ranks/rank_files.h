#pragma once

#include "base/formats/rank_record.h"

#include <filesystem>
#include <optional>
#include <set>

namespace loop::runner {

/// What is known of ranks whose number the command does not know: those of a program that was started by hand
/// or by a command that `loop record` records. Nothing here throws.

/// The ranks that have a record or a status file in `folder`.
std::set<int> ranks_with_files(const std::filesystem::path& folder);

/// The record of a rank; empty if there is none that can be read.
std::optional<formats::RankRecord> record_of(const std::filesystem::path& folder, int rank);

/// The number of ranks of the last start, of which `ranks` have files. Its first rank knows it: files of
/// higher ranks may be of an earlier start with more ranks.
int number_of_ranks(const std::filesystem::path& folder, const std::set<int>& ranks);

} // namespace loop::runner
