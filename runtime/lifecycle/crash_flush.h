#pragma once

#include <csignal>

namespace loop::runtime {

// Signals that a process itself causes.
constexpr int fatal_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

// Makes the status file report fatal signals, and an exit without \CLOSE0; and reports uncaught exceptions.
// Idempotent.
void install_crash_flush();

// Previous handlers are called after LOOP's. To be called again after MPI_Init, which may install others.
void install_signal_handlers();

} // namespace loop::runtime
