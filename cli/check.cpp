#include "app/source/check.h"

#include "cli/verbs.h"

#include <memory>

namespace loop::cli {

namespace {

Action define_check(Arguments& app) {
    auto options = std::make_shared<app::CheckOptions>();
    app.option("FILE", options->files, "`.loop` files; `-` for stdin").required();
    app.flag("--dump-ast", options->dump_ast, "print the parse tree");
    app.flag("--dump-program", options->dump_program, "print the checked program");
    app.flag("--json", options->json, "print the problems as JSON (docs/formats.md)");
    return [options](Context& context) { return app::check_files(*options, context.terminal); };
}

} // namespace

const Verb check_verb{"check", "check programs for errors",
                      "  loop check ring.loop\n  loop check *.loop\n  loop check - < ring.loop\n"
                      "  loop check --json ring.loop\n",
                      define_check};

} // namespace loop::cli
