#pragma once

#include <loop/rank_status.h>

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loop::runner {

std::optional<RankStatus> read_status_file(const std::filesystem::path& records, int rank);

/// Estimated size in bytes of one message of the construct or MPI call that the rank is in; 0 if its
/// arguments do not show it.
double message_bytes(const RankStatus& status);

/// Where a rank was when it last updated its status. Empty if its file in `records` is missing or is not a
/// status file.
std::optional<RankPlace> read_status(const std::filesystem::path& records, int rank);

/// The processes of ranks 0 to `ranks` - 1 according to their status files in `records`; each number is valid
/// on the rank's own host.
std::vector<pid_t> rank_processes(const std::filesystem::path& records, int ranks);

/// Whether `loop record` has recorded the program, which has no constructs.
bool is_of_recorded_program(const RankPlace& seen);

/// "in `\EXCHANGE` at ring.loop:12", "after `\OPEN0` at ring.loop:3".
std::string place_text(const RankPlace& seen, const std::string& source);

/// "died by signal 11 (segmentation fault)"; empty if the state is not an end.
std::string end_text(const RankPlace& seen);

/// One word for run.json: "starting", "host code", "in construct", "closed", "exited", "signalled",
/// "aborted".
std::string state_text(RankState state);

/// The construct as programs write it: `\EXCHANGE`; PICL's calls have no backslash. Empty before the first
/// construct.
std::string construct_text(Construct construct);

} // namespace loop::runner
