#include "lifecycle/crash_flush.h"

#include "lifecycle/host_watchdog.h"
#include "lifecycle/uncaught_exception.h"
#include "session/failure.h"
#include "session/frames.h"
#include "session/mpi_state.h"
#include "session/session.h"
#include "session/settings.h"
#include "session/simulation.h"
#include "session/status.h"

#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace loop::runtime {
namespace {

struct sigaction previous_action[NSIG];
bool has_own_handler[NSIG];

pid_t own_process = 0; // that of the rank

// A child of host code (fork) has the handlers, too, but is not the rank: its end means nothing.
bool is_child() {
    return getpid() != own_process;
}

// To the handler that was there before.
void hand_on(int number) {
    sigaction(number, &previous_action[number], nullptr);
    raise(number);
}

std::uintptr_t stack_begin = 0; // of the main thread

// Frames may be large, so an overflow may miss the stack's end by megabytes; nothing else is mapped below it.
bool is_below_stack(const void* address) {
    constexpr std::uintptr_t slack = 1 << 20;
    rlimit limit{};
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return false;
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    const std::uintptr_t end = stack_begin - std::min<std::uintptr_t>(limit.rlim_cur, stack_begin);
    return at < end + slack && at + 64 * slack > end;
}

void say_stack_overflow() {
    static const char text[] = ": the stack overflowed (its limit: `ulimit -s`)\n";
    char line[96] = "error: rank ";
    std::size_t length = std::strlen(line);
    char digits[12];
    std::size_t count = 0;
    for (unsigned rest = static_cast<unsigned>(the_session.rank); count == 0 || rest > 0; rest /= 10)
        digits[count++] = static_cast<char>('0' + rest % 10);
    while (count > 0)
        line[length++] = digits[--count];
    std::memcpy(line + length, text, sizeof text - 1);
    if (write(STDERR_FILENO, line, length + sizeof text - 1) < 0) return; // nowhere to report it
}

const void* instruction_of(const void* context) {
#if defined(__x86_64__)
    const auto* const at = static_cast<const ucontext_t*>(context);
    return reinterpret_cast<const void*>(at->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    const auto* const at = static_cast<const ucontext_t*>(context);
    return reinterpret_cast<const void*>(at->uc_mcontext.pc);
#else
    static_cast<void>(context);
    return nullptr;
#endif
}

volatile std::sig_atomic_t follows_frames = 0; // following a corrupt stack may crash again

extern "C" void loop_on_signal(int number, siginfo_t* info, void* context) {
    if (is_child()) return hand_on(number);
    if (number == SIGSEGV && is_below_stack(info->si_addr)) say_stack_overflow();
    end_status(RankState::Signalled, number);
    if (follows_frames == 0) {
        follows_frames = 1;
        tell_frames(instruction_of(context));
    }
    flush_at_crash("signal ", number);
    hand_on(number);
}

// Waits until the launcher ends this process. If this process ended first, the launcher would kill the host's
// other ranks, which may still be writing. The limit is for a host that has lost its connection.
void wait_for_end() {
    for (timespec left{60, 0}; nanosleep(&left, &left) != 0 && errno == EINTR;) {
    }
}

std::atomic<bool> is_flushing{false};
std::atomic<bool> is_told_to_end{false};

// The signal was sent because of a timeout, or because another rank failed. This rank has not failed, so its
// status does not change. While it writes its trace, another signal may come, also in a thread of the MPI
// library: that one must not end the process.
extern "C" void loop_on_termination(int number, siginfo_t* info, void*) {
    if (is_child()) return hand_on(number);
    const bool is_request = is_requested_by_watchdog(*info);
    if (!is_request) is_told_to_end = true;
    if (is_flushing.exchange(true)) return;
    flush_at_crash("signal ", number);
    is_flushing = false;
    if (is_request) {
        tell_crash_flush();
        if (!is_told_to_end) wait_for_end();
    }
    hand_on(number);
}

void tell_exit(int code) {
    if (is_in_session(the_session.stage)) tell_frames(); // where exit() was called
    end_status(RankState::Exited, code);
    flush_at_crash("exit");
}

int exit_code = 0;

// Ends the run: the other ranks would wait for this one forever. A recorded program may still call
// MPI_Finalize.
void on_exit_without_close(int code) {
    if (is_child() || run_is_ending()) return;
    exit_code = code;
    if (settings().recorded) return;
    const Stage stage = the_session.stage;
    tell_exit(code);
    const bool wait_for_its_start =
        launcher_waits_for_start && stage == Stage::Before && !mpi_has_begun() && status_rank() >= 0;
    if (wait_for_its_start) end_run(exit_run_failed);
    if (!is_in_session(stage) || !mpi_is_up()) return;
    const RankPlace place = place_of(*the_status);
    print_error(
        concat("error: rank ", the_session.rank, ": the program ended without \\CLOSE0 ", seen_text(place)));
    end_run(exit_run_failed);
}

#ifdef __GLIBC__
void exit_hook(int code, void*) {
    on_exit_without_close(code);
}
void install_exit_hook() {
    on_exit(exit_hook, nullptr);
}
#else
void exit_hook() {
    on_exit_without_close(-1);
}
void install_exit_hook() {
    std::atexit(exit_hook);
}
#endif

void install_signal(int number, void (*handler)(int, siginfo_t*, void*)) {
    struct sigaction current {};
    if (has_own_handler[number]) return;
    if (sigaction(number, nullptr, &current) != 0 || current.sa_sigaction == handler) return;
    previous_action[number] = current;
    struct sigaction action {};
    action.sa_sigaction = handler;
    action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, nullptr);
}

// After a stack overflow, the SIGSEGV handler needs a stack of its own.
void install_signal_stack() {
    stack_begin = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    static char memory[65536];
    stack_t current{};
    if (sigaltstack(nullptr, &current) != 0 || (current.ss_flags & SS_DISABLE) == 0) return;
    stack_t stack{};
    stack.ss_sp = memory;
    stack.ss_size = sizeof memory;
    sigaltstack(&stack, nullptr);
}

} // namespace

void tell_exit_of_recorded() {
    if (is_child() || run_is_ending() || the_session.stage != Stage::Open) return;
    tell_exit(exit_code);
}

void leave_handlers_of_program() {
    for (int number = 1; number < NSIG; ++number) {
        struct sigaction current {};
        has_own_handler[number] = sigaction(number, nullptr, &current) == 0 && current.sa_handler != SIG_DFL;
    }
}

void install_signal_handlers() {
    if (is_simulated) return;
    for (int number : fatal_signals)
        install_signal(number, loop_on_signal);
    if (wants_trace()) install_signal(SIGTERM, loop_on_termination);
}

void install_crash_flush() {
    static bool installed = false;
    if (installed || is_simulated) return; // all ranks are one process, and SMPI reports its end
    installed = true;
    own_process = getpid();
    // If a write exceeds the file size limit, it fails, and the message names the file.
    std::signal(SIGXFSZ, SIG_IGN);
    prepare_frames();
    install_exit_hook();
    install_signal_stack();
    install_signal_handlers();
    report_uncaught_exceptions();
}

} // namespace loop::runtime
