#pragma once

#include "report/analysis/messages/messages.h"
#include "report/analysis/states/states.h"

#include <vector>

namespace loop::report {

/// What one rank is doing at an instant.
struct ProcessorStatus {
    State state = State::Unknown;
    std::uint32_t site = no_site;        ///< the innermost that is not a phase; no_site: host text
    std::uint32_t phase = no_site;       ///< the innermost phase
    std::int32_t waits_for = no_partner; ///< from whom, while idle; no_partner: not told
    std::int32_t sends_to = no_partner;  ///< of the last send of this visit
    std::int64_t queued_messages = 0;    ///< sent to it, not yet received
    std::int64_t queued_bytes = 0;
};

/// By rank.
std::vector<ProcessorStatus> processor_status(const Trace& trace, const std::vector<RankStates>& states,
                                              const Messages& messages, std::int64_t time_ns);

} // namespace loop::report
