#include "cli/shared_options.h"

#include "base/text/strings.h"

#include <fmt/core.h>

#include <limits>

namespace loop::cli {

Option add_bind_option(Arguments& app, std::string& way, const std::string& when) {
    return app.option("--bind WAY", way,
                      when +
                          "this host: give each rank cores of its own that no other run holds, if there are "
                          "enough\n(`cores`, the default), or leave the ranks where the launcher places them "
                          "(`none`)",
                      one_of({"cores", "none"}));
}

void add_setting_options(Arguments& app, std::optional<int>& size, std::optional<int>& iterations,
                         std::vector<std::string>& assignments) {
    constexpr int most = std::numeric_limits<int>::max();
    app.option("--size N", size, "problem size; default: from the program", in_range(0, most));
    app.option("--iterations K", iterations, "number of iterations; default: from the program",
               in_range(0, most));
    app.option("--set NAME=VALUE", assignments, "value of a program parameter; repeatable")
        .allow_extra_args(false);
}

void add_rate_option(Arguments& app, app::BspInputs& inputs) {
    Check known = must([](const std::string& text) {
        return report::bsp::rate_choice(text)
                   ? std::string()
                   : fmt::format("`{}` is not a number of Mflop/s above 0, and not a rate: {}", text,
                                 joined(report::bsp::rate_names(), ", "));
    });
    known.words = report::bsp::rate_names();
    app.option("--rate NAME|MFLOPS", inputs.rate,
               "r of predictions: a rate that the machine was measured with (r, L1, L2, L3, memory, scalar, "
               "dgemm; s, dot,\nmatrix), or a number of Mflop/s; default: auto, the DAXPY rate in the cache "
               "that the program's arrays fit",
               known);
}

void add_bsp_options(Arguments& app, app::BspInputs& inputs) {
    app.option(
           "--bsp RUN|CSV", inputs.inputs,
           "compare the time with BSP's prediction for this machine: a run of `bspbench` or `bspprobe`, or "
           "a table in CSV;\nrepeatable")
        .allow_extra_args(false);
    add_rate_option(app, inputs);
}

void define_sweep_options(Arguments& app, app::SweepOptions& options, Budget budget) {
    std::vector<Option> plans = app.options();
    if (budget == Budget::Stops)
        app.option(
            "--budget TIME", options.budget,
            "stop when all launches together have taken this long; with --resume, including earlier ones");
    plans.push_back(app.option("-o,--output DIR", options.output,
                               "folder of the results; default: ./loop-sweep-NAME-TIME"));
    plans.push_back(
        app.flag("--oversubscribe", options.oversubscribe, "allow more than 8 ranks per core of this host"));
    plans.push_back(add_bind_option(app, options.bind));
    plans.push_back(app.flag("--dry-run", options.dry_run, "print every command that would be run and exit"));
    const Option resume = app.option("--resume DIR", options.resume, "continue the sweep in folder DIR");
    for (Option& plan : plans)
        plan.excludes(resume);
    app.flag("--retry-failed", options.retry_failed, "with --resume: repeat failed launches").needs(resume);
    app.flag("--json", options.json, "print the results as JSON instead of the sheet");
}

} // namespace loop::cli
