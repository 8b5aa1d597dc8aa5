#pragma once

#include "trace/read/trace.h"

#include <loop/calls.h>

#include <otf2/otf2.h>

#include <vector>

namespace loop::report {

/// The creator named in the archive, by which the import recognizes LOOP's own archives.
constexpr const char* otf2_creator = "LOOP " LOOP_VERSION;

/// Descriptions of regions, from which the import knows their kinds.
constexpr const char* otf2_waiting = "LOOP waiting";
constexpr const char* otf2_program = "LOOP program";
const char* otf2_description(SiteKind kind);

/// The numbers that identify definitions in the archive. Locations and the members of groups have world ranks
/// as numbers. Communicators and the regions of sites have their indices in the trace.
class Otf2Numbers {
public:
    explicit Otf2Numbers(const Trace& trace);

    static constexpr OTF2_ParameterRef mark_parameter = 0;

    OTF2_RegionRef region(std::uint32_t site) const { return site < sites_ ? site : unknown_region(); }
    OTF2_RegionRef program_region() const { return sites_; }
    OTF2_RegionRef waiting_region() const { return sites_ + 1; }
    OTF2_RegionRef unknown_region() const { return sites_ + 2; }

    /// Whether the call at this site is a nonblocking send.
    bool sends_without_waiting(std::uint32_t site) const {
        return site < kinds_.size() && kinds_[site] == CallKind::BegunSend;
    }

    /// Returns OTF2_UNDEFINED_UINT32 if there is no such communicator, or the world rank is not in it.
    std::uint32_t rank_in(std::uint16_t communicator, std::int32_t world_rank) const;

    /// Shifts times by the origin, because OTF2 has no negative times.
    OTF2_TimeStamp timestamp(std::int64_t time_ns) const {
        return static_cast<OTF2_TimeStamp>(time_ns - origin_ns_);
    }

private:
    std::uint32_t sites_;
    std::int64_t origin_ns_;
    std::vector<CallKind> kinds_;                   ///< indexed by site
    std::vector<std::vector<std::uint32_t>> ranks_; ///< indexed by communicator, then by world rank
};

/// Returns the operation of a Collective event.
OTF2_CollectiveOp collective_of(const Trace& trace, const Event& event);

/// `events`: the number of events of each rank.
void write_definitions(const Trace& trace, const Otf2Numbers& numbers,
                       const std::vector<std::uint64_t>& events, OTF2_GlobalDefWriter* writer);

} // namespace loop::report
