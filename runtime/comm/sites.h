#pragma once

#include <loop/patterns.h>
#include <loop/rank_status.h>
#include <loop/site.h>

#include <deque>
#include <memory>
#include <vector>

namespace loop::runtime {

// Who a site talks to for given arguments; computed once.
struct Plan {
    long long distance;
    long long partners;
    bool ring;
    patterns::Pattern pattern;
};

// A construct at a line of the program, and what went through it on this rank. What it moves within
// \UNTIMED is an entry of its own.
struct SiteEntry {
    Construct construct;
    Site site;
    bool untimed = false;
    std::vector<std::unique_ptr<Plan>> plans;
    Plan* last_plan = nullptr;
    std::unique_ptr<patterns::TreeView> tree;

    long long calls = 0;
    long long messages_sent = 0;
    long long bytes_sent = 0;
    long long messages_received = 0;
    long long bytes_received = 0;
    long long dropped_partners = 0;
    bool drop_noted = false;
};

// Of the stretch, timed or not, in which the program is.
SiteEntry& site_entry(Construct construct, const Site& site);

// In the order of their first call. Addresses stay valid.
const std::deque<SiteEntry>& all_sites();

// The plan of these arguments at this site; `make` computes the pattern the first time.
using MakePattern = patterns::Pattern (*)(long long distance, long long partners, bool ring);
Plan& make_plan(SiteEntry& entry, long long distance, long long partners, bool ring, MakePattern make);

inline Plan& plan_for(SiteEntry& entry, long long distance, long long partners, bool ring, MakePattern make) {
    Plan* last = entry.last_plan;
    if (last != nullptr && last->distance == distance && last->partners == partners && last->ring == ring) {
        return *last;
    }
    return make_plan(entry, distance, partners, ring, make);
}

} // namespace loop::runtime
