#include "session/caches.h"

#include "session/concat.h"
#include "session/memory.h"
#include "session/session.h"
#include "session/simulation.h"

#include <loop/memory.h>

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>

namespace loop::runtime {
namespace {

constexpr std::size_t level_count = 3;

struct Cache {
    double bytes = 0;
    double cores = 1; // that share it
};

// Numbers of a list such as "0-3,8".
double count_of(const std::string& list) {
    double count = 0;
    for (std::size_t at = 0; at < list.size();) {
        const std::size_t end = std::min(list.find(',', at), list.size());
        const std::string range = list.substr(at, end - at);
        const std::size_t dash = range.find('-');
        count += dash == std::string::npos
                     ? 1
                     : std::atof(range.c_str() + dash + 1) - std::atof(range.c_str()) + 1;
        at = end + 1;
    }
    return std::max(1.0, count);
}

std::string line_in(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

// What the kernel says about this core's caches, such as "32768K".
std::vector<Cache> known_to_kernel() {
    std::vector<Cache> all(level_count);
    const std::string folder =
        concat("/sys/devices/system/cpu/cpu", std::max(0, sched_getcpu()), "/cache/index");
    for (int index = 0; index < 8; ++index) {
        const std::string place = concat(folder, index, "/");
        const std::string size = line_in(place + "size");
        const auto level = static_cast<std::size_t>(std::max(0, std::atoi(line_in(place + "level").c_str())));
        if (size.empty() || level < 1 || level > level_count || line_in(place + "type") == "Instruction")
            continue;
        const double unit = size.back() == 'K' ? 1024 : size.back() == 'M' ? 1024 * 1024 : 1;
        all[level - 1] = {std::atof(size.c_str()) * unit, count_of(line_in(place + "shared_cpu_list"))};
    }
    return all;
}

// Fills in what the kernel does not say from the processor: L3 is shared by all cores, the others by none.
void ask_processor(std::vector<Cache>& all, double cores) {
    const int names[level_count] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE};
    for (std::size_t k = 0; k < level_count; ++k) {
        if (all[k].bytes > 0) continue;
        all[k] = {std::max(0.0, static_cast<double>(sysconf(names[k]))), k + 1 == level_count ? cores : 1};
    }
}

std::vector<double> shares_of_caches() {
    std::vector<double> shares(level_count, 0);
    if (is_simulated) return shares;
    const double cores = std::max(1.0, static_cast<double>(sysconf(_SC_NPROCESSORS_ONLN)));
    std::vector<Cache> all = known_to_kernel();
    ask_processor(all, cores);
    for (std::size_t k = 0; k < level_count; ++k) {
        const double ranks = std::max(1.0, std::ceil(the_session.node_ranks * all[k].cores / cores));
        shares[k] = all[k].bytes / ranks;
    }
    return shares;
}

// The index of the last cache that is known; `level_count` if none is.
std::size_t last_known(const std::vector<double>& caches) {
    for (std::size_t k = caches.size(); k-- > 0;)
        if (caches[k] > 0) return k;
    return level_count;
}

std::string cache_name(std::size_t level) {
    return concat("L", level + 1, " cache");
}

} // namespace

const std::vector<double>& caches_of_this_rank() {
    static const auto* const shares = new std::vector<double>(shares_of_caches()); // exit handlers may ask
    return *shares;
}

double beyond(const std::vector<double>& caches) {
    constexpr double vectors = 3, caches_of_a_vector = 4;
    const std::size_t last = last_known(caches);
    return last == level_count ? 0 : vectors * caches_of_a_vector * caches[last];
}

std::string level_of(double bytes, const std::vector<double>& caches) {
    const std::size_t last = last_known(caches);
    if (last == level_count) return "";
    for (std::size_t k = 0; k <= last; ++k)
        if (bytes <= caches[k]) return cache_name(k);
    return bytes < beyond(caches) ? cache_name(last) + " and memory" : "memory";
}

} // namespace loop::runtime

namespace loop {

std::string memory_level(double bytes) {
    return runtime::level_of(bytes, runtime::caches_of_this_rank());
}

double bytes_beyond_caches() {
    return runtime::beyond(runtime::caches_of_this_rank());
}

double bytes_to_allocate() {
    return runtime::available_memory_bytes() / runtime::the_session.node_ranks;
}

} // namespace loop
