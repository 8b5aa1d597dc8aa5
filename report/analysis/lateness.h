#pragma once

#include "report/analysis/collectives.h"
#include "report/analysis/distribution.h"
#include "report/analysis/messages.h"

#include <vector>

/// Who made whom wait.
namespace loop::report {

struct Lateness {
    Distribution late_sender_ns;   ///< a receive waited for a message that was sent later
    Distribution late_receiver_ns; ///< a send waited for a receive that began later
    Distribution late_comer_ns;    ///< a rank waited in a collective operation for the last one
};

struct LatenessStatistics {
    Lateness all;
    std::vector<Lateness> suffered_by_rank; ///< by who waited
    std::vector<Lateness> caused_by_rank;   ///< by who was late
    std::vector<Lateness> by_site;          ///< where it was waited
};

LatenessStatistics lateness_of(const Trace& trace, const Messages& messages, const Collectives& collectives);

} // namespace loop::report
