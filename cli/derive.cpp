#include "app/derive/derive.h"

#include "cli/verbs.h"

#include <memory>

namespace loop::cli {

namespace {

Action define_derive(Arguments& app) {
    auto options = std::make_shared<app::DeriveOptions>();
    app.option(
           "DIR", options->directories,
           "run folders with traces of one program; several numbers of ranks or problem sizes give formulas")
        .required();
    app.option("-o,--output FILE", options->output, "write the program to FILE instead of stdout");
    app.option("--launch K", options->launch, "launch of the run; default: the one with the median time",
               in_range(1, 100000));
    app.flag("--check", options->check, "run the program, and say whether its ranks communicate the same");
    app.option("--against DIR", options->against,
               "check against this run instead, on its number of ranks; repeatable");
    app.option(
           "--size N", options->sizes,
           "problem size of each DIR, in their order, and then of each run of --against; default: from the "
           "runs,\nif their commands differ in one number",
           in_range(1, 2147483647))
        .allow_extra_args(false);
    app.option(
        "--launches K", options->launches,
        "with --check: launch the original and the program K times, interleaved, and compare their times "
        "with a\nverdict, for which 10 are enough; default: one launch of the program",
        in_range(1, 100000));
    app.option("--machine NAME|FILE", options->machine, "machine profile for --check; default: local");
    app.flag(
        "--partial", options->partial,
        "if the trace is cut off or lacks ranks: derive the first operations, of which all ranks are known");
    app.flag("--noise", options->program.noise,
             "let computation vary between passes as it did in the trace; default: the mean of all passes");
    app.flag("--anonymous", options->program.anonymous,
             "leave out the names of files, functions, and phases");
    return [options](Context& context) { return app::derive_program(*options, context.terminal); };
}

} // namespace

const Verb derive_verb{"derive", "write a program that communicates and computes as a recorded one did",
                       "  loop derive results/cg -o app.loop\n"
                       "  loop derive results/cg --check              does it communicate the same?\n"
                       "  loop derive results/cg --check --launches 10    and does it take as long?\n"
                       "  loop derive cg-4 cg-9 cg-16 -o app.loop     formulas for any number of ranks\n"
                       "  loop derive a b c --size 32 --size 64 --size 128    and of the problem size\n"
                       "  loop derive results/cg --anonymous -o app.loop\n",
                       define_derive};

} // namespace loop::cli
