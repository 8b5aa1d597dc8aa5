#include "session/group.h"

#include "session/failure.h"
#include "session/lasting.h"
#include "session/waits.h"

#include <loop/fnv.h>

#include <algorithm>
#include <deque>
#include <string_view>

namespace loop::runtime {
namespace {

Lasting<std::deque<Group>> groups; // addresses stay valid

std::uint64_t label_of(const std::vector<int>& members) {
    return fnv1a64({reinterpret_cast<const char*>(members.data()), members.size() * sizeof(int)});
}

std::uint64_t packed(std::vector<std::int32_t> members) {
    std::sort(members.begin(), members.end());
    return pack_members(members.data(), static_cast<std::int64_t>(members.size()), the_session.ranks);
}

constexpr int control_tag = 1, host_tag = 2;

// A rank may wait here for members that do something else. The arguments of its construct are not known yet.
int create_communicator(MPI_Group own, int tag, MPI_Comm& made) {
    publish(-1, -1, -1, -1);
    const Waits waits(waits_for_everyone);
    return PMPI_Comm_create_group(the_session.control, own, tag, &made);
}

// Collective over the group.
MPI_Comm make_communicator(const Group& group, int tag) {
    MPI_Group all = MPI_GROUP_NULL, own = MPI_GROUP_NULL;
    MPI_Comm made = MPI_COMM_NULL;
    PMPI_Comm_group(the_session.control, &all);
    PMPI_Group_incl(all, static_cast<int>(group.members.size()), group.members.data(), &own);
    const int code = create_communicator(own, tag, made);
    PMPI_Group_free(&own);
    PMPI_Group_free(&all);
    check_mpi(code, "making the communicator of a group");
    return made;
}

} // namespace

Group& find_group(const std::vector<int>& members, int rank) {
    const auto same = [&](const Group& group) { return group.members == members; };
    const auto known = std::find_if(groups().begin(), groups().end(), same);
    if (known != groups().end()) return *known;
    return groups().emplace_back(Group{members, rank, label_of(members), packed(members)});
}

MPI_Comm control_of_group() {
    if (among_all()) return the_session.control;
    Group& group = *the_session.group;
    if (group.control == MPI_COMM_NULL) group.control = make_communicator(group, control_tag);
    return group.control;
}

MPI_Comm communicator_of_group() {
    if (among_all()) return MPI_COMM_WORLD;
    Group& group = *the_session.group;
    if (group.host == MPI_COMM_NULL) group.host = make_communicator(group, host_tag);
    return group.host;
}

void require_all_ranks(Construct construct, const Site& site) {
    if (among_all()) return;
    fail(site, construct, "called inside \\AMONG, but it concerns all ranks");
}

void release_groups() {
    for (Group& group : groups())
        for (MPI_Comm* comm : {&group.control, &group.host})
            if (*comm != MPI_COMM_NULL) PMPI_Comm_free(comm);
}

} // namespace loop::runtime
