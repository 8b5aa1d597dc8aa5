#include "trace/sites.h"

#include "measure/json.h"

#include <cstdint>
#include <vector>

namespace loop::runtime::trace {
namespace {

struct Entry {
    const char* name = nullptr; // null: free
    const char* file = nullptr;
    int line = 0;
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

std::size_t slot_of(const char* name, int line, std::size_t slots) {
    const auto key = reinterpret_cast<std::uintptr_t>(name) + static_cast<std::uint64_t>(line) * 0x10001u;
    return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15u) >> 32) & (slots - 1);
}

Entry& find(std::vector<Entry>& slots, const char* name, const Site& site) {
    std::size_t slot = slot_of(name, site.line, slots.size());
    while (true) {
        Entry& entry = slots[slot];
        if (entry.name == nullptr) return entry;
        if (entry.line == site.line && entry.name == name && entry.file == site.file) return entry;
        slot = (slot + 1) & (slots.size() - 1);
    }
}

void grow(Table& t) {
    std::vector<Entry> larger(t.slots.size() * 2);
    for (const Entry& entry : t.slots) {
        if (entry.name != nullptr) find(larger, entry.name, Site{entry.file, entry.line}) = entry;
    }
    t.slots.swap(larger);
}

const char* kind_name(SiteKind kind) {
    static const char* const names[] = {"construct", "phase", "picl", "mpi"};
    return names[static_cast<int>(kind)];
}

SiteIndex add_site(SiteKind kind, const char* construct, std::string_view name, const Site& site) {
    Json json;
    json.open_object()
        .text("kind", kind_name(kind))
        .text("construct", construct)
        .text("name", std::string(name));
    json.text("file", site.file).integer("line", site.line).close_object();
    return static_cast<SiteIndex>(site_lines.add(json.line()));
}

} // namespace

SiteIndex site_index(SiteKind kind, const char* name, const Site& site) {
    Table& t = table();
    Entry& entry = find(t.slots, name, site);
    if (entry.name != nullptr) return entry.index;
    const SiteIndex index = add_site(kind, name, "", site);
    entry = {name, site.file, site.line, index};
    if (++t.used * 2 > t.slots.size()) grow(t);
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
