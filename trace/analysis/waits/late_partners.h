#pragma once

#include "trace/analysis/messages/collectives.h"
#include "trace/analysis/messages/distribution.h"
#include "trace/analysis/messages/messages.h"

#include <optional>
#include <vector>

/// Late senders and receivers.
namespace loop::report {

struct LatePartnerTimes {
    Distribution late_sender_ns;   ///< waits of a receive for a message that was sent later
    Distribution late_receiver_ns; ///< waits of a send for a receive that began later
    /// Waits in a collective operation for the rank that called it last.
    Distribution late_collective_ns;
};

/// The longest time for which one rank waited for another, and what the late rank did during that time.
struct LongestWait {
    std::int32_t rank = no_partner; ///< the rank that waited; no_partner: none
    std::int32_t late_rank = no_partner;
    std::int64_t begin_ns = 0;
    std::int64_t late_ns = 0;     ///< time until the late rank sent, received, or called
    std::uint32_t site = no_site; ///< where it waited
    /// The innermost site where the late rank was for most of that time; no_site: host code.
    std::uint32_t late_rank_site = no_site;
    std::int64_t late_rank_ns = 0; ///< how long it was there
};

struct LatePartners {
    LongestWait longest;
    std::vector<LatePartnerTimes> suffered_by_rank; ///< by the rank that waited
    std::vector<LatePartnerTimes> caused_by_rank;   ///< by the rank that was late
    /// By the rank that waited: in collective operations that all ranks that it needs had called, and for
    /// messages that were on their way, as nobody was late for them. Without messages on real machines, where
    /// a message may be on its way because its sender computes meanwhile.
    std::vector<std::int64_t> transit_by_rank_ns;
};

/// What is known of late partners if times of different ranks cannot be compared: nothing.
LatePartners no_late_partners(std::size_t ranks);

/// `dealer`: the rank that only deals out tasks; for its requests it waits by design, so nobody is late.
LatePartners late_partners_of(const Trace& trace, const Messages& messages, const Collectives& collectives,
                              const std::optional<int>& dealer = {});

} // namespace loop::report
