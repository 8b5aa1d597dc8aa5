#include "comm/sites.h"

#include "comm/tree_plan.h"
#include "session/session.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace loop::runtime {
namespace {

// Open addressing over pointers into the deque: a look-up is a multiplication and, nearly always, one
// comparison.
struct Table {
    std::deque<SiteEntry> entries;
    std::vector<SiteEntry*> slots = std::vector<SiteEntry*>(256, nullptr);
};

Table& table() {
    static Table* const instance = new Table; // read by exit handlers
    return *instance;
}

std::size_t slot_of(Construct construct, const Site& site, std::size_t slots) {
    const auto key = static_cast<std::uint64_t>(static_cast<std::uint32_t>(site.line)) * 64 +
                     static_cast<std::uint64_t>(construct);
    return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15u) >> 32) & (slots - 1);
}

bool same(const SiteEntry& entry, Construct construct, const Site& site) {
    return entry.site.line == site.line && entry.construct == construct &&
           entry.untimed == the_session.untimed && entry.site.file == site.file;
}

void place(Table& t, SiteEntry* entry) {
    std::size_t slot = slot_of(entry->construct, entry->site, t.slots.size());
    while (t.slots[slot] != nullptr)
        slot = (slot + 1) & (t.slots.size() - 1);
    t.slots[slot] = entry;
}

// The same on all ranks.
std::int64_t label_of(const SiteEntry& entry) {
    std::uint32_t hash = 2166136261u;
    for (const char* c = entry.site.file; *c != '\0'; ++c)
        hash = (hash ^ static_cast<unsigned char>(*c)) * 16777619u;
    return (static_cast<std::int64_t>(hash >> 12) << 1 | (entry.untimed ? 1 : 0)) << 40;
}

SiteEntry& add(Table& t, Construct construct, const Site& site) {
    SiteEntry& entry = t.entries.emplace_back(construct, site);
    entry.untimed = the_session.untimed;
    entry.label = label_of(entry);
    if (t.entries.size() * 2 > t.slots.size()) {
        t.slots.assign(t.slots.size() * 2, nullptr);
        for (SiteEntry& other : t.entries)
            place(t, &other);
    } else {
        place(t, &entry);
    }
    return entry;
}

} // namespace

SiteEntry* recent_sites[recent_site_count] = {};

void forget_recent_sites() {
    std::fill(std::begin(recent_sites), std::end(recent_sites), nullptr);
}

SiteEntry::SiteEntry(Construct of, const Site& at) : construct(of), site(at) {}
SiteEntry::~SiteEntry() = default;

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
    return traffic;
}

SiteEntry& find_site(Construct construct, const Site& site) {
    Table& t = table();
    std::size_t slot = slot_of(construct, site, t.slots.size());
    while (t.slots[slot] != nullptr) {
        if (same(*t.slots[slot], construct, site)) return *t.slots[slot];
        slot = (slot + 1) & (t.slots.size() - 1);
    }
    return add(t, construct, site);
}

const std::deque<SiteEntry>& all_sites() {
    return table().entries;
}

Plan& make_plan(SiteEntry& entry, long long distance, long long partners, bool ring, MakePattern make) {
    for (const auto& plan : entry.plans) {
        if (plan->distance != distance || plan->partners != partners || plan->ring != ring) continue;
        entry.last_plan = plan.get();
        return *plan;
    }
    auto plan = std::make_unique<Plan>(Plan{distance, partners, ring, make(distance, partners, ring)});
    entry.last_plan = plan.get();
    entry.plans.push_back(std::move(plan));
    return *entry.last_plan;
}

} // namespace loop::runtime
