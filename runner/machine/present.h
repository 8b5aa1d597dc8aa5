#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace loop::runner {

struct CacheLevel {
    std::string name; ///< "L1d", "L2"
    std::uint64_t bytes = 0;
    int cores = 0; ///< that share one
};

struct Network {
    std::string name;     ///< of the interface
    long megabits = 0;    ///< a second, as the kernel says; 0: it does not say
    bool is_fast = false; ///< InfiniBand and its like
};

/// The hardware that this process may use.
struct PresentMachine {
    std::string processor;
    int cores = 0;            ///< physical cores among the processors that this process may use
    int threads = 0;          ///< processors that it may use, cut by its control group's quota
    std::uint64_t memory = 0; ///< bytes, cut by the control group
    std::vector<CacheLevel> caches;
    std::vector<Network> networks; ///< without the loopback
};

/// Asks hwloc and the kernel; takes a few milliseconds and starts nothing.
PresentMachine present_machine();

} // namespace loop::runner
