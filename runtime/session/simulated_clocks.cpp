#include <mpi.h>

#ifdef SMPI_H

#include "session/failure.h"
#include "session/session.h"

#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <xbt/config.hpp>

#include <cstdint>
#include <ctime>

// On a simulated machine, host code reads simulated time from every clock: all times of a run come from the
// model. SimGrid's headers replace only `gettimeofday` and `clock_gettime`, by macros. These definitions have
// the symbols of the C library, of libstdc++ (`std::chrono`), and of libgomp; a simulated rank is a shared
// object whose calls are bound to its own functions (`linked` in runner/launch/machine_kind).

namespace loop::runtime {

namespace {

constexpr long long most_readings = 100000000; // at the same time: a second or two

// Only with `--host-compute measured` does time pass in host code, as MPI_Wtime finds out; that is slower.
// SimGrid does not know the threads of the program, so they must not call MPI.
double seconds_now() {
    static const bool is_measured = simgrid::config::get_value<bool>("smpi/simulate-computation");
    return is_measured && sg_actor_self() != nullptr ? PMPI_Wtime() : simgrid_get_clock();
}

double simulated_seconds() {
    thread_local double last = -1;
    thread_local long long readings = 0;
    const double seconds = seconds_now();
    readings = seconds == last ? readings + 1 : 0;
    last = seconds;
    if (readings >= most_readings)
        fail(the_session.site, the_session.construct, "after this construct, host code has read a clock ",
             most_readings,
             " times without an MPI call: on a simulated machine, time advances only in MPI calls "
             "and in charged work (`\\FLOPS`, `\\WORK`)");
    return seconds;
}

std::int64_t simulated_ns() {
    return static_cast<std::int64_t>(simulated_seconds() * 1e9 + 0.5);
}

void store(std::int64_t ns, timespec* time) {
    time->tv_sec = static_cast<time_t>(ns / 1000000000);
    time->tv_nsec = static_cast<long>(ns % 1000000000);
}

} // namespace

} // namespace loop::runtime

// The names differ from those of the headers, which have other attributes; the symbols are the same.
extern "C" {

std::int64_t loop_steady_clock() asm("_ZNSt6chrono3_V212steady_clock3nowEv");
std::int64_t loop_steady_clock() {
    return loop::runtime::simulated_ns();
}

std::int64_t loop_system_clock() asm("_ZNSt6chrono3_V212system_clock3nowEv");
std::int64_t loop_system_clock() {
    return loop::runtime::simulated_ns();
}

time_t loop_time(time_t* into) asm("time");
time_t loop_time(time_t* into) {
    const auto seconds = static_cast<time_t>(loop::runtime::simulated_ns() / 1000000000);
    if (into != nullptr) *into = seconds;
    return seconds;
}

clock_t loop_clock() asm("clock");
clock_t loop_clock() {
    return static_cast<clock_t>(loop::runtime::simulated_seconds() * CLOCKS_PER_SEC);
}

int loop_timespec_get(timespec* into, int base) asm("timespec_get");
int loop_timespec_get(timespec* into, int base) {
    if (base != TIME_UTC) return 0;
    loop::runtime::store(loop::runtime::simulated_ns(), into);
    return base;
}

int loop_clock_gettime(int, timespec* into) asm("clock_gettime");
int loop_clock_gettime(int, timespec* into) {
    loop::runtime::store(loop::runtime::simulated_ns(), into);
    return 0;
}

int loop_gettimeofday(timeval* into, void*) asm("gettimeofday");
int loop_gettimeofday(timeval* into, void*) {
    const std::int64_t us = loop::runtime::simulated_ns() / 1000;
    into->tv_sec = static_cast<time_t>(us / 1000000);
    into->tv_usec = static_cast<suseconds_t>(us % 1000000);
    return 0;
}

double loop_omp_get_wtime() asm("omp_get_wtime");
double loop_omp_get_wtime() {
    return loop::runtime::simulated_seconds();
}

} // extern "C"

#endif
