#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace loop::runner {

struct CacheLevel {
    std::string name; ///< "L1d", "L2"
    std::uint64_t bytes = 0;
    int cores = 0; ///< number of cores that share one
};

struct Network {
    std::string name;     ///< name of the interface
    long megabits = 0;    ///< Mbit/s reported by the kernel; 0: unknown
    bool is_fast = false; ///< InfiniBand or similar
};

/// The hardware that this process may use.
struct PresentMachine {
    std::string processor;
    int cores = 0;            ///< physical cores that this process may use
    int threads = 0;          ///< hardware threads that it may use, limited by its control group's quota
    std::uint64_t memory = 0; ///< bytes, limited by the control group
    int word_bits = 0;        ///< width of a general register; 0: unknown
    std::vector<CacheLevel> caches;
    std::vector<Network> networks; ///< without the loopback interface
};

/// A physical core.
struct Core {
    int number = 0;        ///< of its first hardware thread, also of one that this process may not use
    std::vector<int> cpus; ///< its hardware threads that this process may use; at least one
};

/// The cores that this process may use, in hwloc's order.
std::vector<Core> allowed_cores();

/// The numbers of the hardware threads that this process may use: one of each core first, in hwloc's order,
/// then the others.
std::vector<int> allowed_cpus();

/// Queries hwloc and the kernel; takes a few milliseconds and starts no process.
PresentMachine present_machine();

} // namespace loop::runner
