#pragma once

#include "report/trace/trace.h"

#include <loop/calls.h>

#include <otf2/otf2.h>

#include <vector>

namespace loop::report {

/// The archive's creator; the import recognises LOOP's own archives by it.
constexpr const char* otf2_creator = "LOOP " LOOP_VERSION;

/// Descriptions of regions, from which the import knows what they were.
constexpr const char* otf2_waiting = "LOOP waiting";
constexpr const char* otf2_program = "LOOP program";
const char* otf2_description(SiteKind kind);

/// Numbers of definitions. Locations, and ranks in groups, are world ranks; communicators and the first
/// regions have the indices that they have in the trace.
class Otf2Numbers {
public:
    explicit Otf2Numbers(const Trace& trace);

    static constexpr OTF2_ParameterRef mark_parameter = 0;

    OTF2_RegionRef region(std::uint32_t site) const { return site < sites_ ? site : unknown_region(); }
    OTF2_RegionRef program_region() const { return sites_; }
    OTF2_RegionRef waiting_region() const { return sites_ + 1; }
    OTF2_RegionRef unknown_region() const { return sites_ + 2; }

    /// Whether the call at this site hands a message over and returns before it is gone.
    bool sends_without_waiting(std::uint32_t site) const {
        return site < kinds_.size() && kinds_[site] == CallKind::BegunSend;
    }

    /// OTF2_UNDEFINED_UINT32 where the world rank is not in the communicator, or there is no such
    /// communicator.
    std::uint32_t rank_in(std::uint16_t communicator, std::int32_t world_rank) const;

    /// OTF2's times are not negative.
    OTF2_TimeStamp timestamp(std::int64_t time_ns) const {
        return static_cast<OTF2_TimeStamp>(time_ns - origin_ns_);
    }

private:
    std::uint32_t sites_;
    std::int64_t origin_ns_;
    std::vector<CallKind> kinds_;                   ///< by site
    std::vector<std::vector<std::uint32_t>> ranks_; ///< by communicator and world rank
};

/// The operation of a site at which a Collective was recorded.
OTF2_CollectiveOp collective_of(const TraceSite& site);

/// `events`: their number on each rank.
void write_definitions(const Trace& trace, const Otf2Numbers& numbers,
                       const std::vector<std::uint64_t>& events, OTF2_GlobalDefWriter* writer);

} // namespace loop::report
