#pragma once

// Times one operation, selected by name, with more ranks than cores. The driver alternates between the
// programs, and each measures only itself: the median of five batches of about 1/20 s.

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace bench {

struct Operation {
    const char* name;
    void (*run)();
};

constexpr int most_operations = 100000;

// `agree` broadcasts an int from rank 0, `together` synchronizes the ranks; both use the library under test.
template <class Agree, class Together>
void measure_crowd(const Operation& operation, int rank, Agree agree, Together together) {
    const auto batch = [&](int count) {
        together();
        const double begin = MPI_Wtime();
        for (int i = 0; i < count; ++i)
            operation.run();
        together();
        return (MPI_Wtime() - begin) / count;
    };
    batch(2); // so that connections and buffers exist
    // Large enough for the synchronization before and after to be a small part of a batch. Cheap operations
    // need thousands; with only a few, each would seem to take a thousand times as long.
    int count = 2;
    for (int enough = 0; enough == 0;) {
        const double each = std::min({batch(count), batch(count), batch(count)}); // one may be disturbed
        enough = each * count > 0.04 || count == most_operations ? 1 : 0;
        if (enough == 0)
            count =
                static_cast<int>(std::min<double>(most_operations, std::min(0.06 / each + 1, 16.0 * count)));
        agree(enough);
        agree(count);
    }
    std::vector<double> seconds;
    for (int i = 0; i < 5; ++i)
        seconds.push_back(batch(count));
    std::sort(seconds.begin(), seconds.end());
    if (rank == 0) std::printf("%s %.3f\n", operation.name, seconds[2] * 1e6);
    std::fflush(stdout);
}

} // namespace bench
