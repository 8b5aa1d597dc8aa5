#include "report/export/operations.h"

#include <map>
#include <string>

namespace loop::report {

namespace {

const std::map<std::string, Operation>& known_operations() {
    static const std::map<std::string, Operation> known{
        {"Barrier", Operation::Barrier},
        {"Bcast", Operation::Bcast},
        {"Gather", Operation::Gather},
        {"Gatherv", Operation::Gatherv},
        {"Scatter", Operation::Scatter},
        {"Scatterv", Operation::Scatterv},
        {"Allgather", Operation::Allgather},
        {"Allgatherv", Operation::Allgatherv},
        {"Alltoall", Operation::Alltoall},
        {"Alltoallv", Operation::Alltoallv},
        {"Alltoallw", Operation::Alltoallw},
        {"Allreduce", Operation::Allreduce},
        {"Reduce", Operation::Reduce},
        {"Reduce_scatter", Operation::ReduceScatter},
        {"Reduce_scatter_block", Operation::ReduceScatterBlock},
        {"Scan", Operation::Scan},
        {"Exscan", Operation::Exscan},
        {"VISIBLE_SYNC", Operation::Barrier},
        {"sync0", Operation::Barrier},
        {"clocksync0", Operation::Barrier},
        {"barrier0", Operation::Barrier},
        {"bcast0", Operation::Bcast},
        {"bcast1", Operation::Bcast},
        {"gather0", Operation::Gather},
        {"gmax0", Operation::Reduce},
        {"gmin0", Operation::Reduce},
        {"gsum0", Operation::Reduce},
        {"gprod0", Operation::Reduce},
        {"gand0", Operation::Reduce},
        {"gor0", Operation::Reduce},
        {"gxor0", Operation::Reduce},
        {"gcomb0", Operation::Reduce},
    };
    return known;
}

Operation find(const std::string& name) {
    const auto found = known_operations().find(name);
    return found == known_operations().end() ? Operation::Unknown : found->second;
}

} // namespace

Operation operation_of(const TraceSite& site) {
    std::string name = site.construct.empty() ? site.name : site.construct;
    if (name.compare(0, 4, "MPI_") != 0) return find(name);
    name.erase(0, 4);
    const Operation blocking = find(name);
    if (blocking != Operation::Unknown || name.size() < 2 || name[0] != 'I') return blocking;
    name.erase(0, 1);
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
    return find(name);
}

} // namespace loop::report
