#pragma once

#include "runner/outcome/hang/watch.h"

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loop::runner {

/// Detects that the ranks of a command that `loop record` runs have waited for each other for too long. Who
/// they are is known only once they have called MPI_Init. Their status must be that of processes of this
/// host; else nothing is ever detected.
class RecordedWatch {
public:
    /// `folder`: where the ranks write; `mark`: `NAME=value` in their environment; `limit_seconds` as in
    /// HangLimit.
    RecordedWatch(std::filesystem::path folder, std::string mark, std::optional<double> limit_seconds);

    /// Checks the ranks once. Returns whether they have been stalled for longer than the limit.
    bool look(HangClock::time_point now);

    std::chrono::milliseconds poll_interval() const;
    /// As HangWatch::stall_seconds().
    std::vector<double> stall_seconds() const;

private:
    void begin(int ranks);
    bool are_here();

    std::filesystem::path folder_;
    std::string mark_;
    std::optional<double> limit_seconds_;
    int ranks_ = 0;
    std::vector<pid_t> here_; ///< of each rank: its process, if that is known to be of this host
    std::optional<HangWatch> watch_;
};

} // namespace loop::runner
