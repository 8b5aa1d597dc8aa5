#include "cli/verbs.h"
#include "lsp/serve.h"

#include <unistd.h>

namespace loop::cli {

namespace {

Action define_lsp(Arguments& app) {
    app.flag("--stdio", "use stdin and stdout (the default; editors add this)");
    return [](Context&) { return lsp::serve(STDIN_FILENO, STDOUT_FILENO); };
}

} // namespace

const Verb lsp_verb{"lsp", "answer an editor's questions (language server)",
                    "  loop lsp                 editors start this; docs/editors.md says how\n", define_lsp};

} // namespace loop::cli
