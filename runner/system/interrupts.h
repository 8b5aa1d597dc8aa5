#pragma once

#include "runner/system/files.h"

#include <csignal>
#include <functional>
#include <thread>

/// Signals that the user sends: SIGINT, SIGTERM and SIGHUP.
namespace loop::runner {

/// While it lives, they no longer end the process: they are read from fd(). For the main thread; one at a time. Of a
/// signal that nobody took before its end the watch, where there is one, hears.
class Interrupts {
public:
    Interrupts();
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;
    ~Interrupts();

    int fd() const { return descriptor_.get(); }
    /// The number of a signal that has arrived, or 0.
    int take();

    /// From now on take() holds the first signal back, and tells it to `heard`; the next one comes through.
    void hold_first(std::function<void(int)> heard);
    /// The signal that was held back, or 0. No other is held back from now on.
    int held();

private:
    std::function<void(int)> heard_;
    int held_ = 0;
    Descriptor descriptor_;
    sigset_t before_;
    bool has_taken_ = false;
};

/// A signal that comes while no Interrupts live ends the command: a thread undoes what must not stay (`undo.h`), calls
/// `say` with the signal's number and ends the process with 128 and that number. One a process, made by the main thread
/// before any other thread.
class SignalWatch {
public:
    explicit SignalWatch(std::function<void(int)> say);
    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;
    ~SignalWatch();

    /// Ends the watch, and the process too if a signal has come that nobody took.
    void finish();

private:
    friend class Interrupts;
    void start();
    void stop();
    void watch();
    void end_if_signalled();

    std::function<void(int)> say_;
    Descriptor signals_, stopping_;
    std::thread thread_;
};

/// Thrown where work is given up because of a signal; what was started has been stopped.
struct Interrupted {
    int signal;
};

} // namespace loop::runner
