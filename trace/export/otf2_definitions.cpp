#include "trace/export/otf2_definitions.h"

#include "trace/analysis/states/states.h"
#include "trace/export/operations.h"
#include "trace/export/otf2_errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace loop::report {

namespace {

/// Rows are in the order of CallKind.
struct Otf2Operation {
    OTF2_CollectiveOp number;
    OTF2_RegionRole role;
};
constexpr std::array<Otf2Operation, 17> otf2_operations{{
    {OTF2_COLLECTIVE_OP_BARRIER, OTF2_REGION_ROLE_BARRIER},
    {OTF2_COLLECTIVE_OP_BCAST, OTF2_REGION_ROLE_COLL_ONE2ALL},
    {OTF2_COLLECTIVE_OP_GATHER, OTF2_REGION_ROLE_COLL_ALL2ONE},
    {OTF2_COLLECTIVE_OP_GATHERV, OTF2_REGION_ROLE_COLL_ALL2ONE},
    {OTF2_COLLECTIVE_OP_SCATTER, OTF2_REGION_ROLE_COLL_ONE2ALL},
    {OTF2_COLLECTIVE_OP_SCATTERV, OTF2_REGION_ROLE_COLL_ONE2ALL},
    {OTF2_COLLECTIVE_OP_ALLGATHER, OTF2_REGION_ROLE_COLL_ALL2ALL},
    {OTF2_COLLECTIVE_OP_ALLGATHERV, OTF2_REGION_ROLE_COLL_ALL2ALL},
    {OTF2_COLLECTIVE_OP_ALLTOALL, OTF2_REGION_ROLE_COLL_ALL2ALL},
    {OTF2_COLLECTIVE_OP_ALLTOALLV, OTF2_REGION_ROLE_COLL_ALL2ALL},
    {OTF2_COLLECTIVE_OP_ALLTOALLW, OTF2_REGION_ROLE_COLL_ALL2ALL},
    {OTF2_COLLECTIVE_OP_ALLREDUCE, OTF2_REGION_ROLE_COLL_ALL2ALL},
    {OTF2_COLLECTIVE_OP_REDUCE, OTF2_REGION_ROLE_COLL_ALL2ONE},
    {OTF2_COLLECTIVE_OP_REDUCE_SCATTER, OTF2_REGION_ROLE_COLL_ALL2ALL},
    {OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK, OTF2_REGION_ROLE_COLL_ALL2ALL},
    {OTF2_COLLECTIVE_OP_SCAN, OTF2_REGION_ROLE_COLL_OTHER},
    {OTF2_COLLECTIVE_OP_EXSCAN, OTF2_REGION_ROLE_COLL_OTHER},
}};

const Otf2Operation& otf2_operation(CallKind kind) {
    return otf2_operations[static_cast<std::size_t>(kind) - static_cast<std::size_t>(CallKind::Barrier)];
}

OTF2_RegionRole role_of(const TraceSite& site) {
    if (site.kind == SiteKind::Phase) return OTF2_REGION_ROLE_CODE;
    if (!communicates(site)) return OTF2_REGION_ROLE_FUNCTION;
    const CallKind kind = kind_of(site);
    if (!is_collective(kind)) return OTF2_REGION_ROLE_POINT2POINT;
    return otf2_operation(kind).role;
}

void check(OTF2_ErrorCode code) {
    require_otf2(code, "the definitions cannot be written");
}

/// Writes strings, which are definitions of their own and must precede their use.
class Strings {
public:
    explicit Strings(OTF2_GlobalDefWriter* writer) : writer_(writer) {}
    OTF2_StringRef operator()(const std::string& text) {
        const auto [known, is_new] = numbers_.try_emplace(text, static_cast<OTF2_StringRef>(numbers_.size()));
        if (is_new) check(OTF2_GlobalDefWriter_WriteString(writer_, known->second, text.c_str()));
        return known->second;
    }

private:
    OTF2_GlobalDefWriter* writer_;
    std::map<std::string, OTF2_StringRef> numbers_;
};

class Definitions {
public:
    Definitions(const Trace& trace, const Otf2Numbers& numbers, OTF2_GlobalDefWriter* writer)
        : trace_(&trace), numbers_(&numbers), writer_(writer), string_(writer) {
        string_("");
    }

    void write_clock(std::int64_t end_ns) {
        const std::int64_t began = trace_->began_unix_ns + earliest_time(*trace_);
        const OTF2_TimeStamp date = trace_->began_unix_ns > 0 && began > 0
                                        ? static_cast<OTF2_TimeStamp>(began)
                                        : OTF2_UNDEFINED_TIMESTAMP;
        check(OTF2_GlobalDefWriter_WriteClockProperties(writer_, 1000000000, 0,
                                                        numbers_->timestamp(end_ns) + 1, date));
    }

    void write_regions() {
        for (std::uint32_t i = 0; i < trace_->sites.size(); ++i) {
            const TraceSite& site = trace_->sites[i];
            const OTF2_StringRef file = site.file.empty() ? OTF2_UNDEFINED_STRING : string_(site.file);
            const OTF2_Paradigm paradigm = communicates(site) ? OTF2_PARADIGM_MPI : OTF2_PARADIGM_USER;
            region(numbers_->region(i), title(site), site.construct, otf2_description(site.kind),
                   role_of(site), paradigm, file, static_cast<std::uint32_t>(std::max(site.line, 0)));
        }
        region(numbers_->program_region(), "program", "program", otf2_program, OTF2_REGION_ROLE_FUNCTION,
               OTF2_PARADIGM_USER, OTF2_UNDEFINED_STRING, 0);
        region(numbers_->waiting_region(), "waiting", "waiting", otf2_waiting, OTF2_REGION_ROLE_ARTIFICIAL,
               OTF2_PARADIGM_MEASUREMENT_SYSTEM, OTF2_UNDEFINED_STRING, 0);
        region(numbers_->unknown_region(), "unknown", "unknown", "", OTF2_REGION_ROLE_UNKNOWN,
               OTF2_PARADIGM_UNKNOWN, OTF2_UNDEFINED_STRING, 0);
    }

    void write_system_tree(const std::vector<std::uint64_t>& events) {
        constexpr OTF2_SystemTreeNodeRef machine = 0;
        check(OTF2_GlobalDefWriter_WriteSystemTreeNode(writer_, machine, string_("machine"),
                                                       string_("machine"), OTF2_UNDEFINED_SYSTEM_TREE_NODE));
        std::map<std::string, OTF2_SystemTreeNodeRef> nodes;
        for (const RankTrace& rank : trace_->ranks) {
            const auto [node, is_new] =
                nodes.try_emplace(rank.host, static_cast<OTF2_SystemTreeNodeRef>(nodes.size() + 1));
            if (is_new)
                check(OTF2_GlobalDefWriter_WriteSystemTreeNode(
                    writer_, node->second, string_(rank.host.empty() ? "unknown host" : rank.host),
                    string_("node"), machine));
            const auto number = static_cast<std::uint32_t>(rank.rank);
            // Two different names, because ViTE confuses a process and a thread with the same name.
            const OTF2_StringRef process = string_(fmt::format("process {}", rank.rank));
            const OTF2_StringRef name = string_(fmt::format("rank {}", rank.rank));
            check(OTF2_GlobalDefWriter_WriteLocationGroup(writer_, number, process,
                                                          OTF2_LOCATION_GROUP_TYPE_PROCESS, node->second,
                                                          OTF2_UNDEFINED_LOCATION_GROUP));
            check(OTF2_GlobalDefWriter_WriteLocation(writer_, number, name, OTF2_LOCATION_TYPE_CPU_THREAD,
                                                     events[number], number));
            write_problem(rank);
        }
    }

    void write_communicators() {
        std::vector<std::uint64_t> members;
        for (const RankTrace& rank : trace_->ranks)
            members.push_back(static_cast<std::uint64_t>(rank.rank));
        constexpr OTF2_GroupRef all = 0;
        group(all, "all ranks", OTF2_GROUP_TYPE_COMM_LOCATIONS, members);
        for (std::uint32_t i = 0; i < trace_->communicators.size(); ++i) {
            const Communicator& communicator = trace_->communicators[i];
            group(all + 1 + i, communicator.name, OTF2_GROUP_TYPE_COMM_GROUP,
                  {communicator.ranks.begin(), communicator.ranks.end()});
            check(OTF2_GlobalDefWriter_WriteComm(writer_, i, string_(communicator.name), all + 1 + i,
                                                 OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
        }
    }

    void write_marks() {
        check(OTF2_GlobalDefWriter_WriteParameter(writer_, Otf2Numbers::mark_parameter, string_("mark"),
                                                  OTF2_PARAMETER_TYPE_INT64));
    }

private:
    void region(OTF2_RegionRef number, const std::string& name, const std::string& canonical,
                const char* description, OTF2_RegionRole role, OTF2_Paradigm paradigm, OTF2_StringRef file,
                std::uint32_t line) {
        check(OTF2_GlobalDefWriter_WriteRegion(writer_, number, string_(name), string_(canonical),
                                               string_(description), role, paradigm, OTF2_REGION_FLAG_NONE,
                                               file, line, line));
    }
    void group(OTF2_GroupRef number, const std::string& name, OTF2_GroupType type,
               const std::vector<std::uint64_t>& members) {
        check(OTF2_GlobalDefWriter_WriteGroup(writer_, number, string_(name), type, OTF2_PARADIGM_MPI,
                                              OTF2_GROUP_FLAG_NONE,
                                              static_cast<std::uint32_t>(members.size()), members.data()));
    }
    /// Stores the rank's problem and its number of dropped events as properties of its location.
    void write_problem(const RankTrace& rank) {
        if (rank.complete) return;
        OTF2_AttributeValue value;
        value.stringRef = string_(rank.problem.empty() ? "not complete" : rank.problem);
        check(OTF2_GlobalDefWriter_WriteLocationProperty(writer_, static_cast<OTF2_LocationRef>(rank.rank),
                                                         string_("LOOP::PROBLEM"), OTF2_TYPE_STRING, value));
        value.uint64 = rank.dropped;
        check(OTF2_GlobalDefWriter_WriteLocationProperty(writer_, static_cast<OTF2_LocationRef>(rank.rank),
                                                         string_("LOOP::DROPPED"), OTF2_TYPE_UINT64, value));
    }

    const Trace* trace_;
    const Otf2Numbers* numbers_;
    OTF2_GlobalDefWriter* writer_;
    Strings string_;
};

std::int64_t latest_time(const Trace& trace) {
    std::int64_t latest = trace.end_ns();
    for (const RankTrace& rank : trace.ranks)
        if (!rank.events.empty()) latest = std::max(latest, rank.events.back().time_ns);
    return latest;
}

} // namespace

const char* otf2_description(SiteKind kind) {
    switch (kind) {
    case SiteKind::Construct:
        return "LOOP construct";
    case SiteKind::Phase:
        return "LOOP phase";
    case SiteKind::Picl:
        return "PICL call";
    case SiteKind::Mpi:
        return "MPI call";
    case SiteKind::Part:
        return "LOOP kernel, communication";
    case SiteKind::Work:
        return "LOOP kernel, computation";
    case SiteKind::Region:
        return "";
    }
    return "";
}

OTF2_CollectiveOp collective_of(const Trace& trace, const Event& event) {
    const CallKind begun = begun_of_tag(event.tag);
    // A collective operation that OTF2 does not define is written as a barrier, in which all ranks wait.
    const CallKind kind =
        is_collective(begun) || event.site >= trace.sites.size() ? begun : kind_of(trace.sites[event.site]);
    if (!is_collective(kind)) return OTF2_COLLECTIVE_OP_BARRIER;
    return otf2_operation(kind).number;
}

Otf2Numbers::Otf2Numbers(const Trace& trace)
    : sites_(static_cast<std::uint32_t>(trace.sites.size())), origin_ns_(earliest_time(trace)) {
    for (const TraceSite& site : trace.sites)
        kinds_.push_back(call_info(site.construct).kind);
    for (const Communicator& communicator : trace.communicators) {
        std::vector<std::uint32_t> ranks(trace.ranks.size(), OTF2_UNDEFINED_UINT32);
        for (std::size_t i = 0; i < communicator.ranks.size(); ++i) {
            const auto world = static_cast<std::size_t>(communicator.ranks[i]);
            if (communicator.ranks[i] >= 0 && world < ranks.size())
                ranks[world] = static_cast<std::uint32_t>(i);
        }
        ranks_.push_back(std::move(ranks));
    }
}

std::uint32_t Otf2Numbers::rank_in(std::uint16_t communicator, std::int32_t world_rank) const {
    if (communicator >= ranks_.size() || world_rank < 0) return OTF2_UNDEFINED_UINT32;
    const std::vector<std::uint32_t>& ranks = ranks_[communicator];
    const auto index = static_cast<std::size_t>(world_rank);
    return index < ranks.size() ? ranks[index] : OTF2_UNDEFINED_UINT32;
}

void write_definitions(const Trace& trace, const Otf2Numbers& numbers,
                       const std::vector<std::uint64_t>& events, OTF2_GlobalDefWriter* writer) {
    Definitions definitions(trace, numbers, writer);
    definitions.write_clock(latest_time(trace));
    definitions.write_system_tree(events);
    definitions.write_regions();
    definitions.write_communicators();
    definitions.write_marks();
}

} // namespace loop::report
