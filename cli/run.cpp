#include "app/run/run.h"

#include "cli/shared_options.h"
#include "cli/verbs.h"

#include <memory>

namespace loop::cli {

namespace {

Action define_run(Arguments& app) {
    auto options = std::make_shared<app::RunOptions>();
    runner::RunRequest& request = options->request;
    runner::Settings& settings = request.settings;
    app.option("FILE|NAME", request.target, "`.loop` file or workload (see `loop list`)").required();
    app.option(
        "-n,--ranks RANKS", settings.ranks,
        "number of ranks; default: one per available core,\nor per as many cores as a rank has threads",
        in_range(1, 1 << 20));
    add_setting_options(app, settings.size, settings.iterations, options->assignments);
    const Option verify = app.flag(
        "--verify", request.verify_simulation,
        "simulated machines: execute the charged work, and verify results;\ndefault: only if data that "
        "ranks receive decide what they do");
    app.flag("--no-verify", options->no_verify,
             "do not fill and verify payloads; simulated machines: never execute the charged work")
        .excludes(verify);
    const Option strict = app.flag(
        "--strict", options->strict_seed,
        "find unsafe programs: sends wait for their receives, ranks meet before collective operations,\n"
        "receives take messages in another order, buffers in use are watched; --strict=SEED: another\n"
        "order; times mean nothing; see docs/reliability.md");
    app.flag("--sanitize", request.sanitize,
             "build the program with AddressSanitizer: its memory errors end it, and the buffers of its MPI\n"
             "calls must fit into their memory; times mean nothing; see docs/reliability.md");
    app.option("--host-compute WAY", options->host_compute,
               "simulated machines: host code takes no time (`free`), or its time on this host, "
               "scaled\n(`measured`); default: free",
               one_of({"free", "measured"}));
    app.flag("--no-trace", options->no_trace, "do not record a trace");
    request.launches = 0;
    app.option(
        "--launches K", request.launches,
        "repeat the whole launch K times; default: 1, and 3 for bspbench and bspprobe on real machines",
        in_range(1, 100000));
    app.option("--timeout TIME", request.timeout_seconds,
               "stop a launch that takes longer, such as 90s or 10m, and report where its ranks are",
               above_zero_seconds());
    app.option("--hang-limit TIME", request.hang_limit_seconds,
               "stop a launch whose ranks all wait for each other for this time, and report why; 0: "
               "never;\ndefault: at least 10 s (120 s on several hosts and in jobs), see docs/reliability.md",
               at_least_zero_seconds());
    Option output = app.option("-o,--output DIR", request.output,
                               "write the run to folder DIR; default: ./loop-run-NAME-TIME");
    Option discard = app.flag("--discard", options->discard, "remove the folder of a successful run");
    discard.excludes(output);
    app.flag("--keep", "keep the run (the default)").excludes(discard);
    Option json = app.flag("--json", options->json, "print run.json instead of the sheet");
    app.option(
           "--try NAME=LIST", options->tried,
           "run with one value of a parameter after the other, such as bytes=1,1k,1m, until\na run fails; "
           "k, m, and g: times 1024, 1024^2, 1024^3; only that run is kept")
        .excludes(output)
        .excludes(discard)
        .excludes(json);
    app.option("--machine NAME|FILE", request.machine, "machine profile; default: local");
    add_bsp_options(app, options->bsp);
    app.flag("--oversubscribe", request.oversubscribe, "allow more than 8 ranks per core of this host");
    app.option("--hosts LIST|FILE", request.hosts,
               "hosts of a machine with hosts: names, or a file whose name has a `/`");
    app.option("--map ORDER", request.map,
               "place the ranks on other processors: reverse, random:SEED, or a file with the\nnumber of a "
               "processor for each rank");
    add_bind_option(app, request.bind);
    app.flag("--dry-run", options->dry_run, "print what would be done and exit");
    return [options, strict](Context& context) {
        if (strict.is_given() && options->strict_seed == 0)
            throw runner::Failure(runner::ExitCode::Usage, "`--strict=SEED` needs a seed of at least 1");
        return app::run_program(*options, context.terminal);
    };
}

} // namespace

const Verb run_verb{"run", "build, run and verify a program, and print a summary",
                    "  loop run fingerprint -n 4 --size 100\n"
                    "  loop run ring.loop --set bytes=4096 --launches 10 -o results/ring\n"
                    "  loop run ring.loop --timeout 60 --json > ring.json\n"
                    "  loop run ring.loop --try bytes=0,1,1k,1m\n"
                    "  loop run cg -n 4 --bsp results/bspbench\n"
                    "  loop run cg -n 8 --machine clue-torus --map random:1\n",
                    define_run};

} // namespace loop::cli
