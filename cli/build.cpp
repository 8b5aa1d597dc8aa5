#include "app/input/source_input.h"
#include "cli/verbs.h"
#include "runner/run/run.h"

#include <memory>

namespace loop::cli {

namespace {

struct BuildOptions {
    std::string target;
    std::string output;
    std::string machine = "local";
};

int build(const BuildOptions& options, Context& context) {
    const runner::Installation installation = runner::find_installation();
    compiler::Source source = app::read_workload(options.target, installation);
    app::refuse_source_as_output(options.target, options.output);
    app::refuse_source_as_output(installation.workloads / (options.target + ".loop"), options.output);
    const compiler::Compilation compilation = app::compile_or_fail(std::move(source), context.terminal);
    const std::string output = options.output.empty() ? compilation.summary().name : options.output;
    app::refuse_source_as_output(options.target, output);
    runner::build(compilation, installation, options.machine, output, app::logger_to(context.terminal));
    context.terminal.info("written: " + output);
    return 0;
}

Action define_build(Arguments& app) {
    auto options = std::make_shared<BuildOptions>();
    app.option("FILE|NAME", options->target, "`.loop` file or workload (see `loop list`)").required();
    app.option("-o,--output PROGRAM", options->output, "name of the program; default: name of the file");
    app.option("--machine NAME|FILE", options->machine, "machine profile; default: local");
    return [options](Context& context) { return build(*options, context); };
}

} // namespace

const Verb build_verb{"build", "build a program that any mpiexec starts",
                      "  loop build ring.loop\n  mpiexec -n 4 ./ring --size 100\n", define_build};

} // namespace loop::cli
