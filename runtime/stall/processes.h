#pragma once

// Processes of this host, by their numbers in the namespace of the caller.
namespace loop {

// 'R', 'S', 'T' ...; 'X' where there is no such process.
char process_state(long long id);

bool is_gone(long long id);

// Stopped, or held by a debugger.
bool is_held(long long id);

// Whether it runs the file that the caller runs.
bool is_same_program(long long id);

// 0 if there is no such process.
int count_threads(long long id);

// Clock ticks of user and system time that the process's threads have had, without its first one and without
// the caller.
long long ticks_of_other_threads(long long id);

} // namespace loop
