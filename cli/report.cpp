#include "app/report/report.h"

#include "app/report/figure_files.h"
#include "base/network/topology.h"
#include "base/text/strings.h"
#include "cli/shared_options.h"
#include "cli/verbs.h"
#include "report/document/output_formats.h"
#include "report/figures/figure.h"

#include <memory>

namespace loop::cli {

namespace {

std::vector<std::string> format_words() {
    std::vector<std::string> words = report::output_formats();
    words.insert(words.end(), app::figure_formats.begin(), app::figure_formats.end());
    return words;
}

std::vector<std::string> figure_words() {
    std::vector<std::string> words = report::figure_names();
    words.insert(words.begin(), "all");
    return words;
}

Action define_report(Arguments& app) {
    auto options = std::make_shared<app::ReportOptions>();
    app.option("DIR|ARCHIVE", options->run,
               "run or sweep folder, or OTF2 archive; default: the newest loop-run-* or loop-sweep-* here");
    app.option("-o,--output FILE", options->output,
               "file to write, - for the terminal; default: sheet.html in DIR, or the terminal for text; a "
               "folder for `--figure all`, by default figures in DIR");
    app.option("--format FORMAT", options->format,
               joined(report::output_formats(), ", ") + "; for figures: svg, pdf or png",
               usually(format_words()));
    app.option("--figure NAME", options->figure,
               "draw one figure: spacetime, utilization, matrix, concurrency, queues and others; or all of "
               "them, each in a file NAME.FORMAT",
               usually(figure_words()));
    app.option("--width WIDTH", options->width,
               "width of figures in print, such as 84mm, 8.4cm, 3.3in, or 239pt; text keeps its size");
    app.option("--network TOPOLOGY", options->network,
               "show the load of the links as if rank i were on node i of this network: " +
                   std::string(network::topology_forms) + "; default: the topology in the machine's profile",
               usually({"ring", "mesh", "torus", "hypercube", "tree", "fat-tree"}));
    add_bsp_options(app, options->bsp);
    app.flag("--show-excluded", options->show_excluded,
             "draw time in which no rank is measured at its full length; default: as a narrow gap");
    app.option("--launch K", options->launch,
               "use the trace of launch K; default: the complete launch with the median time",
               in_range(1, 100000));
    app.option("--from S", options->from,
               "start of the interactive diagram, in seconds since the start of the run", in_range(0.0, 1e9));
    app.option("--to S", options->to, "end of the interactive diagram", in_range(0.0, 1e9));
    app.option("--intervals N", options->intervals,
               "maximum number of intervals in the interactive diagram; default: 5000000",
               in_range(1.0, 1e9));
    app.option(
        "--bandwidth LIST", options->bandwidths,
        "surfaces of Apex-Map: show the L that each alpha needs for these MB/s per process, such as 10,50");
    app.option("--x FACTOR", options->x,
               "sweeps: horizontal axis: ranks, size, iterations, machine, or a parameter");
    app.flag("--heat-map", options->heat_map, "sweeps: also draw maps over two numeric factors");
    app.flag("--open", options->open, "then show the file in the browser, or the program for its format");
    return [options](Context& context) { return app::write_report(*options, context.terminal); };
}

} // namespace

const Verb report_verb{"report", "write the result sheet of a run, or a figure",
                       "  loop report --open                   the newest run here, in the browser\n"
                       "  loop report loop-run-ring-20260131-235959\n"
                       "  loop report results/ring --format csv -o ring.csv\n"
                       "  loop report results/ring --figure spacetime --format pdf\n"
                       "  loop report results/ring --figure all --format pdf --width 84mm -o paper/figures\n"
                       "  loop report results/cg --bsp results/bspbench\n"
                       "  loop report other/traces.otf2        the OTF2 archive of any MPI program\n",
                       define_report};

} // namespace loop::cli
