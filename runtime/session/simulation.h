#pragma once

#include <loop/rank_status.h>

#include <mpi.h>

#include <exception>

namespace loop::runtime {

// Whether MPI is SimGrid's SMPI. If so, all ranks run in one process, each with its own copy of the program
// and its static variables. Time is simulated: it advances in MPI calls, including nonblocking tests, and
// when work is charged.
#ifdef SMPI_H
constexpr bool is_simulated = true;
#else
constexpr bool is_simulated = false;
#endif

// Returns whether the simulator is ending this rank with an exception because all ranks are stalled. The
// rank's status must not change then. On real machines, a compile-time false.
inline bool is_being_ended() {
    if constexpr (is_simulated) return std::uncaught_exceptions() > 0;
    return false;
}

// Charges `operations` of this construct's kind to the simulated processor, at the rate in the machine's
// profile. Does nothing on a real machine.
void charge(Construct construct, double operations);
// The same at the named rate in the profile (`simulation.rates`), or at `flops_per_second` if there is none.
void charge(const char* rate, double operations);

} // namespace loop::runtime
