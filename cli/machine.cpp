#include "app/machine/machine.h"

#include "cli/verbs.h"
#include "runner/system/failure.h"

#include <fmt/core.h>

#include <memory>

namespace loop::cli {

using runner::ExitCode;
using runner::Failure;

namespace {

/// Rejects options that the action does not use.
void refuse_others(const Arguments& app, const std::string& action, const std::vector<std::string>& known) {
    for (const Option& option : app.options()) {
        const std::string name = option.name();
        if (name == "ACTION" || !option.is_given()) continue;
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw Failure(ExitCode::Usage,
                          fmt::format("`loop machine {}` does not accept `{}`", action, name),
                          "see `loop machine --help`");
    }
}

int machine(const Arguments& app, const app::MachineOptions& options, Context& context) {
    const bool takes_one =
        options.action == "show" || options.action == "check" || options.action == "prepare";
    if (takes_one && options.machine.empty())
        throw Failure(ExitCode::Usage, "NAME|FILE is missing", "`loop machine list` shows the names");
    if (options.action == "list")
        return refuse_others(app, "list", {"--json"}), app::list_machines(options, context.terminal);
    if (options.action == "show")
        return refuse_others(app, "show", {"NAME|FILE", "--json"}),
               app::show_machine(options, context.terminal);
    if (options.action == "check")
        return refuse_others(app, "check", {"NAME|FILE", "--ranks", "--hosts", "--json"}),
               app::check_machine(options, context.terminal);
    if (options.action == "prepare")
        return refuse_others(app, "prepare", {"NAME|FILE", "--output", "--any-processor"}),
               app::prepare_machine(options, context.terminal);
    return refuse_others(app, "detect", {"--mpi", "--slurm", "--output"}),
           app::detect_machine(options, context.terminal);
}

Action define_machine(Arguments& app) {
    auto options = std::make_shared<app::MachineOptions>();
    app.option("ACTION", options->action, "list, show, check, detect or prepare",
               one_of({"list", "show", "check", "detect", "prepare"}))
        .required();
    app.option("NAME|FILE", options->machine, "show, check, prepare: the profile");
    app.option("-n,--ranks RANKS", options->check.ranks,
               "check: number of ranks; default: one per core or host, at least 2", in_range(1, 1 << 20));
    app.option("--hosts LIST|FILE", options->check.hosts, "check: the hosts of a machine with hosts");
    app.option("--mpi WHICH", options->detect.library,
               "detect: mpich or openmpi; default: the first one found", one_of({"mpich", "openmpi"}));
    app.flag("--slurm", options->detect.slurm, "detect: describe the Slurm cluster of this host");
    app.option("-o,--output FILE", options->output,
               "detect: write to FILE instead of the terminal; prepare: also write the library below folder "
               "FILE, for LOOP_PREBUILT or a package");
    app.flag("--any-processor", options->any_processor,
             "prepare: only parts that do not depend on the processor");
    app.flag("--json", options->json,
             "list, check: print JSON (docs/formats.md); show: print JSON as in run.json");
    return [options, app](Context& context) { return machine(app, *options, context); };
}

} // namespace

const Verb machine_verb{
    "machine", "list, show, check, detect or prepare the machines that programs run on",
    "  loop machine list\n"
    "  loop machine show paragon            its profile, in words\n"
    "  loop machine check ./cluster.toml    builds and runs a second of work, and says what is wrong\n"
    "  loop machine detect -o here.toml     a profile of this machine; then --machine ./here.toml\n"
    "  loop machine detect --slurm -o cluster.toml\n"
    "  loop machine prepare local           builds the runtime library before a program needs it\n",
    define_machine};

} // namespace loop::cli
