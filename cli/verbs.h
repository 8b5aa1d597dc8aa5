#pragma once

#include "app/output/terminal.h"
#include "cli/arguments.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace loop::cli {

/// State shared by all verbs, filled while the arguments are parsed.
struct Context {
    app::Terminal terminal;
    std::string colour = "auto";
    bool quiet = false;
    bool verbose = false;
    std::vector<std::string> command;                ///< the words of the command line, `loop` first
    std::optional<std::vector<std::string>> program; ///< the words after `--`
};

/// What a verb does once its options are parsed. Returns the exit code.
using Action = std::function<int(Context&)>;

struct Verb {
    const char* name;
    const char* summary;  ///< one line, in the list of verbs
    const char* examples; ///< the first lines of its help
    Action (*define)(Arguments& app);
    bool takes_program = false; ///< Context::program, instead of rejecting `--`
};

/// All verbs, in the order of the help, by its groups. Each is defined in the file with its name.
// clang-format off
#define LOOP_VERBS(X) \
    X(run) X(sweep) X(compare) X(report) X(apexmap) X(clue) X(bsp) \
    X(new) X(list) X(check) X(fmt) X(compile) X(build) X(lsp) \
    X(record) X(derive) X(count) X(characterize) X(trace) \
    X(export) X(artifact) \
    X(machine) X(doctor) X(explain) X(help) X(completion)
// clang-format on

#define LOOP_VERB_DECLARATION(name) extern const Verb name##_verb;
LOOP_VERBS(LOOP_VERB_DECLARATION)
#undef LOOP_VERB_DECLARATION

const std::vector<const Verb*>& verbs();

/// Runs the whole command. Returns the exit code (see the README). Never throws.
int run_command(int argc, const char* const* argv);

/// Calls `visit` with each option and positional argument of a verb, without the options of every verb.
void visit_options(const Verb& verb, const std::function<void(const Option&)>& visit);
/// The same for the options of every verb.
void visit_common_options(const std::function<void(const Option&)>& visit);

/// What `loop --help` prints, or `loop VERB --help`. Empty if there is no such verb.
std::string help_text();
std::string help_text(const std::string& verb);

/// The page about a construct or the code of a message, in any case, with or without the brackets of a
/// message. Empty if there is none.
std::string explained(const std::string& subject);

} // namespace loop::cli
