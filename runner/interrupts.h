#pragma once

#include "runner/files.h"

#include <csignal>
#include <functional>

namespace loop::runner {

/// While it lives, SIGINT, SIGTERM and SIGHUP no longer end the process: they are read from fd().
/// For the main thread; one at a time.
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
};

/// Thrown where work is given up because of a signal; what was started has been stopped.
struct Interrupted {
    int signal;
};

} // namespace loop::runner
