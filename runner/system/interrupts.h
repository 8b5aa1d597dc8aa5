#pragma once

#include "runner/system/files.h"

#include <chrono>
#include <csignal>
#include <functional>
#include <thread>

/// Handles signals from the user: SIGINT, SIGTERM, and SIGHUP.
namespace loop::runner {

/// While an object exists, these signals do not end the process but are read from fd(). Only for the main
/// thread, and one object at a time. A signal that was not taken when the object is destroyed goes to the
/// SignalWatch, if there is one.
class Interrupts {
public:
    Interrupts();
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;
    ~Interrupts();

    int fd() const { return descriptor_.get(); }
    /// Returns the number of a signal that has arrived, or 0.
    int take();

    /// From now on, take() passes the first signal to `heard` and does not return it; it returns the second
    /// one. Copies of the first one that come at once do not count: `timeout` sends one to the process and
    /// one to its group.
    void hold_first(std::function<void(int)> heard);
    /// Returns the signal passed to `heard`, or 0. From now on, take() returns all signals again.
    int held();

private:
    std::function<void(int)> heard_;
    int held_ = 0;
    std::chrono::steady_clock::time_point held_since_;
    Descriptor descriptor_;
    sigset_t before_;
    bool has_taken_ = false;
};

/// Ends the command on a signal that arrives while no Interrupts object exists: a thread runs the cleanups
/// (`undo.h`), calls `log` with the signal's number, and ends the process with exit code 128 plus that
/// number. One object per process, created by the main thread before any other thread.
class SignalWatch {
public:
    explicit SignalWatch(std::function<void(int)> log);
    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;
    ~SignalWatch();

    /// Ends the watch. Also ends the process if a signal has arrived that was not taken.
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

/// Thrown if a signal interrupts the work; everything that was started has been stopped.
struct Interrupted {
    int signal;
};

} // namespace loop::runner
