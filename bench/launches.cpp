// Compares the times of launches: `bench_launches NAME FILE FILE`, one number per line, LOOP's file first.
// Prints both medians and the ratio of LOOP's to the other, with its 95 % interval from ranks (Hodges and
// Lehmann 1963).

#include "base/statistics/order_statistics.h"
#include "base/statistics/rank_sum.h"

#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

namespace {

std::vector<double> numbers_in(const char* path) {
    std::ifstream file(path);
    return {std::istream_iterator<double>(file), {}};
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fputs("usage: bench_launches NAME FILE FILE\n", stderr);
        return 2;
    }
    const std::vector<double> ours = numbers_in(argv[2]);
    const std::vector<double> rival = numbers_in(argv[3]);
    if (ours.empty() || rival.empty()) {
        std::printf("%-34s no launch ended\n", argv[1]);
        return 1;
    }
    const double a = loop::statistics::median(ours);
    const double b = loop::statistics::median(rival);
    std::printf("%-34s %10.4f %10.4f   %-6.3f", argv[1], a, b, a / b);
    if (const auto interval = loop::statistics::ratio_interval(rival, ours, 0.95))
        std::printf(" %.3f .. %.3f", interval->first, interval->second);
    std::puts("");
    return 0;
}
