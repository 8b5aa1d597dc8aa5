#include "runner/interrupts.h"

#include <sys/signalfd.h>
#include <unistd.h>

namespace loop::runner {

Interrupts::Interrupts() {
    sigset_t watched;
    sigemptyset(&watched);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        sigaddset(&watched, signal);
    sigprocmask(SIG_BLOCK, &watched, &before_);
    descriptor_ = Descriptor(signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK));
}

Interrupts::~Interrupts() {
    // What arrived while nobody looked has been dealt with by the exit code; it must not kill us now.
    while (take() != 0)
        continue;
    sigprocmask(SIG_SETMASK, &before_, nullptr);
}

int Interrupts::take() {
    signalfd_siginfo info;
    return ::read(descriptor_.get(), &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo)
                                                                        : 0;
}

} // namespace loop::runner
