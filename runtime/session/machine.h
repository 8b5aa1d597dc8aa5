#pragma once

#include <sched.h>

#include <string>
#include <vector>

namespace loop::runtime {

// Where a rank may run. Plain data: gathered from all ranks at open.
struct RankHome {
    char host[64];
    cpu_set_t cpus;  // affinity mask
    int quota_cores; // the cgroup's limit, rounded up; 0: none
    int forced;      // LOOP_WAITING: -1 not set, 0 native, 1 yield
    long autogroup;  // the group that the scheduler puts this process's session into; 0: it does not
    int traced;      // 1: this rank records what happens
    unsigned long long processes; // a number for the kernel and the PID namespace; 0 where that is not known
};

RankHome own_home();

// What the homes of all ranks mean for rank `me`.
struct NodeSummary {
    int node_ranks;      // ranks on my node
    int node_cores;      // cores that they may use together
    bool oversubscribed; // some node has more ranks than cores for them
    bool grouped_apart;  // the ranks of my node are in several groups of the scheduler
};
NodeSummary summarise(const std::vector<RankHome>& homes, int me);

// The ranks whose processes rank `me` can look at, it among them, ascending. A host's name may be that of
// several.
std::vector<int> ranks_beside(const std::vector<RankHome>& homes, int me);

// "0-3,8" for a mask.
std::string cpu_list(const cpu_set_t& cpus);

} // namespace loop::runtime
