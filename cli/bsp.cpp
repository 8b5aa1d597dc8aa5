#include "base/text/strings.h"
#include "cli/report_files.h"
#include "cli/verbs.h"
#include "report/bsp/machines.h"
#include "report/document/output_formats.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"
#include "runner/system/installation.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <memory>

namespace loop::cli {

namespace bsp = report::bsp;
using runner::ExitCode;
using runner::Failure;

namespace {

struct BspOptions {
    std::string action;
    std::vector<std::string> inputs;
    std::string program, output;
    std::string format = "text";
    bsp::Demand demand;
    bool published = false, no_published = false;
    bool anyway = false;
};

void require_trust(const report::Trust& trust, const std::string& input, const BspOptions& options) {
    cli::require_trust(trust.is_invalid(), fmt::format("`{}` is INVALID: {}", input, trust.why()),
                       options.anyway, "shows");
}

report::RunRecord load(const std::string& input) {
    return load_run(input)->directory.run;
}

std::vector<bsp::Machine> published() {
    const auto file = runner::find_installation().machines / "published" / "bsp.csv";
    return bsp::published_machines(runner::read_file(file), file.string());
}

/// The machines of a result.
std::vector<bsp::Machine> machines_in(const std::string& input, const BspOptions& options) {
    std::vector<bsp::Machine> own = bsp::machines_of(load(input));
    if (own.empty())
        throw Failure(ExitCode::InputOutput, fmt::format("`{}` has no results r, g and l", input),
                      "use runs of `bspbench`, `bspprobe` or programs with these constructs");
    require_trust(bsp::trust_of(own), input, options);
    return own;
}

void append(std::vector<bsp::Machine>& all, std::vector<bsp::Machine> more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Refuses results from another number of ranks than the program's, as r, g, and l hold only for theirs.
void require_ranks(const std::vector<bsp::Machine>& machines, const std::string& input,
                   const report::RunRecord& program, const BspOptions& options) {
    for (const bsp::Machine& machine : machines)
        if (machine.ranks != program.ranks)
            throw Failure(ExitCode::InputOutput,
                          fmt::format("`{}` was measured on {}, but `{}` ran on {}: r, g and l hold only for "
                                      "their number of ranks",
                                      input, counted(machine.ranks, "rank"), options.program,
                                      counted(program.ranks, "rank")),
                          fmt::format("run `loop run bspbench -n {}` and give its folder", program.ranks));
}

/// The machines of the given results. `program`: the one to predict, or null.
std::vector<bsp::Machine> measured_machines(const BspOptions& options, const report::RunRecord* program) {
    std::vector<bsp::Machine> all;
    for (const std::string& input : options.inputs) {
        std::vector<bsp::Machine> own = machines_in(input, options);
        if (program != nullptr) require_ranks(own, input, *program, options);
        append(all, std::move(own));
    }
    return all;
}

/// A table compares with the published machines, unless the user does not want them.
bsp::MachineTable compared(const BspOptions& options) {
    std::vector<bsp::Machine> all = measured_machines(options, nullptr);
    if (!options.no_published) append(all, published());
    return bsp::machine_table(all);
}

/// The published machines with this number of ranks.
std::vector<bsp::Machine> published_on(int ranks) {
    std::vector<bsp::Machine> all = published();
    const auto other = [&](const bsp::Machine& machine) { return machine.ranks != ranks; };
    all.erase(std::remove_if(all.begin(), all.end(), other), all.end());
    return all;
}

/// A prediction uses the published machines only on request.
void require_machines(const BspOptions& options) {
    if (options.inputs.empty() && !options.published)
        throw Failure(ExitCode::Usage, "no machine to predict the time on",
                      "give runs of `bspbench` or `bspprobe`, or `--published` for the published machines");
}

bsp::MachineTable predict_demand(const BspOptions& options) {
    if (options.demand.work == 0 && options.demand.words == 0 && options.demand.supersteps == 0)
        throw Failure(ExitCode::Usage, "nothing to predict",
                      "give --work, --h and --supersteps, or --program RUN");
    require_machines(options);
    std::vector<bsp::Machine> all = measured_machines(options, nullptr);
    if (options.published) append(all, published());
    return bsp::prediction_table(all, options.demand, {});
}

bsp::MachineTable predict_program(const BspOptions& options) {
    require_machines(options);
    const report::RunRecord run = load(options.program);
    std::vector<bsp::Machine> all = measured_machines(options, &run);
    if (options.published) append(all, published_on(run.ranks));
    if (all.empty())
        throw Failure(ExitCode::InputOutput,
                      fmt::format("no published machine has {}, like `{}`", counted(run.ranks, "rank"),
                                  options.program),
                      fmt::format("run `loop run bspbench -n {}` and give its folder", run.ranks));
    bsp::PredictedProgram program{options.program, {}, report::trust_of(run)};
    if (run.summary.program.seconds) program.measured_seconds = run.summary.program.seconds->max;
    require_trust(program.trust, options.program, options);
    bsp::MachineTable table = bsp::prediction_table(all, bsp::demand_of(run), program);
    if (options.published)
        table.notes.push_back(fmt::format("published machines: only those with {}, like the program",
                                          counted(run.ranks, "rank")));
    return table;
}

bsp::MachineTable predicted(const BspOptions& options) {
    return options.program.empty() ? predict_demand(options) : predict_program(options);
}

int act(const BspOptions& options, Context& context) {
    try {
        const bsp::MachineTable table = options.action == "table" ? compared(options) : predicted(options);
        put(form_for(options.output, bsp::table_document(table), options.format, context.terminal),
            options.output, context.terminal);
        return 0;
    } catch (const report::FormatError& error) {
        throw failure_of(error);
    }
}

Check not_negative() {
    return in_range(0.0, 1e300);
}

Action define_bsp(Arguments& app) {
    auto options = std::make_shared<BspOptions>();
    app.option("table|predict", options->action, "compare machines, or predict a program's time on them",
               one_of({"table", "predict"}))
        .required();
    app.option("RUN", options->inputs, "run folders of `bspbench` and `bspprobe`");
    app.option("--work W", options->demand.work, "predict: operations of the busiest rank", not_negative());
    app.option("--h H", options->demand.words,
               "predict: 64-bit words that this rank sends or receives in all supersteps", not_negative());
    app.option("--supersteps S", options->demand.supersteps, "predict: number of supersteps", not_negative());
    app.option("--program RUN", options->program,
               "predict: take these three from the run in this folder, and show its measured time, too;\nthe "
               "machines must have been measured on its number of ranks");
    app.flag("--published", options->published, "predict: also for the published machines")
        .excludes(app.flag("--no-published", options->no_published, "table: only the given runs"));
    app.flag("--anyway", options->anyway, "also show results that are INVALID or negative, marked as such");
    app.option("--format FORM", options->format, joined(report::output_formats(), ", ") + "; default: text",
               one_of(report::output_formats()));
    app.option("-o,--output FILE", options->output, "write to FILE");
    return [options](Context& context) { return act(*options, context); };
}

} // namespace

const Verb bsp_verb{"bsp", "compare machines by BSP's r, g and l, and predict times of programs",
                    "  loop bsp table results/bspbench\n"
                    "  loop bsp predict --work 1e9 --h 1e6 --supersteps 1000 results/bspbench\n"
                    "  loop bsp predict --work 1e9 --h 1e6 --supersteps 1000 --published\n"
                    "  loop bsp predict --program results/cg results/bspbench\n",
                    define_bsp};

} // namespace loop::cli
