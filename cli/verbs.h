#pragma once

#include "cli/arguments.h"
#include "cli/terminal.h"

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
    Action (*define)(Arguments& app);
};

Action define_apexmap(Arguments& app);
Action define_bsp(Arguments& app);
Action define_build(Arguments& app);
Action define_characterize(Arguments& app);
Action define_check(Arguments& app);
Action define_clue(Arguments& app);
Action define_compare(Arguments& app);
Action define_compile(Arguments& app);
Action define_completion(Arguments& app);
Action define_doctor(Arguments& app);
Action define_export(Arguments& app);
Action define_explain(Arguments& app);
Action define_list(Arguments& app);
Action define_machine(Arguments& app);
Action define_report(Arguments& app);
Action define_run(Arguments& app);
Action define_trace(Arguments& app);
Action define_sweep(Arguments& app);

/// In the order in which help shows them.
const std::vector<Verb>& verbs();

/// The whole command: exit code as in the README. Never throws.
int run_command(int argc, const char* const* argv);

/// The options of one verb, from the same table that parses them: `--long` before `-s`, between blanks.
std::string option_words(const Verb& verb);

/// The options of all verbs, as bash completes them.
std::string bash_completion();

} // namespace loop::cli
