#include "runner/outcome/hang/host_reports.h"

#include "runner/system/failure.h"
#include "runner/system/files.h"

#include <fmt/core.h>

#include <cmath>
#include <cstring>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

bool is_time(double seconds) {
    return std::isfinite(seconds) && seconds >= 0 && seconds < 1e9;
}

bool fits(const HostReport& head, std::size_t size, int ranks) {
    return std::memcmp(head.magic, host_report_magic, sizeof head.magic) == 0 && head.beat > 0 &&
           head.ranks > 0 && head.ranks <= ranks &&
           size == sizeof head + static_cast<std::size_t>(head.ranks) * sizeof(StandingRank) &&
           head.state >= static_cast<int>(HostState::Moves) &&
           head.state <= static_cast<int>(HostState::Left) && is_time(head.seconds);
}

/// Ascending from `first`, and each a status.
bool are_of(const std::vector<StandingRank>& told, int first, int ranks) {
    int least = first;
    for (const StandingRank& one : told) {
        const int rank = one.status.rank;
        if (!valid(one.status) || !is_time(one.seconds) || rank < least || rank >= ranks) return false;
        least = rank + 1;
    }
    return told.front().status.rank == first;
}

} // namespace

fs::path host_report_file(const fs::path& records, int first) {
    return records / fmt::format("host-{}.standing", first);
}

std::optional<HostTold> read_host_report(const fs::path& records, int first, int ranks) {
    const fs::path file = host_report_file(records, first);
    std::error_code ignored;
    if (!fs::is_regular_file(file, ignored)) return std::nullopt;
    std::string bytes;
    try {
        bytes = read_file(file, sizeof(HostReport) + static_cast<std::size_t>(ranks) * sizeof(StandingRank));
    } catch (const Failure&) {
        return std::nullopt;
    }
    HostReport head{};
    if (bytes.size() < sizeof head) return std::nullopt;
    std::memcpy(&head, bytes.data(), sizeof head);
    if (!fits(head, bytes.size(), ranks) || report_checksum(bytes.data(), bytes.size()) != head.checksum)
        return std::nullopt;
    HostTold told{head.beat, static_cast<HostState>(head.state), head.seconds, {}};
    told.ranks.resize(static_cast<std::size_t>(head.ranks));
    std::memcpy(told.ranks.data(), bytes.data() + sizeof head, bytes.size() - sizeof head);
    return are_of(told.ranks, first, ranks) ? std::optional(told) : std::nullopt;
}

} // namespace loop::runner
