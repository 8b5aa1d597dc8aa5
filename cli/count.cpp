#include "app/run/count.h"

#include "cli/shared_options.h"
#include "cli/verbs.h"
#include "report/document/output_formats.h"

#include <memory>

namespace loop::cli {

namespace {

Action define_count(Arguments& app) {
    auto options = std::make_shared<app::CountOptions>();
    runner::Settings& settings = options->settings;
    app.option("FILE|NAME", options->target, "`.loop` file or workload (see `loop list`)").required();
    app.option("-n,--ranks RANKS", settings.ranks, "number of ranks, also more than any machine has",
               in_range(1, 1 << 20))
        .required();
    add_setting_options(app, settings.size, settings.iterations, options->assignments);
    app.option("--passes K", options->request.passes,
               "passes of each loop with SECONDS, whose number depends on time in a run",
               in_range(0, 2147483647));
    app.option("--timeout TIME", options->timeout_seconds,
               "give up after this time, such as 90s or 10m; default: 10m", above_zero_seconds());
    app.option("--format FORMAT", options->format,
               "text, html, markdown, csv, json, or xml; default: that of FILE",
               one_of(report::output_formats()));
    app.option("-o,--output FILE", options->output, "write to FILE instead of stdout");
    app.option("--schedule FILE", options->schedule,
               "also write what is executed, in order, to FILE (docs/record.md)");
    return [options](Context& context) { return app::count_program(*options, context.terminal); };
}

} // namespace

const Verb count_verb{
    "count", "count what a program communicates, for any number of ranks, without running it",
    "  loop count halo.loop -n 16                          messages and bytes of each construct and rank\n"
    "  loop count red_black -n 100000 --size 100000        more ranks than any machine here has\n"
    "  loop count message_rate.loop -n 2 --passes 3        a loop with SECONDS as 3 passes\n"
    "  loop count halo.loop -n 64 -o halo.html\n"
    "  loop count halo.loop -n 64 --format json > halo.json\n",
    define_count};

} // namespace loop::cli
