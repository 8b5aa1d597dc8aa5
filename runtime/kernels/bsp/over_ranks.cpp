#include "kernels/bsp/over_ranks.h"

#include "comm/synchronise.h"
#include "measure/clock.h"
#include "session/session.h"
#include "session/simulation.h"

#include <algorithm>

namespace loop::runtime::bsp {
namespace {

double combined(double value, MPI_Op op) {
    reduce(&value, 1, MPI_DOUBLE, op, 0, the_session.control);
    return of_rank_0(value);
}

} // namespace

double least_of_ranks(double value) {
    return combined(value, MPI_MIN);
}
double most_of_ranks(double value) {
    return combined(value, MPI_MAX);
}
double mean_of_ranks(double value) {
    return combined(value, MPI_SUM) / the_session.ranks;
}

double of_rank_0(double value) {
    broadcast(&value, sizeof value, 0, the_session.control);
    return value;
}

std::int64_t clock_step_ns() {
    if (is_simulated) return 1;
    std::int64_t step = INT64_MAX;
    for (int reading = 0; reading < 200; ++reading) {
        const std::int64_t begin = now_ns();
        std::int64_t next = begin;
        while (next == begin)
            next = now_ns();
        step = std::min(step, next - begin);
    }
    return step;
}

} // namespace loop::runtime::bsp
