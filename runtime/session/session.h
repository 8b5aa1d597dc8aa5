#pragma once

#include <loop/declared_work.h>
#include <loop/rank_status.h>
#include <loop/site.h>

#include <mpi.h>

#include <cstdint>

namespace loop::runtime {

struct Group;

// Threads: in the session, while threads of this rank execute the statement of \THREADS or of a loop with
// THREADS. Other constructs than those of threads then fail, as they do outside of a session.
enum class Stage { Before, Open, Threads, Closed };
constexpr bool is_in_session(Stage stage) {
    return stage == Stage::Open || stage == Stage::Threads;
}

// What a process has had of its cores until now (session/core_times.h), in nanoseconds.
struct CoreTimes {
    std::int64_t at_ns = 0;      // the session's clock
    std::int64_t waited_ns = -1; // its first thread was ready to run but had no core; -1: unknown
    std::int64_t used_ns = 0;    // processor time of all its threads
    std::int64_t stolen_ns =
        0; // all cores of the host were busy with interrupts, or with another virtual machine
};

// How this rank got and used cores between \OPEN0 and \CLOSE0.
struct CoreUse {
    CoreTimes at_open, at_close, at_pause;
    int pauses = 0;                        // depth of nesting
    CoreTimes while_paused = {0, 0, 0, 0}; // what passed meanwhile
};

// The one session of a process. Plain members, constant-initialized, as they are on the constructs' hot path.
struct Session {
    Stage stage = Stage::Before;
    int rank = 0;
    int ranks = 1;
    Group* group = nullptr; // among which constructs communicate; null: all ranks (session/group.h)
    bool verify = true;
    bool yielding = false;   // see comm/waiting/waiting.h
    bool summarizes = false; // rank 0 prints a summary at the end; the same on all ranks
    int node_ranks = 1;      // ranks that share this host's memory; all ranks on a simulated machine
    bool finalise_mpi = false;

    // Separate communicators, so that a recv0 from any rank never matches a construct's message.
    MPI_Comm constructs = MPI_COMM_NULL;
    MPI_Comm picl = MPI_COMM_NULL;
    MPI_Comm control = MPI_COMM_NULL;
    MPI_Comm threads = MPI_COMM_NULL; // of messages between threads; null if threads do not communicate

    std::int64_t open_ns = 0;
    std::int64_t close_ns = 0;
    std::int64_t excluded_ns = 0; // time that is part of no phase and no elapsed time
    bool untimed = false;         // see is_measured
    double clock_call_ns = 0;
    std::int64_t clock_cost_ns = 0; // the same, rounded
    detail::DeclaredWork work;
    double bus_bytes = 0; // of all collective constructs so far, see bus_bytes() in <loop/calls.h>
    int flops_depth = 0;
    double charged_in_threads = 0;    // seconds, on a simulated machine
    double charged_seconds = 0;       // so far
    std::size_t array_bytes = 0;      // of \MAT and \VEC, at this moment
    std::size_t most_array_bytes = 0; // the most at any moment

    std::int64_t sequence = 0;
    std::uint64_t waits = 0;               // number of waits so far, times one_wait
    std::int64_t picl_collectives = 0;     // number of collective PICL calls with arguments so far
    std::int64_t host_collectives = 0;     // blocking collectives of host code on MPI_COMM_WORLD so far
    std::uint64_t place = 0;               // of the last construct or MPI call, as in `RankStatus::previous`
    Construct construct = Construct::None; // the one entered last, for messages
    Site site{"", 0};
    CoreUse core_use;
};

extern Session the_session;

// False within \UNTIMED and in the warm-up of a \LOOP: what happens there is not measured. Whatever measures
// asks this when it begins.
inline bool is_measured() {
    return !the_session.untimed;
}

} // namespace loop::runtime
