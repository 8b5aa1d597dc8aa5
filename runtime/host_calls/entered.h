#pragma once

#include "host_calls/call.h"
#include "host_calls/call_log.h"
#include "host_calls/logged.h"
#include "session/mpi_state.h"

#include <loop/calls.h>

#include <string_view>

namespace loop::runtime::trace {

constexpr bool has_part(std::string_view name, std::string_view part) {
    return name.find(part) != std::string_view::npos;
}

// What a call leaves out of the call log. Calls that are the same on all ranks are not missing there.
constexpr std::uint32_t missed_by(std::string_view name) {
    for (const char* part : {"send", "Send", "recv", "Recv"})
        if (has_part(name, part)) return log_misses_messages;
    for (const char* part : {"eighbor", "Comm_", "Dist_graph", "File_"})
        if (has_part(name, part)) return log_misses_order;
    return 0;
}

// Whether the call lets ranks wait for processes that are not in their MPI_COMM_WORLD.
constexpr bool joins_outsiders(std::string_view name) {
    for (const char* part : {"Comm_spawn", "Comm_accept", "Comm_connect", "Comm_join"})
        if (has_part(name, part)) return true;
    return false;
}

} // namespace loop::runtime::trace

// Marks the call log as incomplete where it lacks this call.
#define LOOP_MISSED(Name)                                                                                    \
    constexpr std::uint32_t missed = loop::runtime::trace::missed_by("MPI_" #Name);                          \
    if (missed != 0) loop::runtime::trace::miss_in_log(missed);                                              \
    if (missed != 0) loop::runtime::trace::log_unlogged(LOOP_CALLED_AT(Name));

// MPI calls of which only begin and end are recorded: the trace shows that a rank is in MPI, but not what it
// waits for. One row per call: the name after MPI_, and the types of the arguments.
#define LOOP_ENTERED(Name, parameters, arguments)                                                            \
    LOOP_HOST_CALL int MPI_##Name parameters {                                                               \
        LOOP_MISSED(Name)                                                                                    \
        if (loop::runtime::trace::joins_outsiders("MPI_" #Name)) loop::runtime::tell_outsiders();            \
        const loop::runtime::trace::HostCall call(LOOP_BEGIN_AND_END(Name));                                 \
        return PMPI_##Name arguments;                                                                        \
    }
#define LOOP_ENTERED_1(Name, T1) LOOP_ENTERED(Name, (T1 a1), (a1))
#define LOOP_ENTERED_2(Name, T1, T2) LOOP_ENTERED(Name, (T1 a1, T2 a2), (a1, a2))
#define LOOP_ENTERED_3(Name, T1, T2, T3) LOOP_ENTERED(Name, (T1 a1, T2 a2, T3 a3), (a1, a2, a3))
#define LOOP_ENTERED_4(Name, T1, T2, T3, T4)                                                                 \
    LOOP_ENTERED(Name, (T1 a1, T2 a2, T3 a3, T4 a4), (a1, a2, a3, a4))
#define LOOP_ENTERED_5(Name, T1, T2, T3, T4, T5)                                                             \
    LOOP_ENTERED(Name, (T1 a1, T2 a2, T3 a3, T4 a4, T5 a5), (a1, a2, a3, a4, a5))
#define LOOP_ENTERED_6(Name, T1, T2, T3, T4, T5, T6)                                                         \
    LOOP_ENTERED(Name, (T1 a1, T2 a2, T3 a3, T4 a4, T5 a5, T6 a6), (a1, a2, a3, a4, a5, a6))
#define LOOP_ENTERED_7(Name, T1, T2, T3, T4, T5, T6, T7)                                                     \
    LOOP_ENTERED(Name, (T1 a1, T2 a2, T3 a3, T4 a4, T5 a5, T6 a6, T7 a7), (a1, a2, a3, a4, a5, a6, a7))
#define LOOP_ENTERED_8(Name, T1, T2, T3, T4, T5, T6, T7, T8)                                                 \
    LOOP_ENTERED(Name, (T1 a1, T2 a2, T3 a3, T4 a4, T5 a5, T6 a6, T7 a7, T8 a8),                             \
                 (a1, a2, a3, a4, a5, a6, a7, a8))
#define LOOP_ENTERED_9(Name, T1, T2, T3, T4, T5, T6, T7, T8, T9)                                             \
    LOOP_ENTERED(Name, (T1 a1, T2 a2, T3 a3, T4 a4, T5 a5, T6 a6, T7 a7, T8 a8, T9 a9),                      \
                 (a1, a2, a3, a4, a5, a6, a7, a8, a9))
#define LOOP_ENTERED_10(Name, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10)                                       \
    LOOP_ENTERED(Name, (T1 a1, T2 a2, T3 a3, T4 a4, T5 a5, T6 a6, T7 a7, T8 a8, T9 a9, T10 a10),             \
                 (a1, a2, a3, a4, a5, a6, a7, a8, a9, a10))
#define LOOP_ENTERED_12(Name, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12)                             \
    LOOP_ENTERED(Name,                                                                                       \
                 (T1 a1, T2 a2, T3 a3, T4 a4, T5 a5, T6 a6, T7 a7, T8 a8, T9 a9, T10 a10, T11 a11, T12 a12), \
                 (a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12))
#define LOOP_ENTERED_13(Name, T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13)                        \
    LOOP_ENTERED(                                                                                            \
        Name,                                                                                                \
        (T1 a1, T2 a2, T3 a3, T4 a4, T5 a5, T6 a6, T7 a7, T8 a8, T9 a9, T10 a10, T11 a11, T12 a12, T13 a13), \
        (a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13))
