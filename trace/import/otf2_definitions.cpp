#include "trace/import/otf2_definitions.h"

#include "base/text/clean.h"
#include "trace/export/otf2_definitions.h"
#include "trace/export/otf2_errors.h"
#include "trace/import/otf2.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <tuple>

namespace loop::report {

namespace {

struct Region {
    OTF2_StringRef name, canonical, description, file;
    OTF2_Paradigm paradigm;
    std::uint32_t line;
};

struct Group {
    OTF2_GroupType type = OTF2_GROUP_TYPE_UNKNOWN;
    bool global_ranks = false;
    std::vector<std::uint64_t> members;
};

struct Location {
    OTF2_LocationGroupRef group;
    bool is_thread;
};

struct Property {
    OTF2_LocationRef location;
    OTF2_StringRef name;
    OTF2_AttributeValue value;
};

/// The definitions as read; names are resolved when all have been read.
struct Raw {
    std::uint64_t ticks_per_second = 0, clock_origin = 0, origin_date = OTF2_UNDEFINED_TIMESTAMP;
    std::map<OTF2_StringRef, std::string> strings;
    std::map<OTF2_RegionRef, Region> regions;
    std::map<OTF2_SystemTreeNodeRef, OTF2_StringRef> nodes;
    std::map<OTF2_LocationGroupRef, OTF2_SystemTreeNodeRef> processes;
    std::map<OTF2_LocationRef, Location> locations;
    std::map<OTF2_GroupRef, Group> groups;
    std::vector<std::uint64_t> mpi_locations; // kept apart, as EZTrace gives a second group the same number
    std::map<OTF2_CommRef, std::pair<OTF2_StringRef, OTF2_GroupRef>> communicators;
    std::map<OTF2_ParameterRef, OTF2_StringRef> parameters;
    std::vector<Property> properties;

    std::string text(OTF2_StringRef ref) const {
        const auto found = strings.find(ref);
        return found == strings.end() ? "" : found->second;
    }
};

Raw& raw(void* data) {
    return *static_cast<Raw*>(data);
}

OTF2_CallbackCode on_clock(void* data, std::uint64_t resolution, std::uint64_t origin, std::uint64_t,
                           std::uint64_t date) {
    raw(data).ticks_per_second = resolution;
    raw(data).clock_origin = origin;
    raw(data).origin_date = date;
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_string(void* data, OTF2_StringRef self, const char* text) {
    raw(data).strings[self] = clean_text(text);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_region(void* data, OTF2_RegionRef self, OTF2_StringRef name, OTF2_StringRef canonical,
                            OTF2_StringRef description, OTF2_RegionRole, OTF2_Paradigm paradigm,
                            OTF2_RegionFlag, OTF2_StringRef file, std::uint32_t line, std::uint32_t) {
    raw(data).regions[self] = {name, canonical, description, file, paradigm, line};
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_node(void* data, OTF2_SystemTreeNodeRef self, OTF2_StringRef name, OTF2_StringRef,
                          OTF2_SystemTreeNodeRef) {
    raw(data).nodes[self] = name;
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_process(void* data, OTF2_LocationGroupRef self, OTF2_StringRef, OTF2_LocationGroupType,
                             OTF2_SystemTreeNodeRef parent, OTF2_LocationGroupRef) {
    raw(data).processes[self] = parent;
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_location(void* data, OTF2_LocationRef self, OTF2_StringRef, OTF2_LocationType type,
                              std::uint64_t, OTF2_LocationGroupRef group) {
    raw(data).locations[self] = {group, type == OTF2_LOCATION_TYPE_CPU_THREAD};
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_group(void* data, OTF2_GroupRef self, OTF2_StringRef, OTF2_GroupType type,
                           OTF2_Paradigm paradigm, OTF2_GroupFlag flags, std::uint32_t count,
                           const std::uint64_t* members) {
    Group group{type, (flags & OTF2_GROUP_FLAG_GLOBAL_MEMBERS) != 0, {members, members + count}};
    if (type == OTF2_GROUP_TYPE_COMM_LOCATIONS && paradigm == OTF2_PARADIGM_MPI)
        raw(data).mpi_locations = group.members;
    raw(data).groups[self] = std::move(group);
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_communicator(void* data, OTF2_CommRef self, OTF2_StringRef name, OTF2_GroupRef group,
                                  OTF2_CommRef, OTF2_CommFlag) {
    raw(data).communicators[self] = {name, group};
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_parameter(void* data, OTF2_ParameterRef self, OTF2_StringRef name, OTF2_ParameterType) {
    raw(data).parameters[self] = name;
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode on_property(void* data, OTF2_LocationRef location, OTF2_StringRef name, OTF2_Type,
                              OTF2_AttributeValue value) {
    raw(data).properties.push_back({location, name, value});
    return OTF2_CALLBACK_SUCCESS;
}

Raw read_raw(OTF2_Reader* reader) {
    Raw result;
    OTF2_GlobalDefReader* definitions = OTF2_Reader_GetGlobalDefReader(reader);
    if (definitions == nullptr)
        throw ImportError("its definitions cannot be read" + otf2_reason(OTF2_ERROR_INVALID));
    OTF2_GlobalDefReaderCallbacks* callbacks = OTF2_GlobalDefReaderCallbacks_New();
    OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(callbacks, on_clock);
    OTF2_GlobalDefReaderCallbacks_SetStringCallback(callbacks, on_string);
    OTF2_GlobalDefReaderCallbacks_SetRegionCallback(callbacks, on_region);
    OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeCallback(callbacks, on_node);
    OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback(callbacks, on_process);
    OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks, on_location);
    OTF2_GlobalDefReaderCallbacks_SetGroupCallback(callbacks, on_group);
    OTF2_GlobalDefReaderCallbacks_SetCommCallback(callbacks, on_communicator);
    OTF2_GlobalDefReaderCallbacks_SetParameterCallback(callbacks, on_parameter);
    OTF2_GlobalDefReaderCallbacks_SetLocationPropertyCallback(callbacks, on_property);
    OTF2_ErrorCode code = OTF2_Reader_RegisterGlobalDefCallbacks(reader, definitions, callbacks, &result);
    OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
    std::uint64_t read = 0;
    if (code == OTF2_SUCCESS) code = OTF2_Reader_ReadAllGlobalDefinitions(reader, definitions, &read);
    if (code != OTF2_SUCCESS) throw ImportError("its definitions cannot be read" + otf2_reason(code));
    OTF2_Reader_CloseGlobalDefReader(reader, definitions);
    return result;
}

SiteKind kind_of(const Raw& raw, const Region& region, bool is_ours) {
    const std::string description = raw.text(region.description);
    for (const SiteKind kind : recorded_site_kinds)
        if (is_ours && description == otf2_description(kind)) return kind;
    const bool is_mpi =
        region.paradigm == OTF2_PARADIGM_MPI || raw.text(region.name).compare(0, 4, "MPI_") == 0;
    return is_mpi && !is_ours ? SiteKind::Mpi : SiteKind::Region;
}

/// Makes each region one site, even if the archive numbers it separately for each rank.
void add_regions(const Raw& raw, ImportedDefinitions& result) {
    std::map<std::tuple<SiteKind, std::string, std::string, std::string, int>, std::uint32_t> known;
    for (const auto& [ref, region] : raw.regions) {
        ImportedRegion& imported = result.regions[ref];
        const std::string description = raw.text(region.description);
        if (result.is_ours && description == otf2_program) {
            imported.role = ImportedRegion::Role::Program;
            continue;
        }
        if (result.is_ours && description == otf2_waiting) {
            imported.role = ImportedRegion::Role::Waiting;
            continue;
        }
        TraceSite site;
        site.kind = kind_of(raw, region, result.is_ours);
        const std::string name = raw.text(region.name);
        site.construct = result.is_ours ? raw.text(region.canonical) : site.kind == SiteKind::Mpi ? name : "";
        if (site.construct != name) site.name = name;
        site.line = static_cast<int>(std::min<std::uint32_t>(region.line, std::numeric_limits<int>::max()));
        if (result.is_ours || site.line > 0) site.file = raw.text(region.file);
        const auto [entry, is_new] =
            known.try_emplace(std::make_tuple(site.kind, site.construct, site.name, site.file, site.line),
                              static_cast<std::uint32_t>(result.sites.size()));
        if (is_new) result.sites.push_back(site);
        imported.site = entry->second;
    }
}

/// Ranks are the members of MPI's group of locations, in its order; without that group, the first thread of
/// each process.
void add_ranks(const Raw& raw, ImportedDefinitions& result) {
    result.ranks.assign(raw.mpi_locations.begin(), raw.mpi_locations.end());
    if (result.ranks.empty()) {
        std::map<OTF2_LocationGroupRef, OTF2_LocationRef> first;
        for (const auto& [ref, location] : raw.locations)
            if (location.is_thread) first.try_emplace(location.group, ref);
        for (const auto& [group, location] : first)
            result.ranks.push_back(location);
    }
    if (result.ranks.empty()) throw ImportError("it defines no process");
    constexpr std::size_t max_ranks = std::size_t(1) << 20;
    if (result.ranks.size() > max_ranks)
        throw ImportError(fmt::format("it has {} ranks; the limit is {}", result.ranks.size(), max_ranks));
    std::vector<OTF2_LocationRef> sorted = result.ranks;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        throw ImportError("two of its ranks are the same location");
    result.other_locations = static_cast<std::uint64_t>(
        std::count_if(raw.locations.begin(), raw.locations.end(), [&](const auto& entry) {
            return !std::binary_search(sorted.begin(), sorted.end(), entry.first);
        }));
    for (const OTF2_LocationRef rank : result.ranks) {
        const auto location = raw.locations.find(rank);
        if (location == raw.locations.end())
            throw ImportError(fmt::format("a rank is location {}, and there is no such location", rank));
        const auto process = raw.processes.find(location->second.group);
        const auto node = process == raw.processes.end() ? raw.nodes.end() : raw.nodes.find(process->second);
        result.hosts.push_back(node == raw.nodes.end() ? "" : raw.text(node->second));
    }
}

/// Returns the world ranks of the members, by their rank in the group.
std::vector<int> members_of(const Group& group, std::size_t ranks) {
    std::vector<int> members;
    if (group.type == OTF2_GROUP_TYPE_COMM_LOCATIONS) {
        for (std::size_t i = 0; i < ranks; ++i)
            members.push_back(static_cast<int>(i));
    } else {
        for (const std::uint64_t member : group.members)
            members.push_back(member < ranks ? static_cast<int>(member) : -1);
    }
    return members;
}

void add_communicators(const Raw& raw, ImportedDefinitions& result) {
    constexpr std::size_t most = std::numeric_limits<std::uint16_t>::max();
    for (const auto& [ref, named] : raw.communicators) {
        const auto group = raw.groups.find(named.second);
        if (group == raw.groups.end()) continue;
        if (result.communicators.size() == most)
            throw ImportError(fmt::format("it has more than {} communicators", most));
        result.communicator_of[ref] = {static_cast<std::uint16_t>(result.communicators.size()),
                                       group->second.global_ranks ||
                                           group->second.type == OTF2_GROUP_TYPE_COMM_LOCATIONS};
        result.communicators.push_back(
            {raw.text(named.first), members_of(group->second, result.ranks.size())});
    }
}

void add_own(const Raw& raw, ImportedDefinitions& result) {
    for (const auto& [ref, name] : raw.parameters)
        if (raw.text(name) == "mark") result.mark_parameter = ref;
    for (const Property& property : raw.properties) {
        if (raw.text(property.name) == "LOOP::PROBLEM")
            result.problems[property.location] = raw.text(property.value.stringRef);
        if (raw.text(property.name) == "LOOP::DROPPED")
            result.dropped[property.location] = property.value.uint64;
    }
}

} // namespace

ImportedDefinitions read_definitions(OTF2_Reader* reader) {
    char* creator = nullptr;
    ImportedDefinitions result;
    if (OTF2_Reader_GetCreator(reader, &creator) == OTF2_SUCCESS && creator != nullptr) {
        result.is_ours = std::string(creator).compare(0, 5, "LOOP ") == 0;
        std::free(creator);
    }
    const Raw raw = read_raw(reader);
    result.ticks_per_second = raw.ticks_per_second;
    result.clock_origin = raw.clock_origin;
    if (raw.origin_date <= std::numeric_limits<std::int64_t>::max())
        result.origin_unix_ns = static_cast<std::int64_t>(raw.origin_date);
    if (result.ticks_per_second == 0) throw ImportError("it does not define the resolution of its clock");
    add_regions(raw, result);
    add_ranks(raw, result);
    add_communicators(raw, result);
    if (result.is_ours) add_own(raw, result);
    return result;
}

} // namespace loop::report
