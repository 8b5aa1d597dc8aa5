#include "base/text/strings.h"
#include "cli/verbs.h"
#include "lsp/serve.h"
#include "runner/system/installation.h"
#include "runner/system/process.h"

#include <unistd.h>

#include <memory>

namespace loop::cli {

namespace {

struct LspOptions {
    std::string host_server = "clangd";
    bool only_loop = false;
};

/// The folders of MPI's headers that an MPI compiler names.
std::vector<std::string> flags_of_mpi() {
    runner::Interrupts interrupts;
    std::vector<std::string> flags;
    for (const char* const compiler : {"mpicxx.mpich", "mpicxx"}) {
        const runner::Answer answer = runner::ask({compiler, "-show"}, interrupts);
        if (!answer.status.good()) continue;
        for (const std::string& word : split_list(replaced(std::string(trimmed(answer.text)), " ", ",")))
            if (word.rfind("-I", 0) == 0) flags.push_back(word);
        if (!flags.empty()) break;
    }
    return flags;
}

lsp::HostCommand host_command(const LspOptions& options) {
    if (options.only_loop || runner::find_in_path(options.host_server).empty()) return {};
    const std::filesystem::path headers = runner::find_installation().runtime / "include";
    lsp::HostCommand command{{options.host_server, "--log=error", "--background-index=false"},
                             {"-xc++", "-std=c++17", "-I" + headers.string()}};
    for (const std::string& flag : flags_of_mpi())
        command.flags.push_back(flag);
    return command;
}

Action define_lsp(Arguments& app) {
    auto options = std::make_shared<LspOptions>();
    app.flag("--stdio", "use stdin and stdout (the default; editors add this)");
    app.option("--clangd PROGRAM", options->host_server, "answers for the C++ between constructs (clangd)")
        .excludes(app.flag("--only-loop", options->only_loop, "do not start clangd"));
    return [options](Context&) { return lsp::serve(STDIN_FILENO, STDOUT_FILENO, host_command(*options)); };
}

} // namespace

const Verb lsp_verb{"lsp", "answer an editor's questions (language server)",
                    "  loop lsp                 editors start this; docs/editors.md says how\n"
                    "  loop lsp --only-loop     without clangd for the C++ between constructs\n",
                    define_lsp};

} // namespace loop::cli
