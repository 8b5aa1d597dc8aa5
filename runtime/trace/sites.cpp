#include "trace/sites.h"

#include "output/json.h"
#include "session/concat.h"
#include "session/failure.h"
#include "session/lasting.h"
#include "session/open_table.h"
#include "trace/kept_header.h"

#include <cstdint>
#include <map>

namespace loop::runtime::trace {
namespace {

constexpr std::size_t room_for_file = 48; // its name is found later, from the address

struct Entry {
    const char* name = nullptr; // null: free
    const char* file = nullptr; // null for an MPI call in host code
    std::uint64_t place = 0;    // line and column, or address
    SiteIndex index = 0;

    bool is_free() const { return name == nullptr; }
    std::uint64_t key() const { return reinterpret_cast<std::uintptr_t>(name) + place * 0x10001u; }
};

Lasting<OpenTable<Entry>> table;

Lasting<std::map<std::string, SiteIndex>> parts; // by kernel, place, and name

Fragments site_lines; // constant-initialized

std::uint64_t line_and_column(const Site& site) {
    return std::uint64_t{static_cast<std::uint32_t>(site.column)} << 32 |
           static_cast<std::uint32_t>(site.line);
}

const char* kind_name(SiteKind kind) {
    static const char* const names[] = {"construct", "phase", "picl", "mpi", "part", "work"};
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
    if (site.column > 0) json.integer("column", site.column);
    if (address != 0) json.integer("address", static_cast<long long>(address));
    json.close_object();
    std::string line = json.line();
    if (address != 0 && *site.file == '\0') line.insert(line.size() - 1, room_for_file, ' ');
    keep_line(kept_site, line);
    return static_cast<SiteIndex>(site_lines.add(line));
}

// Returns the index of a site; `add` assigns one to a new site.
template <class Add>
SiteIndex index_of(Entry site, Add add) {
    Entry& entry = table().find(site.key(), [&](const Entry& e) {
        return e.place == site.place && e.name == site.name && e.file == site.file;
    });
    if (!entry.is_free()) return entry.index;
    site.index = add();
    table().add(entry, site);
    return site.index;
}

} // namespace

SiteIndex site_index(SiteKind kind, const char* name, const Site& site) {
    return index_of({name, site.file, line_and_column(site)}, [&] { return add_site(kind, name, "", site); });
}

SiteIndex site_index(const char* name, std::uintptr_t address, const Site& before) {
    return index_of({name, nullptr, address},
                    [&] { return add_site(SiteKind::Mpi, name, "", before, address); });
}

Recent recent[recent_count] = {};

SiteIndex look_up(Construct construct, const Site& site) {
    const SiteKind kind = is_library_call(construct) ? SiteKind::Picl : SiteKind::Construct;
    return site_index(kind, construct_name(construct), site);
}

SiteIndex add_phase(const char* construct, std::string_view name, const Site& site) {
    return add_site(SiteKind::Phase, construct, name, site);
}

SiteIndex part_index(SiteKind kind, Construct kernel, const std::string& name, const Site& site) {
    const char* const construct = construct_name(kernel);
    const auto [part, is_new] =
        parts().try_emplace(concat(construct, " ", line_text(site), " ", site.file, " ", name), 0);
    if (is_new) part->second = add_site(kind, construct, name, site);
    return part->second;
}

const Fragments& site_fragments() {
    return site_lines;
}

} // namespace loop::runtime::trace
