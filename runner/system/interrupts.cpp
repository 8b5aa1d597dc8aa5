#include "runner/system/interrupts.h"

#include "runner/system/undo.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <utility>

namespace loop::runner {

namespace {

SignalWatch* the_watch = nullptr;
constexpr std::chrono::milliseconds at_once{200};

sigset_t of_the_user() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        sigaddset(&signals, signal);
    return signals;
}

Descriptor signal_descriptor() {
    const sigset_t signals = of_the_user();
    return Descriptor(signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
}

int signal_from(const Descriptor& descriptor) {
    signalfd_siginfo info;
    return ::read(descriptor.get(), &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo) : 0;
}

} // namespace

Interrupts::Interrupts() {
    if (the_watch != nullptr) the_watch->stop();
    const sigset_t signals = of_the_user();
    sigprocmask(SIG_BLOCK, &signals, &before_);
    descriptor_ = signal_descriptor();
}

Interrupts::~Interrupts() {
    // Later signals must not end the process: the exit code already reports the first one.
    if (has_taken_ || the_watch == nullptr)
        while (take() != 0)
            continue;
    sigprocmask(SIG_SETMASK, &before_, nullptr);
    if (the_watch != nullptr) the_watch->start();
}

int Interrupts::take() {
    const int signal = signal_from(descriptor_);
    has_taken_ = has_taken_ || signal != 0;
    if (signal == 0 || !heard_) return signal;
    const auto now = std::chrono::steady_clock::now();
    if (held_ != 0) return signal == held_ && now - held_since_ < at_once ? 0 : signal;
    held_ = signal;
    held_since_ = now;
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

SignalWatch::SignalWatch(std::function<void(int)> log) : log_(std::move(log)) {
    const sigset_t signals = of_the_user();
    sigprocmask(SIG_BLOCK, &signals, nullptr);
    signals_ = signal_descriptor();
    stopping_ = Descriptor(eventfd(0, EFD_CLOEXEC));
    the_watch = this;
    start();
}

SignalWatch::~SignalWatch() {
    stop();
    the_watch = nullptr;
}

void SignalWatch::finish() {
    stop();
    end_if_signalled();
}

void SignalWatch::start() {
    thread_ = std::thread([this] { watch(); });
}

void SignalWatch::stop() {
    if (!thread_.joinable()) return;
    const std::uint64_t one = 1;
    if (::write(stopping_.get(), &one, sizeof one) != sizeof one) return; // cannot happen: the counter is 0
    thread_.join();
}

void SignalWatch::watch() {
    std::array<pollfd, 2> waits{{{stopping_.get(), POLLIN, 0}, {signals_.get(), POLLIN, 0}}};
    while (waits[0].revents == 0) {
        ::poll(waits.data(), waits.size(), -1);
        if (waits[0].revents == 0) end_if_signalled();
    }
    std::uint64_t count = 0;
    if (::read(stopping_.get(), &count, sizeof count) < 0) return; // it was readable
}

void SignalWatch::end_if_signalled() {
    const int signal = signal_from(signals_);
    if (signal == 0) return;
    undo_everything([&] {
        log_(signal);
        ::_exit(128 + signal);
    });
}

} // namespace loop::runner
