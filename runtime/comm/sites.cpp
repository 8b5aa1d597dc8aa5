#include "comm/sites.h"

#include "comm/collectives.h"
#include "comm/group_plan.h"
#include "comm/send_plan.h"
#include "comm/started.h"
#include "comm/tree_plan.h"
#include "session/group.h"
#include "session/lasting.h"
#include "session/open_table.h"
#include "session/session.h"

#include <loop/fnv.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace loop::runtime {
namespace {

std::uint64_t site_key(Construct construct, const Site& site) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(site.line)) * 64 +
           static_cast<std::uint64_t>(construct);
}

struct Place {
    SiteEntry* entry = nullptr;

    bool is_free() const { return entry == nullptr; }
    std::uint64_t key() const { return site_key(entry->construct, entry->site); }
};

Lasting<std::deque<SiteEntry>> entries;
Lasting<OpenTable<Place>> table;

// Returns a label that is the same on all ranks.
std::int64_t label_of(const SiteEntry& entry) {
    const std::uint64_t place = fnv1a64(entry.site.file) ^ (entry.group != nullptr ? entry.group->label : 0) ^
                                static_cast<std::uint64_t>(entry.site.column) * 0x9e3779b97f4a7c15u;
    return (static_cast<std::int64_t>(place >> 44) << 1 | (entry.untimed ? 1 : 0)) << 40;
}

// The pattern with the ranks of the group's members.
patterns::Pattern among_ranks(patterns::Pattern pattern) {
    for (auto* partners : {&pattern.sends, &pattern.receives})
        for (patterns::Partner& partner : *partners)
            partner.rank = rank_of_member(partner.rank);
    return pattern;
}

SiteEntry* add(Construct construct, const Site& site) {
    SiteEntry& entry = entries().emplace_back(construct, site);
    entry.untimed = the_session.untimed;
    entry.group = the_session.group;
    entry.label = label_of(entry);
    return &entry;
}

} // namespace

SiteEntry* recent_sites[recent_site_count] = {};

void forget_recent_sites() {
    std::fill(std::begin(recent_sites), std::end(recent_sites), nullptr);
}

SiteEntry::SiteEntry(Construct of, const Site& at) : construct(of), site(at) {}
SiteEntry::~SiteEntry() = default;

void HOfCalls::begin(long long bytes, const RequestCounts& requests) {
    if (current_.calls > 0 && before_.size() < max_stretches) before_.push_back(current_);
    current_ = {bytes, 1, requests};
}

std::vector<HOfCalls::Stretch> HOfCalls::stretches() const {
    if (current_.calls == 0 || before_.size() == max_stretches) return {};
    std::vector<Stretch> all = before_;
    all.push_back(current_);
    return all;
}

Traffic& Traffic::operator+=(const Traffic& more) {
    messages_sent += more.messages_sent;
    bytes_sent += more.bytes_sent;
    messages_received += more.messages_received;
    bytes_received += more.bytes_received;
    dropped_partners += more.dropped_partners;
    return *this;
}

Traffic Traffic::times(long long count) const {
    return {messages_sent * count, bytes_sent * count, messages_received * count, bytes_received * count,
            dropped_partners * count};
}

Traffic traffic_of(const SiteEntry& entry) {
    Traffic traffic = entry.counted;
    for (const auto& plan : entry.plans) {
        const auto sends = static_cast<long long>(plan->pattern.sends.size());
        const auto receives = static_cast<long long>(plan->pattern.receives.size());
        traffic.messages_sent += plan->calls * sends;
        traffic.bytes_sent += plan->bytes * sends;
        traffic.messages_received += plan->calls * receives;
        traffic.bytes_received += plan->bytes * receives;
        traffic.dropped_partners += plan->calls * plan->pattern.dropped;
    }
    if (entry.sends != nullptr) traffic += traffic_of(*entry.sends);
    return traffic;
}

SiteEntry& find_site(Construct construct, const Site& site) {
    Place& place = table().find(site_key(construct, site), [&](const Place& other) {
        const SiteEntry& entry = *other.entry;
        return entry.site == site && entry.construct == construct && entry.untimed == the_session.untimed &&
               entry.group == the_session.group;
    });
    if (!place.is_free()) return *place.entry;
    SiteEntry* const entry = add(construct, site);
    table().add(place, {entry});
    return *entry;
}

const std::deque<SiteEntry>& all_sites() {
    return entries();
}

Plan& make_plan(SiteEntry& entry, const PairsCall& call) {
    for (const auto& plan : entry.plans) {
        if (plan->distance != call.distance || plan->partners != call.partners || plan->ring != call.ring)
            continue;
        entry.last_plan = plan.get();
        return *plan;
    }
    const std::array<std::int64_t, 2> arguments{call.distance, call.partners | (call.ring ? ring_bit : 0)};
    patterns::Pattern partners = among_ranks(partners_of(call, rank_in_group(), ranks_in_group()));
    auto plan = std::make_unique<Plan>(
        Plan{call.distance, call.partners, call.ring, std::move(partners), arguments, arguments});
    plan->width = static_cast<long long>(std::max(plan->pattern.sends.size(), plan->pattern.receives.size()));
    entry.last_plan = plan.get();
    entry.plans.push_back(std::move(plan));
    return *entry.last_plan;
}

} // namespace loop::runtime
