#pragma once

#include "trace/analysis/states/states.h"

/// The states of ranks whose threads communicate (\THREADS).
namespace loop::report {

/// What a thread does from an event on: Busy, InMpi (its trace does not tell waiting from sending), Unknown,
/// or Excluded (it has ended).
State state_of(ThreadEvent::State state);

/// Returns the states of a rank together with those of its threads. While threads run, the rank is busy if
/// one of them is; else nothing is known if that of one is not known; else all of them are in MPI, and so is
/// the rank. A thread that has ended, and waits for the others, does not count. `states` are those without
/// its threads.
RankStates with_threads(RankStates states, const RankTrace& rank);

} // namespace loop::report
