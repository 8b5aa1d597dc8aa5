#include "app/source/format.h"
#include "cli/verbs.h"

#include <memory>

namespace loop::cli {

namespace {

Action define_fmt(Arguments& app) {
    auto options = std::make_shared<app::FmtOptions>();
    app.option("FILE", options->files, "`.loop` files, `-` for stdin to stdout").required();
    app.flag("--check", options->check, "change nothing; exit code 1 if a file is not formatted");
    app.flag("--diff", options->diff, "change nothing; show what would change");
    app.flag("--host", options->host, "lay out the C++ between constructs, too (by clang-format)");
    return [options](Context& context) { return app::format_files(*options, context.terminal); };
}

} // namespace

const Verb fmt_verb{"fmt", "lay out the constructs of programs",
                    "  loop fmt ring.loop                 rewrite the file, if its layout changes\n"
                    "  loop fmt --check *.loop            for continuous integration: exit code 1\n"
                    "  loop fmt --diff ring.loop          see what would change\n"
                    "  loop fmt - <ring.loop              what editors do when you save\n",
                    define_fmt};

} // namespace loop::cli
