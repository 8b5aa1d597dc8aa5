#include "session/machine.h"

#include <loop/control_groups.h>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

namespace loop::runtime {
namespace {

int rounded_up(double quota, double period) {
    return quota > 0 && period > 0 ? std::max(1, static_cast<int>(std::ceil(quota / period))) : 0;
}

int tighter(int a, int b) {
    return a == 0 ? b : b == 0 ? a : std::min(a, b);
}

int quota_of(const std::string& folder) {
    std::ifstream file(folder + "/cpu.max");
    std::ifstream old_quota(folder + "/cpu.cfs_quota_us");
    std::ifstream old_period(folder + "/cpu.cfs_period_us");
    std::string text;
    double quota = 0;
    double period = 0;
    if (file >> text >> period) return rounded_up(std::atof(text.c_str()), period); // "max": 0
    return old_quota >> quota && old_period >> period ? rounded_up(quota, period) : 0;
}

int tightest_quota() {
    std::ifstream membership("/proc/self/cgroup");
    int cores = 0;
    for (const std::string& folder : control_group_folders(membership, "/sys/fs/cgroup", "cpu"))
        cores = tighter(cores, quota_of(folder));
    return cores;
}

int forced_waiting() {
    const char* text = std::getenv("LOOP_WAITING");
    if (text == nullptr) return -1;
    return std::strcmp(text, "yield") == 0 ? 1 : std::strcmp(text, "native") == 0 ? 0 : -1;
}

// Reads a line such as "/autogroup-25 nice 0".
long own_autogroup() {
    std::ifstream enabled_file("/proc/sys/kernel/sched_autogroup_enabled");
    std::ifstream group_file("/proc/self/autogroup");
    int enabled = 0;
    std::string group;
    const std::string before = "/autogroup-";
    if (!(enabled_file >> enabled >> std::ws) || enabled == 0 || !(group_file >> group)) return 0;
    return group.compare(0, before.size(), before) == 0 ? std::atol(group.c_str() + before.size()) : 0;
}

unsigned long long own_processes() {
    std::ifstream boot_file("/proc/sys/kernel/random/boot_id");
    std::string boot;
    struct stat space {};
    if (!std::getline(boot_file, boot) || stat("/proc/self/ns/pid", &space) != 0) return 0;
    return std::hash<std::string>()(boot) ^ space.st_ino;
}

// Finds out whether every rank can have its own core: searches an augmenting path for each rank.
class Matching {
public:
    explicit Matching(std::vector<const RankHome*> ranks)
        : ranks_(std::move(ranks)), owner_(CPU_SETSIZE, -1) {}

    bool all_have_cores() {
        for (std::size_t i = 0; i < ranks_.size(); ++i) {
            std::vector<bool> tried(CPU_SETSIZE, false);
            if (!place(static_cast<int>(i), tried)) return false;
        }
        return true;
    }

private:
    bool place(int rank, std::vector<bool>& tried) {
        for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
            if (tried[cpu] || !CPU_ISSET(cpu, &ranks_[static_cast<std::size_t>(rank)]->cpus)) continue;
            tried[cpu] = true;
            if (owner_[cpu] < 0 || place(owner_[cpu], tried)) {
                owner_[cpu] = rank;
                return true;
            }
        }
        return false;
    }

    std::vector<const RankHome*> ranks_;
    std::vector<int> owner_;
};

int cores_of(const std::vector<const RankHome*>& ranks) {
    cpu_set_t all;
    CPU_ZERO(&all);
    int quota = 0;
    for (const RankHome* home : ranks) {
        CPU_OR(&all, &all, &home->cpus);
        quota = tighter(quota, home->quota_cores);
    }
    return tighter(std::max(1, CPU_COUNT(&all)), quota);
}

} // namespace

bool bind_to_cpus(const int* first, std::size_t number) {
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    for (std::size_t i = 0; i < number; ++i) {
        if (first[i] < 0 || first[i] >= CPU_SETSIZE) {
            errno = EINVAL;
            return false;
        }
        CPU_SET(static_cast<std::size_t>(first[i]), &cpus);
    }
    return sched_setaffinity(0, sizeof cpus, &cpus) == 0;
}

void keep_to_cpus(const std::vector<int>& allowed) {
    cpu_set_t own;
    if (sched_getaffinity(0, sizeof own, &own) != 0) return;
    std::vector<int> kept;
    for (const int cpu : allowed)
        if (cpu >= 0 && cpu < CPU_SETSIZE && CPU_ISSET(static_cast<std::size_t>(cpu), &own))
            kept.push_back(cpu);
    const std::vector<int>& cpus = kept.empty() ? allowed : kept;
    if (!cpus.empty()) bind_to_cpus(cpus.data(), cpus.size());
}

RankHome own_home() {
    RankHome home{};
    gethostname(home.host, sizeof home.host - 1);
    CPU_ZERO(&home.cpus);
    if (sched_getaffinity(0, sizeof home.cpus, &home.cpus) != 0) {
        const long online = sysconf(_SC_NPROCESSORS_ONLN);
        for (long cpu = 0; cpu < online && cpu < CPU_SETSIZE; ++cpu)
            CPU_SET(static_cast<std::size_t>(cpu), &home.cpus);
    }
    home.quota_cores = tightest_quota();
    home.forced = forced_waiting();
    home.autogroup = own_autogroup();
    home.processes = own_processes();
    return home;
}

NodeSummary summarise(const std::vector<RankHome>& homes, int me) {
    std::map<std::string, std::vector<const RankHome*>> nodes;
    for (const RankHome& home : homes)
        nodes[home.host].push_back(&home);
    NodeSummary summary{};
    for (const auto& node : nodes) {
        const std::string& host = node.first;
        const std::vector<const RankHome*>& ranks = node.second;
        const int cores = cores_of(ranks);
        const auto count = static_cast<int>(ranks.size());
        if (count > cores || !Matching(ranks).all_have_cores()) summary.oversubscribed = true;
        if (host != homes[static_cast<std::size_t>(me)].host) continue;
        summary.node_ranks = count;
        summary.node_cores = cores;
        summary.grouped_apart = std::any_of(ranks.begin(), ranks.end(), [&](const RankHome* home) {
            return home->autogroup != ranks.front()->autogroup;
        });
    }
    return summary;
}

std::vector<int> ranks_beside(const std::vector<RankHome>& homes, int me) {
    const RankHome& own = homes[static_cast<std::size_t>(me)];
    std::vector<int> ranks;
    for (int rank = 0; rank < static_cast<int>(homes.size()); ++rank) {
        const RankHome& home = homes[static_cast<std::size_t>(rank)];
        if (home.processes == own.processes && std::strcmp(home.host, own.host) == 0) ranks.push_back(rank);
    }
    return ranks;
}

std::string cpu_list(const cpu_set_t& cpus) {
    std::ostringstream out;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (!CPU_ISSET(cpu, &cpus)) continue;
        int last = cpu;
        while (last + 1 < CPU_SETSIZE && CPU_ISSET(last + 1, &cpus))
            ++last;
        out << (out.tellp() > 0 ? "," : "") << cpu;
        if (last > cpu) out << "-" << last;
        cpu = last;
    }
    return out.str();
}

} // namespace loop::runtime
