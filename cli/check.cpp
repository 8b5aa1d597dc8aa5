#include "cli/source_input.h"
#include "cli/verbs.h"
#include "runner/system/failure.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace loop::cli {

using runner::ExitCode;

namespace {

struct CheckOptions {
    std::vector<std::string> files;
    bool dump_ast = false;
    bool dump_program = false;
};

/// Reads the source. If it cannot be read, reports why and sets `code`, so that the other files are still
/// checked.
std::optional<compiler::Source> readable_source(const std::string& file, const Terminal& terminal,
                                                ExitCode& code) {
    try {
        return read_source(file);
    } catch (const runner::Failure& failure) {
        terminal.error(failure.what(), failure.hint());
        code = failure.code();
        return std::nullopt;
    }
}

ExitCode check_file(const std::string& file, const CheckOptions& options, const Terminal& terminal) {
    ExitCode code = ExitCode::Good;
    std::optional<compiler::Source> source = readable_source(file, terminal, code);
    if (!source) return code;
    const compiler::Compilation compilation = compile_and_report(std::move(*source), terminal);
    if (options.dump_ast) terminal.print(compilation.dump_ast());
    if (options.dump_program) terminal.print(compilation.dump_program());
    return compilation.ok() ? ExitCode::Good : ExitCode::SourceErrors;
}

int check(const CheckOptions& options, Context& context) {
    // Check all files. The largest exit code is also the worst.
    int worst = static_cast<int>(ExitCode::Good);
    for (const std::string& file : options.files)
        worst = std::max(worst, static_cast<int>(check_file(file, options, context.terminal)));
    return worst;
}

Action define_check(Arguments& app) {
    auto options = std::make_shared<CheckOptions>();
    app.option("FILE", options->files, "`.loop` files; `-` for stdin").required();
    app.flag("--dump-ast", options->dump_ast, "print the parse tree");
    app.flag("--dump-program", options->dump_program, "print the checked program");
    return [options](Context& context) { return check(*options, context); };
}

} // namespace

const Verb check_verb{"check", "check programs for errors",
                      "  loop check ring.loop\n  loop check *.loop\n  loop check - < ring.loop\n",
                      define_check};

} // namespace loop::cli
