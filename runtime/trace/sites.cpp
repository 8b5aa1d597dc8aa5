#include "trace/sites.h"

#include "output/json.h"

#include <cstdint>
#include <vector>

namespace loop::runtime::trace {
namespace {

struct Entry {
    const char* name = nullptr; // null: free
    const char* file = nullptr; // null for an MPI call of host text
    std::uintptr_t place = 0;   // line, or address
    SiteIndex index = 0;
};

// Open addressing; at most half full.
struct Table {
    std::vector<Entry> slots = std::vector<Entry>(256);
    std::size_t used = 0;
};

Table& table() {
    static auto* const instance = new Table;
    return *instance;
}

Fragments site_lines; // constant-initialised

std::size_t slot_of(const char* name, std::uintptr_t place, std::size_t slots) {
    const auto key = reinterpret_cast<std::uintptr_t>(name) + static_cast<std::uint64_t>(place) * 0x10001u;
    return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15u) >> 32) & (slots - 1);
}

Entry& find(std::vector<Entry>& slots, const char* name, const char* file, std::uintptr_t place) {
    std::size_t slot = slot_of(name, place, slots.size());
    while (true) {
        Entry& entry = slots[slot];
        if (entry.name == nullptr) return entry;
        if (entry.place == place && entry.name == name && entry.file == file) return entry;
        slot = (slot + 1) & (slots.size() - 1);
    }
}

void grow(Table& t) {
    std::vector<Entry> larger(t.slots.size() * 2);
    for (const Entry& entry : t.slots) {
        if (entry.name != nullptr) find(larger, entry.name, entry.file, entry.place) = entry;
    }
    t.slots.swap(larger);
}

const char* kind_name(SiteKind kind) {
    static const char* const names[] = {"construct", "phase", "picl", "mpi"};
    return names[static_cast<int>(kind)];
}

SiteIndex add_site(SiteKind kind, const char* construct, std::string_view name, const Site& site,
                   std::uintptr_t address = 0) {
    Json json;
    json.open_object()
        .text("kind", kind_name(kind))
        .text("construct", construct)
        .text("name", std::string(name));
    json.text("file", site.file).integer("line", site.line);
    if (address != 0) json.integer("address", static_cast<long long>(address));
    json.close_object();
    return static_cast<SiteIndex>(site_lines.add(json.line()));
}

void add_entry(Table& t, Entry& free, const Entry& entry) {
    free = entry;
    if (++t.used * 2 > t.slots.size()) grow(t);
}

} // namespace

SiteIndex site_index(SiteKind kind, const char* name, const Site& site) {
    Table& t = table();
    const auto line = static_cast<std::uintptr_t>(site.line);
    Entry& entry = find(t.slots, name, site.file, line);
    if (entry.name != nullptr) return entry.index;
    const SiteIndex index = add_site(kind, name, "", site);
    add_entry(t, entry, {name, site.file, line, index});
    return index;
}

SiteIndex site_index(const char* name, std::uintptr_t address, const Site& before) {
    Table& t = table();
    Entry& entry = find(t.slots, name, nullptr, address);
    if (entry.name != nullptr) return entry.index;
    const SiteIndex index = add_site(SiteKind::Mpi, name, "", before, address);
    add_entry(t, entry, {name, nullptr, address, index});
    return index;
}

Recent recent[recent_count] = {};

SiteIndex look_up(Construct construct, const Site& site) {
    const SiteKind kind = construct >= Construct::PiclOpen ? SiteKind::Picl : SiteKind::Construct;
    return site_index(kind, construct_name(construct), site);
}

SiteIndex add_phase(const char* construct, std::string_view name, const Site& site) {
    return add_site(SiteKind::Phase, construct, name, site);
}

const Fragments& site_fragments() {
    return site_lines;
}

} // namespace loop::runtime::trace
