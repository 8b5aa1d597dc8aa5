#include "app/input/report_files.h"
#include "app/input/source_input.h"
#include "cli/verbs.h"
#include "runner/bundle/bundle.h"

#include <memory>

namespace loop::cli {

namespace fs = std::filesystem;

namespace {

struct ExportOptions {
    std::string target;
    runner::BundleRequest request;
};

int export_program(const ExportOptions& options, Context& context) {
    const runner::Installation installation = runner::find_installation();
    const compiler::Compilation given =
        app::compile_or_fail(app::read_workload(options.target, installation), context.terminal);
    const compiler::Compilation travelling = compiler::compile(app::without_folder(given.source()));
    runner::export_bundle(travelling, app::header_folder(given.source()), installation, options.request);
    const std::string folder = app::shown_path(fs::absolute(options.request.output).lexically_normal());
    context.terminal.info("written: " + folder + "; see its README.md for how to build and run it");
    return 0;
}

Action define_export(Arguments& app) {
    auto options = std::make_shared<ExportOptions>();
    app.option("FILE|NAME", options->target, "`.loop` file or workload (see `loop list`)").required();
    app.option("-o,--output DIR", options->request.output, "the folder to write; must be absent or empty")
        .required();
    app.option("--machine NAME|FILE", options->request.machine, "machine profile; default: local");
    app.option("-n,--ranks RANKS", options->request.ranks,
               "default number of ranks of the job; default: from the machine", in_range(1, 1 << 20));
    return [options](Context& context) { return export_program(*options, context); };
}

} // namespace

const Verb export_verb{"export", "write a folder that builds and runs a program without LOOP",
                       "  loop export fingerprint --machine local -o bundle\n"
                       "  cd bundle && make && sh job.sh -n 4 -o results\n"
                       "  loop report results                  after you copied the results back\n",
                       define_export};

} // namespace loop::cli
