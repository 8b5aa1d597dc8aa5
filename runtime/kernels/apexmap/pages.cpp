#include "kernels/apexmap/pages.h"

#include <sys/mman.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <string>

namespace loop::runtime::apexmap {

void ask_for_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
    madvise(memory, bytes, MADV_HUGEPAGE); // a kernel without huge pages refuses
#endif
}

double kib_in_huge_pages(std::istream& smaps, std::uintptr_t first, std::size_t bytes) {
    const std::uintptr_t end = first + bytes;
    bool overlaps = false, known = false;
    double sum = 0;
    for (std::string line; std::getline(smaps, line);) {
        std::uintptr_t from = 0, to = 0;
        double kib = 0;
        if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " ", &from, &to) == 2)
            overlaps = from < end && first < to;
        else if (overlaps && std::sscanf(line.c_str(), "AnonHugePages: %lf kB", &kib) == 1) {
            sum += kib;
            known = true;
        }
    }
    return known ? std::min(sum, static_cast<double>(bytes) / 1024) : -1;
}

} // namespace loop::runtime::apexmap
