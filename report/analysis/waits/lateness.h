#pragma once

#include "report/analysis/messages/collectives.h"
#include "report/analysis/messages/distribution.h"
#include "report/analysis/messages/messages.h"

#include <vector>

/// Who made whom wait.
namespace loop::report {

struct Lateness {
    Distribution late_sender_ns;   ///< a receive waited for a message that was sent later
    Distribution late_receiver_ns; ///< a send waited for a receive that began later
    Distribution late_comer_ns;    ///< a rank waited in a collective operation for the last one
};

/// The longest time for which one rank waited until another one acted, and what that one did meanwhile.
struct LongestWait {
    std::int32_t rank = no_partner; ///< who waited; no_partner: nobody did
    std::int32_t culprit = no_partner;
    std::int64_t begin_ns = 0;
    std::int64_t late_ns = 0;     ///< until the other one sent, received or came
    std::uint32_t site = no_site; ///< where it waited
    std::uint32_t culprit_site =
        no_site;                 ///< innermost, where the other one spent most of it; no_site: host text
    std::int64_t culprit_ns = 0; ///< so long
};

struct LatenessStatistics {
    LongestWait longest;
    std::vector<Lateness> suffered_by_rank; ///< by who waited
    std::vector<Lateness> caused_by_rank;   ///< by who was late
};

LatenessStatistics lateness_of(const Trace& trace, const Messages& messages, const Collectives& collectives);

} // namespace loop::report
