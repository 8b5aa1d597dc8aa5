#include "app/sweep/apexmap.h"

#include "cli/shared_options.h"
#include "cli/verbs.h"

#include <memory>

namespace loop::cli {

namespace {

void define_what(Arguments& app, app::ApexmapOptions& options) {
    app.option("CAMPAIGN", options.campaign, "campaign file (`.toml`); default: workloads/surface.toml");
    app.option("--alpha LIST", options.alphas,
               "temporal localities (above 0, at most 1), such as 1,0.1,0.01");
    app.option("--length LIST", options.lengths, "spatial localities: words per block (L), such as 1,16,256");
    app.option("--version LIST", options.versions,
               "sequential, basic, async, rma, shmem: one surface per version; default: async");
    app.option("--style LIST", options.styles,
               "read, update, chain: what is done with the words; one surface per style; default: read");
    app.option("--intensity LIST", options.intensities,
               "multiply-adds on each word that is read, one surface per number; default: 1, one addition");
    app.option("-n,--ranks LIST", options.ranks,
               "numbers of ranks, one surface per number; default: all available cores");
    app.option("--buffers LIST", options.buffers,
               "numbers of receive buffers (B), one surface per number, but one for basic and sequential; "
               "default: 16");
    app.option("--machine LIST", options.machines, "machine profiles; default: local");
    app.option("--set NAME=LIST", options.set,
               "values of another workload parameter, such as N=10; repeatable")
        .allow_extra_args(false);
    app.flag("--no-pingpong", options.no_pingpong, "do not measure a ping-pong for comparison");
    app.flag("--no-probes", options.no_probes,
             "measure neither a ping-pong nor the bandwidth of memory (triad) for comparison");
}

Action define_apexmap(Arguments& app) {
    auto options = std::make_shared<app::ApexmapOptions>();
    define_what(app, *options);
    app.option("--launches K", options->launches, "launches per surface, shown as medians; default: 3",
               in_range(1, 100000));
    app.option("--timeout TIME", options->timeout, "stop launches that take longer");
    define_sweep_options(app, options->common, Budget::Stops);
    return
        [options](Context& context) { return app::run_apexmap(*options, context.command, context.terminal); };
}

} // namespace

const Verb apexmap_verb{
    "apexmap", "measure the read speed of global memory over temporal and spatial locality",
    "  loop apexmap -o here                        alpha 1 to 0.001, L 1 to 65536, on all cores\n"
    "  loop apexmap --alpha 1,0.1,0.01 --length 1,64,4096 -n 2,4 --budget 5m -o quick\n"
    "  loop apexmap --machine local,local-openmpi  two machines, and the ratio of their surfaces\n"
    "  loop apexmap --version async,rma --buffers 1,4,16 --alpha 1\n"
    "  loop apexmap --resume here                  continue where it stopped\n"
    "  loop compare here there --plots figures     surfaces of two sweeps\n",
    define_apexmap};

} // namespace loop::cli
