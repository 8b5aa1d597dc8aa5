#pragma once

#include "cli/terminal.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

namespace loop::cli {

/// What the command has in common for all verbs, filled while the arguments are read.
struct Context {
    Terminal terminal;
    std::string colour = "auto";
    bool quiet = false;
    std::vector<std::string> command; ///< the words of the command line, `loop` first
};

/// A verb: its options on `app`, and what is done with them. The action returns the exit code.
using Action = std::function<int(Context&)>;

struct Verb {
    const char* name;
    const char* summary;  ///< one line, in the list of verbs
    const char* examples; ///< lines that its help begins with
    Action (*define)(CLI::App& app);
};

Action define_apexmap(CLI::App& app);
Action define_bsp(CLI::App& app);
Action define_build(CLI::App& app);
Action define_characterize(CLI::App& app);
Action define_check(CLI::App& app);
Action define_clue(CLI::App& app);
Action define_compare(CLI::App& app);
Action define_compile(CLI::App& app);
Action define_completion(CLI::App& app);
Action define_doctor(CLI::App& app);
Action define_export(CLI::App& app);
Action define_explain(CLI::App& app);
Action define_list(CLI::App& app);
Action define_machine(CLI::App& app);
Action define_report(CLI::App& app);
Action define_run(CLI::App& app);
Action define_trace(CLI::App& app);
Action define_sweep(CLI::App& app);

/// Without the description that CLI11 would add to the option's name in help.
inline CLI::Validator in_range(int least, int most) {
    return CLI::Range(least, most).description("");
}

/// In the order in which help shows them.
const std::vector<Verb>& verbs();

/// The whole command: exit code as in the README. Never throws.
int run_command(int argc, const char* const* argv);

/// The options of all verbs, as bash completes them.
std::string bash_completion();

} // namespace loop::cli
