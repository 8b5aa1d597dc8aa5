#pragma once

namespace loop::recording {

// The program is executed as some of its ranks, one after the other, each in a process of its own that begins
// at \OPEN0.

// Returns in each of these processes, with its rank. The first process starts them, waits for them, writes
// the file that LOOP_RECORD_FILE names, and ends.
int begin_executions(int ranks);

// Tells the first process what this one has recorded, and ends.
[[noreturn]] void end_execution();

// The program must be executed as this rank, too: it tells what its group does.
void ask_for_execution(int rank);

// Whether groups of \AMONG that look alike do different things.
bool groups_differ();

// If ranks communicate the same but compute different amounts, all are executed up to this number of ranks.
// Of more, some are (recording/work_by_rank.h); if there are groups, computations are then not recorded.
constexpr int most_computing_ranks = 4096;

// Whether computations are to be recorded.
bool is_work_recorded();

// The program must be executed as every rank. To be called before the executions begin.
void need_every_rank();

} // namespace loop::recording
