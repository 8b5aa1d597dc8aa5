#pragma once

#include <loop/rank_status.h>

#include <mpi.h>

#include <cstdint>
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

// These charge work to the simulated processor, at the rates in the machine's profile. They do nothing on a
// real machine.

// Operations of this construct's kind. If they move `bytes` of memory and the profile has a rate for that
// (`bytes_per_second`), the longer of both times.
void charge(Construct construct, double operations, double bytes = 0);
// The same at the named rate in the profile (`simulation.rates`), or at `flops_per_second` if there is none.
void charge(const char* rate, double operations);
// Words that are read from memory: at `bytes_per_second`, or one operation each if there is no such rate.
void charge_bytes(double bytes);
void charge_seconds(double seconds);

// Lets simulated time pass until now_ns() is at least `ns`. Does nothing on a real machine.
void wait_until(std::int64_t ns);

} // namespace loop::runtime
