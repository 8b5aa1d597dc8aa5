#pragma once

#include <loop/host_report.h>

#include <filesystem>
#include <optional>
#include <vector>

namespace loop::runner {

/// What the lookout of a host has told last.
struct HostTold {
    std::int64_t beat = 0;
    HostState state = HostState::Moves;
    double seconds = 0; ///< that its ranks have stood together
    std::vector<StandingRank> ranks;
};

/// The report on the host whose first rank is `first`; nothing where there is none, or none that is whole and
/// of a launch of `ranks` ranks: a file system may show a part of what was written.
std::optional<HostTold> read_host_report(const std::filesystem::path& records, int first, int ranks);

std::filesystem::path host_report_file(const std::filesystem::path& records, int first);

} // namespace loop::runner
