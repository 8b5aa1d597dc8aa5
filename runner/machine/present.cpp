#include "runner/machine/present.h"

#include "runner/machine/environment.h"
#include "runner/machine/limits.h"

#include <hwloc.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

/// hwloc's view of this host, restricted to what this process may use.
class Topology {
public:
    Topology() {
        hwloc_topology_init(&topology_);
        hwloc_topology_set_io_types_filter(topology_, HWLOC_TYPE_FILTER_KEEP_IMPORTANT);
        hwloc_topology_load(topology_);
        allowed_ = hwloc_bitmap_alloc();
        if (hwloc_get_cpubind(topology_, allowed_, HWLOC_CPUBIND_PROCESS) != 0)
            hwloc_bitmap_copy(allowed_, hwloc_topology_get_allowed_cpuset(topology_));
    }
    Topology(const Topology&) = delete;
    Topology& operator=(const Topology&) = delete;
    ~Topology() {
        hwloc_bitmap_free(allowed_);
        hwloc_topology_destroy(topology_);
    }

    std::vector<Core> cores() const {
        std::vector<Core> cores;
        for (hwloc_obj_t object = nullptr;
             (object = hwloc_get_next_obj_by_type(topology_, HWLOC_OBJ_CORE, object)) != nullptr;) {
            Core core{hwloc_bitmap_first(object->complete_cpuset), {}};
            for (int cpu = -1; (cpu = hwloc_bitmap_next(object->cpuset, cpu)) >= 0;)
                if (hwloc_bitmap_isset(allowed_, static_cast<unsigned>(cpu)) != 0) core.cpus.push_back(cpu);
            if (!core.cpus.empty()) cores.push_back(std::move(core));
        }
        return cores;
    }

    std::vector<int> cpus() const {
        std::vector<std::vector<int>> by_turn; // the first threads of all cores, the second ones, ...
        for (const Core& core : cores())
            for (std::size_t turn = 0; turn < core.cpus.size(); ++turn) {
                if (turn == by_turn.size()) by_turn.emplace_back();
                by_turn[turn].push_back(core.cpus[turn]);
            }
        std::vector<int> all;
        for (const std::vector<int>& threads : by_turn)
            all.insert(all.end(), threads.begin(), threads.end());
        return all;
    }

    std::vector<CacheLevel> caches() const {
        std::vector<CacheLevel> levels;
        for (const hwloc_obj_type_t type :
             {HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L4CACHE}) {
            const hwloc_obj_t cache = hwloc_get_obj_by_type(topology_, type, 0);
            if (cache == nullptr || cache->attr->cache.size == 0) continue;
            const std::string level = "L" + std::to_string(cache->attr->cache.depth);
            levels.push_back(
                {cache->attr->cache.type == HWLOC_OBJ_CACHE_DATA ? level + "d" : level,
                 cache->attr->cache.size,
                 hwloc_get_nbobjs_inside_cpuset_by_type(topology_, cache->cpuset, HWLOC_OBJ_CORE)});
        }
        return levels;
    }

    std::vector<Network> networks() const {
        std::vector<Network> found;
        for (hwloc_obj_t device = nullptr; (device = hwloc_get_next_osdev(topology_, device)) != nullptr;) {
            const auto kind = device->attr->osdev.type;
            if (kind != HWLOC_OBJ_OSDEV_NETWORK && kind != HWLOC_OBJ_OSDEV_OPENFABRICS) continue;
            long megabits = 0;
            std::ifstream speed(fs::path("/sys/class/net") / device->name / "speed");
            if (!(speed >> megabits) || megabits < 0) megabits = 0;
            found.push_back({device->name, megabits, kind == HWLOC_OBJ_OSDEV_OPENFABRICS});
        }
        return found;
    }

private:
    hwloc_topology_t topology_{};
    hwloc_bitmap_t allowed_{};
};

} // namespace

std::vector<Core> allowed_cores() {
    return Topology().cores();
}

std::vector<int> allowed_cpus() {
    return Topology().cpus();
}

PresentMachine present_machine() {
    const Topology topology;
    const auto environment = environment_record();
    PresentMachine machine;
    machine.processor = environment.value("cpu", "");
    machine.threads = available_cores();
    machine.cores = std::clamp(static_cast<int>(topology.cores().size()), 1, machine.threads);
    const auto& total = environment["memory_bytes"];
    if (total.is_number()) machine.memory = total.get<std::uint64_t>();
    if (const auto limit = memory_limit_bytes()) machine.memory = std::min(machine.memory, *limit);
    machine.word_bits = environment.value("word_bits", 0);
    machine.caches = topology.caches();
    machine.networks = topology.networks();
    return machine;
}

} // namespace loop::runner
