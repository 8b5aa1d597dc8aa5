#pragma once

#include <csignal>

namespace loop::runtime {

// Signals that a process itself causes.
constexpr int fatal_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

// Makes the status file report fatal signals, and an exit without \CLOSE0; and reports uncaught exceptions.
// Idempotent.
void install_crash_flush();

// The handlers that there are now stay, whatever is installed: a recorded program may use signals. To be
// called before MPI_Init, which installs handlers, too.
void leave_handlers_of_program();

// For the end of a recorded program, after its exit handlers: if it has not called MPI_Finalize, the status
// file reports its exit, and the trace is written. It may still call MPI in the destructors of its libraries.
void tell_exit_of_recorded();

// Previous handlers are called after LOOP's. To be called again after MPI_Init, which may install others.
void install_signal_handlers();

} // namespace loop::runtime
