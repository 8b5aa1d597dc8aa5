#pragma once

#include "runner/system/files.h"

#include <csignal>
#include <functional>
#include <thread>

/// Signals of the user: SIGINT, SIGTERM and SIGHUP.
namespace loop::runner {

/// While it exists, these signals do not end the process: they are read from fd(). For the main thread; one
/// at a time. A signal not taken before its end goes to the SignalWatch, if there is one.
class Interrupts {
public:
    Interrupts();
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;
    ~Interrupts();

    int fd() const { return descriptor_.get(); }
    /// The number of a signal that has arrived, or 0.
    int take();

    /// From now on take() withholds the first signal and passes it to `heard`; it returns the next one.
    void hold_first(std::function<void(int)> heard);
    /// The withheld signal, or 0. Signals are no longer withheld.
    int held();

private:
    std::function<void(int)> heard_;
    int held_ = 0;
    Descriptor descriptor_;
    sigset_t before_;
    bool has_taken_ = false;
};

/// A signal that comes while no Interrupts live ends the command: a thread undoes what must not stay
/// (`undo.h`), calls `log` with the signal's number and ends the process with 128 and that number. One per
/// process, created by the main thread before any other thread.
class SignalWatch {
public:
    explicit SignalWatch(std::function<void(int)> log);
    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;
    ~SignalWatch();

    /// Ends the watch, and the process too if a signal has come that no one took.
    void finish();

private:
    friend class Interrupts;
    void start();
    void stop();
    void watch();
    void end_if_signalled();

    std::function<void(int)> log_;
    Descriptor signals_, stopping_;
    std::thread thread_;
};

/// Thrown when a signal interrupts the work; everything started has been stopped.
struct Interrupted {
    int signal;
};

} // namespace loop::runner
