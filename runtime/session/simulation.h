#pragma once

#include <loop/rank_status.h>

#include <mpi.h>

#include <exception>

namespace loop::runtime {

// Whether MPI is SimGrid's SMPI. Then ranks are threads of control of one process, each with its own copy of
// the program and so of all its statics; time is a model's and passes in MPI calls and where work is charged;
// and asking MPI without waiting costs simulated time. The only place that decides it.
#ifdef SMPI_H
constexpr bool is_simulated = true;
#else
constexpr bool is_simulated = false;
#endif

// Whether a simulator that stands still is just ending its ranks, by an exception through whatever they are
// in: their status stays as it was. On other machines known when LOOP is built.
inline bool is_being_ended() {
    if constexpr (is_simulated) return std::uncaught_exceptions() > 0;
    return false;
}

// Lets the simulated processor do `operations` of a construct's kind, at the rate that the machine's profile
// gives; nothing on a real machine, where time passes by itself.
void charge(Construct construct, double operations);
// The same at a rate of that name in the profile (`simulation.rates`), or `flops_per_second` where it has
// none.
void charge(const char* rate, double operations);

} // namespace loop::runtime
