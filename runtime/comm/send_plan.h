#pragma once

#include "comm/sites.h"
#include "constructs/sends.h"

#include <loop/send_pattern.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace loop::runtime {

// The messages of a \SEND or \RELAY for given arguments.
struct SendPlan : Plan {
    SendPlan(SendKey of, patterns::SendPattern with);

    SendKey key;
    patterns::SendPattern messages;
    long long bytes_sent = 0; // in one call
    long long bytes_received = 0;
    long long longest = 0; // bytes of the longest message of this rank
};

// The plans of one line. It keeps the last ones (`most`); others are worked out again.
struct SendPlans {
    static constexpr std::size_t most = 16;

    std::vector<std::unique_ptr<SendPlan>> plans;
    SendPlan* last = nullptr;
    std::size_t oldest = 0;
    Traffic forgotten;  // of plans that are not kept any more
    bool moved = false; // a message of any rank has moved
    // Of the receivers from their senders, as in the patterns.
    std::vector<long long> offsets;
    bool more_offsets = false; // there are others
};
Traffic traffic_of(const SendPlans& plans);

// The plan for these arguments. Working it out is not measured. Ends the run if the arguments are wrong.
SendPlan& work_out_plan(SiteEntry& entry, const SendCall& call);

inline SendPlan& send_plan_for(SiteEntry& entry, const SendCall& call) {
    if (entry.sends != nullptr && entry.sends->last != nullptr && entry.sends->last->key.matches(call))
        return *entry.sends->last;
    return work_out_plan(entry, call);
}

} // namespace loop::runtime
