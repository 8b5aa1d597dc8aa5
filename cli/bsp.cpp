#include "app/report/bsp.h"

#include "base/text/strings.h"
#include "cli/shared_options.h"
#include "cli/verbs.h"
#include "report/bsp/machine_file.h"
#include "report/document/output_formats.h"

#include <memory>

namespace loop::cli {

namespace bsp = report::bsp;

namespace {

Check not_negative() {
    return in_range(0.0, 1e300);
}

/// Returns the options of the amounts.
std::vector<Option> define_prediction(Arguments& app, app::BspOptions& options) {
    std::vector<Option> amounts{
        app.option("--work W", options.demand.work, "predict: operations of the busiest rank",
                   not_negative()),
        app.option("--h H", options.demand.words,
                   "predict: 64-bit words that this rank sends or receives in all supersteps",
                   not_negative()),
        app.option("--supersteps S", options.demand.supersteps, "predict: number of supersteps",
                   not_negative())};
    app.option("--program RUN", options.programs,
               "predict: take these three from the run in this folder, and show its measured time, too;\n"
               "repeatable, for a number of ranks that the program did not run on")
        .allow_extra_args(false);
    app.option("-n,--ranks RANKS", options.ranks,
               "predict: for this number of ranks; default: that of the program's run", in_range(1, 1 << 20));
    add_rate_option(app, options.machines);
    return amounts;
}

void define_table(Arguments& app, app::BspOptions& options) {
    app.option(
        "--table FILE", options.table,
        "table: add the machines to this table in CSV, sort it, and show it; a new file if there is none");
    app.option("--sort KEY", options.sort, "table: sort by " + joined(bsp::sort_keys(), ", "),
               one_of(bsp::sort_keys()));
    app.option("--name TEXT", options.name,
               "table: name of the measured machines; default: that of the profile");
}

Action define_bsp(Arguments& app) {
    auto options = std::make_shared<app::BspOptions>();
    app.option("table|predict", options->action, "compare machines, or predict a program's time on them",
               one_of({"table", "predict"}))
        .required();
    app.option("RUN|CSV", options->machines.inputs,
               "run folders of `bspbench` and `bspprobe`, and tables of machines");
    const std::vector<Option> amounts = define_prediction(app, *options);
    define_table(app, *options);
    app.flag("--published", options->published, "predict: also for the published machines; table: add them")
        .excludes(app.flag("--no-published", options->no_published, "table: only the given machines"));
    app.flag("--anyway", options->anyway, "also show results that are INVALID or negative, marked as such");
    app.option("--format FORM", options->format,
               joined(report::output_formats(), ", ") + "; default: by FILE's ending, or text",
               one_of(report::output_formats()));
    app.option("-o,--output FILE", options->output, "write to FILE");
    return [options, amounts](Context& context) {
        for (const Option& amount : amounts)
            (amount.is_given() ? options->given_amounts : options->missing_amounts)
                .push_back("`" + amount.name() + "`");
        return app::show_bsp(*options, context.terminal);
    };
}

} // namespace

const Verb bsp_verb{"bsp", "compare machines by BSP's r, g and l, and predict times of programs",
                    "  loop bsp table results/bspbench\n"
                    "  loop bsp table results/bspbench --table machines.csv --name node7 --sort r\n"
                    "  loop bsp predict --work 1e9 --h 1e6 --supersteps 1000 results/bspbench\n"
                    "  loop bsp predict --work 1e9 --h 1e6 --supersteps 1000 --published\n"
                    "  loop bsp predict --program results/cg results/bspbench --rate L2\n"
                    "  loop bsp predict --program cg2 --program cg4 --ranks 8 machines.csv\n",
                    define_bsp};

} // namespace loop::cli
