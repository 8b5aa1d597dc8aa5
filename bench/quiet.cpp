// Says whether the machine is disturbed: `bench_quiet [SECONDS]` keeps each core busy, and tells how long the
// threads waited for one. `bench_quiet waits FILE` says it of launches: a line for each with the ranks, the
// seconds that one waited for its core, and of how many.

#include "disturbance.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <thread>
#include <vector>

namespace {

double share(const bench::Waiting& seen) {
    return seen.whole_seconds > 0 ? seen.waited_seconds / seen.whole_seconds : 0;
}

const bench::Waiting& worst(const std::vector<bench::Waiting>& all) {
    return *std::max_element(all.begin(), all.end(),
                             [](const auto& a, const auto& b) { return share(a) < share(b); });
}

bench::Waiting busy_cores(double seconds) {
    const auto cores = std::max(1U, std::thread::hardware_concurrency());
    std::vector<bench::Waiting> seen(cores);
    std::vector<std::thread> threads;
    for (bench::Waiting& one : seen)
        threads.emplace_back([&one, cores, seconds] {
            const bench::Watch watch;
            bench::spin(seconds);
            one = watch.seen(static_cast<int>(cores));
        });
    for (std::thread& thread : threads)
        thread.join();
    return worst(seen);
}

int tell_launches(const char* path) {
    std::ifstream file(path);
    std::vector<bench::Waiting> launches;
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    bench::Waiting one;
    for (one.cores = cores; file >> one.users >> one.waited_seconds >> one.whole_seconds;)
        if (one.users <= cores) launches.push_back(one);
    if (launches.empty()) return 0;
    const auto disturbed = std::count_if(launches.begin(), launches.end(),
                                         [](const auto& launch) { return bench::is_disturbed(launch); });
    const bench::Waiting& most = worst(launches);
    std::printf("%s: %zu of %zu launches; in one, a rank waited %.1f %% of %.1f s for its core\n",
                disturbed > 0 ? "disturbed" : "machine", static_cast<std::size_t>(disturbed), launches.size(),
                100 * share(most), most.whole_seconds);
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    if (argc == 3 && std::strcmp(argv[1], "waits") == 0) return tell_launches(argv[2]);
    const double seconds = argc > 1 ? std::atof(argv[1]) : 1;
    std::printf("%s\n", bench::machine_text(busy_cores(seconds)).c_str());
    return 0;
}
