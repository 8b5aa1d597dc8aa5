#include "cli/source_input.h"
#include "cli/verbs.h"
#include "runner/failure.h"

#include <memory>

namespace loop::cli {

namespace {

struct Options {
    std::vector<std::string> files;
    bool dump_ast = false;
    bool dump_program = false;
};

int check(const Options& options, Context& context) {
    bool good = true;
    for (const std::string& file : options.files) {
        const compiler::Compilation compilation = compile_and_report(read_source(file), context.terminal);
        good = good && compilation.ok();
        if (options.dump_ast) context.terminal.print(compilation.dump_ast());
        if (options.dump_program) context.terminal.print(compilation.dump_program());
    }
    return static_cast<int>(good ? runner::ExitCode::Good : runner::ExitCode::SourceErrors);
}

} // namespace

Action define_check(CLI::App& app) {
    auto options = std::make_shared<Options>();
    app.add_option("FILE", options->files, "`.loop` files, `-` for stdin")->required();
    app.add_flag("--dump-ast", options->dump_ast, "print the tree that was parsed");
    app.add_flag("--dump-program", options->dump_program, "print the checked program");
    return [options](Context& context) { return check(*options, context); };
}

} // namespace loop::cli
