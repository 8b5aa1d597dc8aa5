#pragma once

#include "trace/analysis/analysis.h"

#include <optional>
#include <vector>

namespace loop::report {

/// When only certain ranks compute.
struct AloneTime {
    std::int64_t alone_ns = 0;     ///< one of them computes, and no other rank does
    std::int64_t ended_ns = 0;     ///< the part of it in which no other rank is measured: they have ended
    std::vector<TimeRange> ranges; ///< when that was, in the order of time

    bool is_mostly_after_others() const { return 2 * ended_ns >= alone_ns; }
};

/// `ranks`: in ascending order. Sorts the states' changes of all ranks.
AloneTime alone_time(const Analysis& analysis, const std::vector<int>& ranks);

/// The places where a rank computes on the critical path, and no other rank does: not meanwhile, and not
/// there at other times.
struct SerialPart {
    int rank = 0;
    std::int64_t ns = 0;         ///< how long it computes alone there, in all places
    std::int64_t longest_ns = 0; ///< in the place with the longest such time
    /// That place: a site, or, for host code, the site that the rank left before.
    std::uint32_t site = no_site, after = no_site;
    bool is_after_others = false; ///< mostly after the other ranks have ended

    std::uint32_t place() const { return site != no_site ? site : after; }
};

/// Empty if there is no such place.
std::optional<SerialPart> serial_part(const Trace& trace, const Analysis& analysis, int rank);

/// Those of the four ranks that compute longest on the critical path; the longest part first. Without parts
/// that take less than a twentieth of the run's time.
std::vector<SerialPart> serial_parts(const Trace& trace, const Analysis& analysis);

} // namespace loop::report
