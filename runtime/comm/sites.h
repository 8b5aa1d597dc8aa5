#pragma once

#include "comm/request_counts.h"
#include "constructs/pairs.h"

#include <loop/collective_data.h>
#include <loop/patterns.h>
#include <loop/rank_status.h>
#include <loop/site.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace loop::runtime {

// The partners of a site for given arguments; computed once. Counts calls and not messages, because this
// costs less and every construct does it.
struct Plan {
    long long distance;
    long long partners;
    bool ring;
    patterns::Pattern pattern;
    // The second and third argument, as published in the status file, and as far as partners agree on them.
    std::array<std::int64_t, 2> published;
    std::array<std::int64_t, 2> agreed;
    long long calls = 0;
    long long bytes = 0;          // sum over all calls of the size of one message
    long long matched_first = -1; // the first argument at the last match_arguments()
    long long width = 0;          // the number of sends or of receives, whichever is more
};

// Numbers of messages and bytes on this rank.
struct Traffic {
    long long messages_sent = 0;
    long long bytes_sent = 0;
    long long messages_received = 0;
    long long bytes_received = 0;
    long long dropped_partners = 0;

    Traffic& operator+=(const Traffic& more);
    Traffic times(long long count) const;
};

// What a tree keeps between its calls.
struct TreePlan;
// What a \SEND or \RELAY has worked out.
struct SendPlans;
// The groups that an \AMONG has worked out.
struct GroupPlans;
struct Neighbours; // argument_matching.h
// What a line with one of MPI's collectives has worked out.
struct CollectivePlans;
struct Group;
// What a \START has begun.
class StartedCall;

// The h of each call: the bytes that this rank sent or received in it, whichever is more; of a bsp_sync, also
// the requests that it made or was asked for, whichever are more. Equal calls in a row are one stretch.
class HOfCalls {
public:
    struct Stretch {
        long long bytes, calls;
        RequestCounts requests{};
    };

    void add(long long bytes) {
        if (bytes == current_.bytes)
            ++current_.calls;
        else
            begin(bytes, {});
    }
    // For bsp_sync.
    void add(long long bytes, const RequestCounts& requests) {
        if (bytes == current_.bytes && requests == current_.requests)
            ++current_.calls;
        else
            begin(bytes, requests);
    }
    // In the order of the calls. Empty if there were no calls, or more than max_stretches.
    std::vector<Stretch> stretches() const;

    static constexpr std::size_t max_stretches = 4096;

private:
    void begin(long long bytes, const RequestCounts& requests);

    Stretch current_{-1, 0};
    std::vector<Stretch> before_;
};

// A construct at a line of the program, and its traffic on this rank. Its traffic that is not
// measured has a separate entry, and so has that in each group of an \AMONG.
struct SiteEntry {
    SiteEntry(Construct construct, const Site& site);
    ~SiteEntry();

    Construct construct;
    Site site;
    bool untimed = false;
    const Group* group = nullptr; // null: all ranks
    // Added to the call numbers, to distinguish files, timed from untimed calls, and groups.
    std::int64_t label = 0;
    std::vector<std::unique_ptr<Plan>> plans;
    Plan* last_plan = nullptr;
    std::unique_ptr<TreePlan> tree;
    std::unique_ptr<SendPlans> sends;
    std::unique_ptr<GroupPlans> groups;
    std::unique_ptr<CollectivePlans> collectives;
    std::unique_ptr<Neighbours> neighbours;         // only of \DEAL: with which it compares its calls
    std::vector<std::unique_ptr<StartedCall>> idle; // finished, to be used again

    long long calls = 0;
    std::array<long long, 3> arguments{}; // of the last call; only for collective PICL calls and \DEAL
    Traffic counted;                      // trees, kernels, and PICL calls count each message here
    GivenAndGot collective;               // of collective operations, which have no messages of their own
    bool drop_noted = false;
    std::vector<std::string> ways; // how calls inside \WITH were done, in words
    HOfCalls h;                    // only of constructs that are a superstep, and of bsp_sync
};

// Returns the total: `counted`, and the traffic of the plans.
Traffic traffic_of(const SiteEntry& entry);

// Returns the entry for the current state, timed or untimed.
SiteEntry& find_site(Construct construct, const Site& site);

// A cache of the latest look-ups in the current state: nearly all look-ups need one comparison.
constexpr std::size_t recent_site_count = 64;
extern SiteEntry* recent_sites[recent_site_count];

inline SiteEntry& site_entry(Construct construct, const Site& site) {
    const auto slot = static_cast<unsigned>(site.line) * 5 + static_cast<unsigned>(construct);
    SiteEntry*& known = recent_sites[slot % recent_site_count];
    if (known == nullptr || known->site != site || known->construct != construct)
        known = &find_site(construct, site);
    return *known;
}

// Returns the entry of a call, and counts the call.
inline SiteEntry& count_call(Construct construct, const Site& site) {
    SiteEntry& entry = site_entry(construct, site);
    ++entry.calls;
    return entry;
}

// To be called when the measurement pauses or resumes (measure/unmeasured.h), and when the group changes.
void forget_recent_sites();

// All sites in the order of their first call. Addresses stay valid.
const std::deque<SiteEntry>& all_sites();

// Returns the plan for the arguments of the call at this site, made the first time.
Plan& make_plan(SiteEntry& entry, const PairsCall& call);

inline Plan& plan_for(SiteEntry& entry, const PairsCall& call) {
    Plan* last = entry.last_plan;
    if (last != nullptr && last->distance == call.distance && last->partners == call.partners &&
        last->ring == call.ring)
        return *last;
    return make_plan(entry, call);
}

} // namespace loop::runtime
