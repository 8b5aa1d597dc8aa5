#pragma once

#include "base/formats/rank_record.h"
#include "base/formats/recording.h"
#include "base/formats/run_record.h"
#include "runner/profile/profile.h"
#include "runner/run/run.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace loop::runner {

/// What the ranks of one launch left that `loop run` has not started.
struct LeftRecords {
    std::filesystem::path folder;
    int ranks = 0;
    std::vector<formats::RankRecord> records{};    ///< that can be read
    std::optional<formats::Recording> recording{}; ///< if `loop record` started the ranks
};

/// Reads what `ranks` ranks left in `folder`. Makes traces of the events that killed ranks have kept.
LeftRecords left_in(const std::filesystem::path& folder, int ranks);

/// What `loop record` has written of the command; empty if it did not start the ranks.
std::optional<formats::Recording> recording_in(const std::filesystem::path& folder);

/// The program, which does not know its source text.
formats::RunSource source_of(const LeftRecords& left);

/// The settings of the ranks, and the machine, of which only their hosts are known.
ResolvedRun run_of(const LeftRecords& left, const formats::RunSource& source);

} // namespace loop::runner
