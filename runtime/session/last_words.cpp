#include "session/last_words.h"

#include "session/failure.h"
#include "session/mpi_state.h"
#include "session/session.h"
#include "session/simulation.h"
#include "session/status.h"
#include "trace/trace.h"

#include <mpi.h>

#include <csignal>
#include <cstdlib>

namespace loop::runtime {
namespace {

constexpr int fatal_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

struct sigaction previous_action[NSIG];

extern "C" void loop_on_signal(int number) {
    end_status(RankState::Signalled, number);
    trace::write_last_words("signal ", number);
    sigaction(number, &previous_action[number], nullptr); // whoever was there before has the last word
    raise(number);
}

// Asked to end, by a time-out or because another rank failed: that is no end of its own, the status stays.
extern "C" void loop_on_termination(int number) {
    trace::write_last_words("signal ", number);
    sigaction(number, &previous_action[number], nullptr);
    raise(number);
}

// The other ranks would wait for this one forever, so the run ends here.
void on_exit_without_close(int code) {
    const bool open = the_session.stage == Stage::Open;
    end_status(RankState::Exited, code);
    trace::write_last_words("exit", 0);
    if (!open || !mpi_is_up()) return;
    const RankPlace place = place_of(*the_status);
    const std::string after =
        place.construct == Construct::None
            ? ""
            : " after " + display_name(place.construct) + " in line " + std::to_string(place.line);
    print_error("error: rank " + std::to_string(the_session.rank) + ": the program ended without \\CLOSE0" +
                after);
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

void install_signal(int number, void (*handler)(int)) {
    struct sigaction current {};
    if (sigaction(number, nullptr, &current) != 0 || current.sa_handler == handler) return;
    previous_action[number] = current;
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, nullptr);
}

// A stack overflow is a SIGSEGV without a stack to handle it on.
void install_signal_stack() {
    static char memory[16384];
    stack_t current{};
    if (sigaltstack(nullptr, &current) != 0 || (current.ss_flags & SS_DISABLE) == 0) return;
    stack_t stack{};
    stack.ss_sp = memory;
    stack.ss_size = sizeof memory;
    sigaltstack(&stack, nullptr);
}

} // namespace

void install_signal_handlers() {
    if (is_simulated) return;
    for (int number : fatal_signals)
        install_signal(number, loop_on_signal);
    if (trace::is_wanted()) install_signal(SIGTERM, loop_on_termination);
}

void install_last_words() {
    static bool installed = false;
    if (installed || is_simulated) return; // one process: an end is everybody's, and SMPI tells it
    installed = true;
    install_exit_hook();
    install_signal_stack();
    install_signal_handlers();
}

} // namespace loop::runtime
