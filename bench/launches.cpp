// Compares the times of launches: `bench_launches NAME FILE FILE`, one number per line, LOOP's file first.
// Prints both medians and the ratio of LOOP's to the other, with its 95 % interval.

#include "launch_files.h"

#include <cstdio>

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fputs("usage: bench_launches NAME FILE FILE\n", stderr);
        return 2;
    }
    const std::vector<double> ours = bench::numbers_in(argv[2]);
    const std::vector<double> rival = bench::numbers_in(argv[3]);
    if (ours.empty() || rival.empty()) {
        std::printf("%-34s no launch ended\n", argv[1]);
        return 1;
    }
    const bench::Measured ratio = bench::ratio_of_launches(ours, rival);
    std::printf("%-34s %10.4f %10.4f   %-6.3f %s\n", argv[1], loop::statistics::median(ours),
                loop::statistics::median(rival), ratio.value, bench::interval_text(ratio).c_str());
    return 0;
}
