#include "runner/interrupts.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <utility>

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
    if (::read(descriptor_.get(), &info, sizeof info) != sizeof info) return 0;
    const int signal = static_cast<int>(info.ssi_signo);
    if (!heard_ || held_ != 0) return signal;
    held_ = signal;
    heard_(signal);
    return 0;
}

void Interrupts::hold_first(std::function<void(int)> heard) {
    heard_ = std::move(heard);
    held_ = 0;
}

int Interrupts::held() {
    heard_ = nullptr;
    return std::exchange(held_, 0);
}

} // namespace loop::runner
