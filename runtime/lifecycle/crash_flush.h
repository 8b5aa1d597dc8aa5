#pragma once

#include <csignal>

namespace loop::runtime {

// What a process brings upon itself.
constexpr int fatal_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

// From here on the status file tells of an exit without \CLOSE0 and of a fatal signal. Idempotent.
void install_crash_flush();

// Handlers that were there before are called after ours. Again after MPI_Init, which may have installed its
// own.
void install_signal_handlers();

} // namespace loop::runtime
