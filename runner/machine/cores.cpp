#include "runner/machine/cores.h"

#include "runner/machine/cgroup.h"

#include <sched.h>

#include <algorithm>
#include <cmath>

namespace loop::runner {

int available_cores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    int cores = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    if (const auto quota = cpu_quota_cores())
        cores = std::min(cores, static_cast<int>(std::floor(*quota + 0.01)));
    return std::max(cores, 1);
}

} // namespace loop::runner
