#pragma once

#include <sched.h>

#include <string>
#include <vector>

namespace loop::runtime {

// Where a rank may run. Plain data, gathered from all ranks at \OPEN0.
struct RankHome {
    char host[64];
    cpu_set_t cpus;               // affinity mask
    int quota_cores;              // the cgroup's limit, rounded up; 0: none
    int forced;                   // LOOP_WAITING: -1 not set, 0 native, 1 yield
    long autogroup;               // the scheduler's group (autogroup) of this process; 0: none
    int traced;                   // the records that this rank's trace may have; 0: it records none
    int summarizes;               // 1: by this rank's settings, rank 0 prints a summary at the end
    unsigned long long processes; // identifies the kernel and the PID namespace; 0: unknown
};

RankHome own_home();

// Binds this process to CPUs. Returns false with errno if the system refuses.
bool bind_to_cpus(const int* first, std::size_t number);

// Takes all CPUs but these from this process. If it has none of them, it gets all of them. Where the system
// refuses, nothing changes.
void keep_to_cpus(const std::vector<int>& allowed);

// A summary of all ranks' homes for rank `me`.
struct NodeSummary {
    int node_ranks;      // ranks on this rank's node
    int node_cores;      // cores that they may use together
    bool oversubscribed; // some node has more ranks than cores for them
    bool grouped_apart;  // the ranks of this node are in several scheduler groups
};
NodeSummary summarise(const std::vector<RankHome>& homes, int me);

// Returns the ranks whose processes rank `me` can inspect, including itself, ascending. A shared host name is
// not enough, as several hosts may have it.
std::vector<int> ranks_beside(const std::vector<RankHome>& homes, int me);

// Returns a mask as text, such as "0-3,8".
std::string cpu_list(const cpu_set_t& cpus);

} // namespace loop::runtime
