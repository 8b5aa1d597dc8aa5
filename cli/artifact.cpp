#include "app/run/artifact.h"

#include "cli/verbs.h"

#include <memory>

namespace loop::cli {

namespace {

Action define_artifact(Arguments& app) {
    auto options = std::make_shared<app::ArtifactOptions>();
    app.option("DIR", options->results, "the folder of a run or of a sweep").required();
    app.option("-o,--output DIR|FILE", options->output,
               "the folder to write, absent or empty, or a new .tar.gz file; default: DIR-artifact");
    app.option("--source FILE|NAME", options->sources,
               "the program that was measured, if it includes files in quotes; may be repeated")
        .allow_extra_args(false);
    app.option("--machine NAME|FILE", options->machine,
               "machine profile of the bundles; default: that of the record");
    app.flag("--anyway", options->anyway, "take INVALID results, too");
    return [options](Context& context) { return app::write_artifact(*options, context.terminal); };
}

} // namespace

const Verb artifact_verb{
    "artifact", "write what was measured as a folder that others can measure again",
    "  loop run fingerprint -n 4 --launches 10 -o results\n"
    "  loop artifact results -o artifact       with a script, and an appendix for a paper\n"
    "  sh artifact/reproduce.sh                measures again, and ends with a verdict\n",
    define_artifact};

} // namespace loop::cli
