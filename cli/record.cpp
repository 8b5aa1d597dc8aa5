#include "app/run/record.h"

#include "cli/verbs.h"
#include "runner/system/failure.h"

#include <memory>

namespace loop::cli {

namespace {

Action define_record(Arguments& app) {
    auto options = std::make_shared<app::RecordOptions>();
    app.option("-o,--output DIR", options->output,
               "write the recorded run to folder DIR; default: ./loop-record-PROGRAM-TIME");
    app.option("--program FILE", options->program,
               "the MPI program that the command starts; default: the first word that is one");
    app.option("--launches K", options->launches,
               "run the command K times, one after the other, until it fails; default: 1",
               in_range(1, 100000));
    app.option("--events N", options->events.in_memory,
               "events of each rank's trace that memory holds; default: 1000000", in_range(1, 2147483647));
    app.option("--disk MIB", options->events.disk_mib,
               "how much disk each rank may use for further events; default: 1024", in_range(0, 1 << 24));
    app.option("--timeout TIME", options->timeout_seconds,
               "stop a launch that takes longer, such as 90s or 10m, and report where its ranks are",
               above_zero_seconds());
    app.option("--hang-limit TIME", options->hang_limit_seconds,
               "stop a launch whose ranks all wait for each other for this time, and report why; 0: "
               "never,\nand their calls are not compared; default: at least 10 s, see docs/reliability.md",
               at_least_zero_seconds());
    return [options](Context& context) {
        if (!context.program || context.program->empty())
            throw runner::Failure(runner::ExitCode::Usage, "the command to record is missing",
                                  "give it after `--`: loop record -o DIR -- mpiexec -n 4 ./application");
        return app::record_command(*options, *context.program, context.terminal);
    };
}

} // namespace

const Verb record_verb{"record", "record any MPI program as it is, without its source",
                       "  loop record -o run -- mpiexec -n 16 ./application input.txt\n"
                       "  loop report run                                     its sheet, as for `loop run`\n"
                       "  loop record --launches 5 -o run -- mpiexec -n 16 ./application     medians of 5\n"
                       "  loop record --program ./application -- ./start.sh   a script starts the program\n",
                       define_record, true};

} // namespace loop::cli
