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
    bool no_published = false;
    bool anyway = false;
};

void require_trust(const report::Trust& trust, const std::string& input, const BspOptions& options) {
    cli::require_trust(trust.is_invalid(), fmt::format("`{}` is INVALID: {}", input, trust.why()),
                       options.anyway, "shows");
}

report::RunRecord load(const std::string& input) {
    return load_run(input)->directory.run;
}

/// The machines of the given results, then the published ones.
std::vector<bsp::Machine> machines(const BspOptions& options) {
    std::vector<bsp::Machine> all;
    for (const std::string& input : options.inputs) {
        const std::vector<bsp::Machine> own = bsp::machines_of(load(input));
        if (own.empty())
            throw Failure(ExitCode::InputOutput, fmt::format("`{}` has no results r, g and l", input),
                          "use runs of `bspbench`, `bspprobe` or programs with these constructs");
        require_trust(bsp::trust_of(own), input, options);
        all.insert(all.end(), own.begin(), own.end());
    }
    if (options.no_published) return all;
    const auto file = runner::find_installation().machines / "published" / "bsp.csv";
    for (bsp::Machine& machine : bsp::published_machines(runner::read_file(file), file.string()))
        all.push_back(std::move(machine));
    return all;
}

bsp::MachineTable predicted(const BspOptions& options) {
    std::vector<bsp::Machine> all = machines(options);
    if (options.program.empty()) {
        if (options.demand.work == 0 && options.demand.words == 0 && options.demand.supersteps == 0)
            throw Failure(ExitCode::Usage, "nothing to predict",
                          "give --work, --h and --supersteps, or --program RUN");
        return bsp::prediction_table(all, options.demand, {});
    }
    const report::RunRecord run = load(options.program);
    const auto other = [&](const bsp::Machine& machine) { return machine.ranks != run.ranks; };
    all.erase(std::remove_if(all.begin(), all.end(), other), all.end());
    if (all.empty())
        throw Failure(ExitCode::InputOutput,
                      fmt::format("no known machine has {} ranks, like `{}`", run.ranks, options.program),
                      fmt::format("run `loop run bspbench -n {}` and give its folder", run.ranks));
    bsp::PredictedProgram program{options.program, {}, report::trust_of(run)};
    if (run.summary.program.seconds) program.measured_seconds = run.summary.program.seconds->max;
    require_trust(program.trust, options.program, options);
    return bsp::prediction_table(all, bsp::demand_of(run), program);
}

int act(const BspOptions& options, Context& context) {
    try {
        const bsp::MachineTable table =
            options.action == "table" ? bsp::machine_table(machines(options)) : predicted(options);
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
               "predict: take these three from the run in this folder; use machines with its number of "
               "ranks,\nand show its measured time, too");
    app.flag("--no-published", options->no_published, "use only the given runs");
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
                    "  loop bsp predict --program results/cg results/bspbench\n",
                    define_bsp};

} // namespace loop::cli
