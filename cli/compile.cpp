#include "app/input/source_input.h"
#include "cli/verbs.h"
#include "runner/profile/profile.h"
#include "runner/system/files.h"
#include "runner/system/installation.h"

#include <memory>

namespace loop::cli {

namespace {

struct CompileOptions {
    std::string file;
    std::string output;
    std::string machine;
    bool plain = false;
    bool no_line = false;
    bool dump_ast = false;
    bool dump_program = false;
};

int compile(const CompileOptions& options, Context& context) {
    app::refuse_source_as_output(options.file, options.output);
    const compiler::Target target = options.plain ? compiler::Target::Plain : compiler::Target::Runtime;
    const compiler::Compilation compilation =
        app::compile_or_fail(app::read_source(options.file), context.terminal, target);
    std::string text;
    if (options.plain) text = compilation.emit_plain();
    if (options.dump_ast) text += compilation.dump_ast();
    if (options.dump_program) text += compilation.dump_program();
    if (text.empty()) {
        compiler::EmitOptions emit;
        emit.line_directives = !options.no_line;
        if (!options.machine.empty())
            emit.machine = runner::find_profile(runner::find_installation(), options.machine).title();
        text = compilation.emit(emit);
    }
    if (options.output.empty() || options.output == "-")
        context.terminal.print(text);
    else
        runner::write_file_atomically(options.output, text);
    return 0;
}

Action define_compile(Arguments& app) {
    auto options = std::make_shared<CompileOptions>();
    app.option("FILE", options->file, "a `.loop` file, `-` for stdin").required();
    app.option("-o,--output OUT", options->output, "write to OUT instead of stdout");
    app.flag("--plain", options->plain, "write C++ on MPI alone, to read and change; needs no LOOP")
        .excludes(app.option("--machine NAME|FILE", options->machine, "name the machine in the first lines"))
        .excludes(app.flag("--no-line", options->no_line, "omit `#line`, so that messages refer to the C++"))
        .excludes(app.flag("--dump-ast", options->dump_ast, "print the parse tree instead"))
        .excludes(app.flag("--dump-program", options->dump_program, "print the checked program instead"));
    return [options](Context& context) { return compile(*options, context); };
}

} // namespace

const Verb compile_verb{"compile", "translate a program to C++",
                        "  loop compile ring.loop\n  loop compile ring.loop -o ring.cpp\n"
                        "  loop compile --plain ring.loop -o ring.cpp\n"
                        "  mpicxx -std=c++17 -O2 ring.cpp -o ring && mpiexec -n 4 ./ring size=100\n",
                        define_compile};

} // namespace loop::cli
