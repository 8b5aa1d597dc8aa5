#pragma once

// Processes of this host, by their IDs in the caller's PID namespace.
namespace loop {

// Returns 'R', 'S', 'T' ..., 'X' if there is no such process, or '?' if its state cannot be read.
char process_state(long long id);

bool is_gone(long long id);

// Returns whether the process is stopped, or held by a debugger.
bool is_held(long long id);

// Returns whether the process runs the same file as the caller.
bool is_same_program(long long id);

// Returns 0 if there is no such process.
int count_threads(long long id);

// Returns the user and system time of the process's threads in clock ticks, without its first thread and the
// calling thread.
long long ticks_of_other_threads(long long id);

} // namespace loop
