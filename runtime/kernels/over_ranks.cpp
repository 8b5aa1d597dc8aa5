#include "kernels/over_ranks.h"

#include "comm/synchronise.h"
#include "session/clock.h"
#include "session/memory.h"
#include "session/session.h"
#include "session/simulation.h"

#include <loop/measure.h>

#include <cstdint>
#include <cstring>
#include <vector>

namespace loop::runtime {
namespace {

double combined(double value, MPI_Op operation) {
    reduce(&value, 1, MPI_DOUBLE, operation, 0, the_session.control);
    return of_rank_0(value);
}

} // namespace

double min_over_ranks(double value) {
    return combined(value, MPI_MIN);
}

double max_over_ranks(double value) {
    return combined(value, MPI_MAX);
}

void begin_together() {
    synchronise(the_session.control);
    if constexpr (is_simulated) {
        const double barrier_left = max_over_ranks(seconds(now_ns()));
        const double told = max_over_ranks(seconds(now_ns()));
        // Ranks learn the second time about as long after it as they learned the first one.
        const double begin = told + 2 * (told - barrier_left);
        wait_until(static_cast<std::int64_t>(begin * 1e9));
    }
}

double sum_of_ranks(double value) {
    return combined(value, MPI_SUM);
}

double mean_over_ranks(double value) {
    return sum_of_ranks(value) / the_session.ranks;
}

double of_rank_0(double value) {
    broadcast(&value, sizeof value, 0, the_session.control);
    return value;
}

bool same_on_all_ranks(const void* arguments, std::size_t bytes) {
    const auto* const own = static_cast<const char*>(arguments);
    std::vector<char> first(own, own + bytes);
    broadcast(first.data(), static_cast<int>(bytes), 0, the_session.control);
    return std::memcmp(own, first.data(), bytes) == 0;
}

double memory_for_each_rank(double held) {
    if (is_simulated && !loop::detail::executes_work) return 1e18; // no memory is touched
    return min_over_ranks(available_memory_bytes() / the_session.node_ranks + held);
}

} // namespace loop::runtime
