#include "host_calls/call_log.h"
#include "lifecycle/command_line.h"
#include "lifecycle/crash_flush.h"
#include "session/launcher.h"
#include "session/settings.h"
#include "session/simulation.h"
#include "session/status.h"

#include <loop/program.h>

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>

namespace loop {

// Launchers connect standard input to rank 0 only. Any other rank that reads it would wait forever.
static void close_standard_input() {
    const int nothing = open("/dev/null", O_RDONLY);
    if (nothing <= STDIN_FILENO) return;
    dup2(nothing, STDIN_FILENO);
    close(nothing);
}

Program::Program(const char* name, const char* file, const char* source_hash, CommandLine command_line,
                 std::initializer_list<const char*> uses, std::initializer_list<Parameter> parameters) {
    runtime::Settings& settings = runtime::settings();
    settings.program = name;
    settings.file = file;
    settings.source_hash = source_hash;
    for (const char* name : uses)
        runtime::mark_used(name);
    settings.parameters.assign(parameters.begin(), parameters.end());
    const char* const path = std::getenv("LOOP_PARAMETERS");
    settings.by_hand = path == nullptr || *path == '\0';
    settings.has_options = command_line == CommandLine::runtime;
    settings.quiet = std::getenv("LOOP_QUIET") != nullptr;
    if (!settings.by_hand) {
        runtime::read_parameter_file(path);
        close_standard_input();
    }
    const bool own_process = !runtime::is_simulated; // otherwise the command line belongs to the simulator
    if (own_process && settings.has_options) runtime::read_command_line(runtime::own_command_line());
    runtime::install_crash_flush();
    if (settings.records.empty() || runtime::launcher_rank() < 0) return;
    runtime::open_status(runtime::launcher_rank());
    runtime::trace::open_call_log(runtime::launcher_rank());
}

} // namespace loop
