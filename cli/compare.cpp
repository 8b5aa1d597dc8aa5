#include "app/sweep/compare.h"

#include "base/text/strings.h"
#include "cli/compare_launch.h"
#include "cli/shared_options.h"
#include "cli/verbs.h"
#include "report/document/output_formats.h"
#include "runner/system/failure.h"

#include <fmt/core.h>

#include <memory>

namespace loop::cli {

namespace {

int compare(const app::CompareOptions& options, Context& context) {
    if (options.launch)
        return app::compare_launched(options, campaign_of_comparison(options.inputs), context.command,
                                     context.terminal);
    const std::pair<const char*, bool> given[] = {{"--launches", options.launches != 0},
                                                  {"--oversubscribe", options.oversubscribe},
                                                  {"--bind", !options.bind.empty()}};
    for (const auto& [name, is_given] : given)
        if (is_given)
            throw runner::Failure(
                runner::ExitCode::Usage,
                fmt::format("`{}` needs `--launch`: the given inputs are already measured", name));
    return app::compare(options, context.terminal);
}

Action define_compare(Arguments& app) {
    auto options = std::make_shared<app::CompareOptions>();
    app.option("RUN|SWEEP|TABLE", options->inputs,
               "run and sweep folders, run.json files, tables of published times (`.csv`, "
               "docs/comparing.md); with --launch: what to launch")
        .required();
    app.flag(
        "--launch", options->launch,
        "launch the inputs, interleaved, and compare them; quote each as arguments of `loop run`,\nsuch as "
        "\"cg -n 2 --size 256\" \"cg -n 2 --size 256 --machine local-openmpi\"");
    app.flag("--oversubscribe", options->oversubscribe,
             "with --launch: allow more than 8 ranks per core of this host");
    add_bind_option(app, options->bind, "with --launch, on ");
    app.option("--launches K", options->launches, "with --launch: launches per input; default: 10",
               in_range(1, 100000));
    app.option("--base NAME", options->base, "baseline of the comparison; default: the first input");
    Option phase = app.option("--phase NAME", options->phase,
                              "compare the times of this phase instead of the whole program");
    app.option("--timed NAME", options->timed,
               "compare the medians of this \\TIMED instead, in a row for each KEY")
        .excludes(phase);
    app.option("--format FORM", options->format,
               joined(report::output_formats(), ", ") + "; default: by FILE's ending, or text",
               one_of(report::output_formats()));
    app.option("--plots DIR", options->plots,
               "for surfaces of Apex-Map and campaigns of CLUE: draw SVG, PDF and PNG into folder DIR");
    app.option("-o,--output FILE", options->output, "write to FILE");
    app.flag("--anyway", options->anyway, "also compare INVALID results, marked as such");
    app.option("--fail-if-slower 5%", options->fail_if_slower,
               "return 1 when an input is significantly slower than the base by more than this, and 9 "
               "when\na sweep lacks the time of a point");
    app.flag(
        "--fail-if-undecided", options->fail_if_undecided,
        "return 8 when a verdict is undecided, and 9 when one side was not measured; with\n--fail-if-slower: "
        "8 "
        "when it is not shown whether an input is slower by more than that.\nWithout this option, a warning "
        "says so");
    return [options](Context& context) { return compare(*options, context); };
}

} // namespace

const Verb compare_verb{
    "compare", "compare machines or versions",
    "  loop compare results/yesterday results/today\n"
    "  loop compare here machines/published/loop-1995.csv --base paragon\n"
    "  loop compare before after --fail-if-slower 5%     1 if slower; a warning if that cannot be told\n"
    "  loop compare before after --fail-if-slower 5% --fail-if-undecided     0 only if shown not to "
    "be slower\n"
    "  loop compare here there --plots figures     surfaces of `loop apexmap`, their ratio\n"
    "  loop compare results/clue machines/published/clue-2006.csv     campaigns of `loop clue`\n",
    define_compare};

} // namespace loop::cli
