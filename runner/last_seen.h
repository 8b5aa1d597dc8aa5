#pragma once

#include <loop/rank_status.h>

#include <filesystem>
#include <optional>
#include <string>

namespace loop::runner {

/// Where a rank was when it last did anything. Nothing where the file is absent or is not a status file.
std::optional<RankPlace> read_status(const std::filesystem::path& file);

/// "in `\EXCHANGE` at ring.loop:12", "after `\OPEN0` at ring.loop:3".
std::string place_text(const RankPlace& seen, const std::string& source);

/// "died by signal 11 (segmentation fault)"; empty when the state says nothing about an end.
std::string end_text(const RankPlace& seen);

/// One word for run.json: "starting", "host text", "in construct", "closed", "exited", "signalled",
/// "aborted".
std::string state_text(RankState state);

/// `\EXCHANGE` as programs write it; PICL's calls have no backslash. Empty before the first construct.
std::string construct_text(Construct construct);

} // namespace loop::runner
