#include "base/text/shell.h"
#include "base/text/strings.h"
#include "cli/completion.h"
#include "cli/guesses.h"
#include "cli/help_formatter.h"
#include "cli/verbs.h"
#include "runner/profile/profile.h"
#include "runner/system/failure.h"
#include "runner/system/interrupts.h"
#include "runner/system/process.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <new>
#include <string_view>

namespace loop::cli {

using runner::ExitCode;
using runner::Failure;

namespace {

constexpr const char* top_examples = R"(examples:
  loop run fingerprint -n 4 --size 100    build a workload, run it, verify it
  loop run ring.loop --set bytes=4096     a program of your own, with a parameter
  loop check ring.loop                    find its mistakes
  loop compile ring.loop                  see the C++ that it becomes
  loop report loop-run-ring-...           its sheet again, figures for a paper
  loop machine check local                whether a machine works, and what disturbs it
  loop list                               the predefined workloads and their parameters
  loop explain EXCHANGE                   what a construct does, what a message means
)";

/// The options of every verb, and of `loop` itself. Returns them.
std::vector<Option> add_common_options(CLI::App& app, Context& context) {
    Arguments arguments(app);
    const Option help(app.set_help_flag("-h,--help", "print this help"));
    const Option color = arguments.option("--color WHEN", context.colour, "auto, always or never",
                                          one_of({"auto", "always", "never"}));
    const Option quiet =
        arguments.flag("-q,--quiet", context.quiet, "print only results and problems, no progress");
    const Option verbose =
        arguments.flag("--verbose", context.verbose, "print the commands that loop runs, and when")
            .excludes(quiet);
    return {help, color, quiet, verbose};
}

/// The heading of the group in the list of verbs that begins with this verb, or else the heading before it.
std::string heading_at(std::string_view verb, const std::string& before) {
    constexpr std::pair<std::string_view, const char*> firsts[] = {{"run", "Measure and compare"},
                                                                   {"new", "Write programs"},
                                                                   {"record", "Look into programs"},
                                                                   {"export", "Give to others"},
                                                                   {"machine", "Machines and help"}};
    for (const auto& [first, heading] : firsts)
        if (verb == first) return heading;
    return before;
}

/// The app, with one subcommand per verb, and the action of each.
struct Interface {
    CLI::App app{"loop builds, runs and measures workloads in LOOP (C++ with constructs on MPI)."};
    std::vector<std::pair<CLI::App*, Action>> actions;

    explicit Interface(Context& context) {
        app.formatter(help_formatter());
        app.footer(top_examples);
        app.set_version_flag("--version", std::string("loop ") + LOOP_VERSION, "print the version");
        add_common_options(app, context);
        std::string group;
        for (const Verb* verb : verbs()) {
            CLI::App* sub = app.add_subcommand(verb->name, verb->summary);
            sub->footer(std::string("examples:\n") + verb->examples);
            group = heading_at(verb->name, group);
            sub->group(group);
            Arguments arguments(*sub);
            actions.emplace_back(sub, verb->define(arguments));
            add_common_options(*sub, context);
            sub->allow_extras();
        }
        app.allow_extras();
        app.require_subcommand(0, 1); // `loop help run`: `run` is no second verb
    }
};

std::vector<std::string> verb_names() {
    std::vector<std::string> names;
    for (const Verb* verb : verbs())
        names.emplace_back(verb->name);
    return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    return names;
}

/// Prints each process that this command starts, as a line for a shell, and the time since the command began.
void show_commands(const app::Terminal& terminal) {
    const auto begin = std::chrono::steady_clock::now();
    runner::observe_processes([&terminal, begin](const runner::Command& command) {
        const std::chrono::duration<double> since = std::chrono::steady_clock::now() - begin;
        std::string text;
        for (const auto& [name, value] : runner::without_secrets(command.environment))
            text += name + "=" + shell_words({value}) + " ";
        terminal.info(fmt::format("[{:.3f} s] {}{}", since.count(), text, shell_words(command.arguments)));
    });
}

/// Reports the first unused argument: a misspelled verb or option, or a surplus argument.
[[noreturn]] void reject(const std::string& word, const CLI::App& app, bool is_top) {
    const std::string help = is_top ? "loop --help" : fmt::format("loop {} --help", app.get_name());
    if (word.size() > 1 && word[0] == '-')
        throw Failure(ExitCode::Usage, fmt::format("unknown option `{}`", word),
                      hint_for_option(word, option_names(app), fmt::format("see `{}`", help)));
    if (is_top)
        throw Failure(ExitCode::Usage, fmt::format("unknown verb `{}`", word),
                      hint_for_verb(word, verb_names(), "verbs: " + joined(verb_names(), ", ")));
    throw Failure(ExitCode::Usage,
                  fmt::format("unexpected argument `{1}` of `loop {0}`", app.get_name(), word),
                  hint_for_argument(word, fmt::format("see `{}`", help)));
}

/// Rejects `--` if the verb takes no program.
void refuse_program(const Context& context, const CLI::App& verb) {
    const bool takes_program = std::any_of(verbs().begin(), verbs().end(), [&](const Verb* candidate) {
        return candidate->name == verb.get_name() && candidate->takes_program;
    });
    if (context.program && !takes_program) reject("--", verb, false);
}

/// `-np 4` is read as `-n p`: reports it as it was typed.
void refuse_attached_letters(int argc, const char* const* argv, const CLI::App& app) {
    if (std::find(argv, argv + argc, std::string_view("-np")) != argv + argc) reject("-np", app, false);
}

/// The words after `--` are a program with its own options. Returns the number of words before it.
int cut_at_dashes(int argc, const char* const* argv, Context& context) {
    const char* const* const end = argv + argc;
    const char* const* const dashes = std::find(argv, end, std::string_view("--"));
    if (dashes != end) context.program.emplace(dashes + 1, end);
    return static_cast<int>(dashes - argv);
}

int parse_and_act(int argc, const char* const* argv, Context& context) {
    if (argc > 1 && argv[1] == std::string_view("__complete")) {
        context.terminal.print(completions({argv + 2, argv + argc}));
        return 0;
    }
    Interface interface(context);
    CLI::App& app = interface.app;
    const auto used = [&]() -> CLI::App* {
        const auto chosen = app.get_subcommands();
        return chosen.empty() ? nullptr : chosen[0];
    };
    try {
        app.parse(cut_at_dashes(argc, argv, context), argv);
    } catch (const CLI::CallForVersion&) {
        context.terminal.print(std::string("loop ") + LOOP_VERSION + "\n");
        return 0;
    } catch (const CLI::CallForHelp&) {
        context.terminal.print(used() != nullptr ? used()->help() : app.help());
        return 0;
    } catch (const CLI::ParseError& error) {
        // A misspelled option may leave others without a value: report the misspelling.
        const CLI::App& at = used() != nullptr ? *used() : app;
        if (used() != nullptr) refuse_program(context, at); // what is missing may stand after it
        const std::vector<std::string> rest = at.remaining();
        for (const std::string& word : rest)
            if (word.size() > 1 && word[0] == '-') reject(word, at, used() == nullptr);
        refuse_attached_letters(argc, argv, at);
        throw Failure(ExitCode::Usage, plain_message(error.what()),
                      used() == nullptr ? "see `loop --help`"
                                        : fmt::format("see `loop {} --help`", at.get_name()));
    }
    context.terminal.set_color(context.colour);
    context.terminal.set_quiet(context.quiet);
    if (context.verbose) show_commands(context.terminal);
    if (used() == nullptr && app.remaining().empty()) {
        context.terminal.diagnose(app.help());
        return static_cast<int>(ExitCode::Usage);
    }
    if (!app.remaining(false).empty()) reject(app.remaining(false)[0], app, true);
    if (!used()->remaining().empty()) reject(used()->remaining()[0], *used(), false);
    refuse_program(context, *used());
    for (const auto& [sub, action] : interface.actions)
        if (sub == used()) return action(context);
    return static_cast<int>(ExitCode::Usage);
}

/// Runs the command line and returns its exit code. Prints errors instead of throwing.
int carried_out(int argc, const char* const* argv, Context& context) {
    try {
        return parse_and_act(argc, argv, context);
    } catch (const Failure& failure) {
        context.terminal.forward(failure.details());
        context.terminal.error(failure.what(), failure.hint());
        return static_cast<int>(failure.code());
    } catch (const runner::Interrupted& interrupted) {
        context.terminal.info("stopped by " + runner::signal_text(interrupted.signal));
        return 128 + interrupted.signal;
    } catch (const std::bad_alloc&) {
        context.terminal.error("out of memory");
        return static_cast<int>(ExitCode::InputOutput);
    } catch (const std::filesystem::filesystem_error& error) {
        context.terminal.error(error.what());
        return static_cast<int>(ExitCode::InputOutput);
    } catch (const std::exception& error) {
        context.terminal.error(fmt::format("unexpected: {}", error.what()),
                               "this is a bug in loop; please report it");
        return static_cast<int>(ExitCode::InputOutput);
    }
}

} // namespace

const std::vector<const Verb*>& verbs() {
#define LOOP_VERB_ADDRESS(name) &name##_verb,
    static const std::vector<const Verb*> all{LOOP_VERBS(LOOP_VERB_ADDRESS)};
#undef LOOP_VERB_ADDRESS
    return all;
}

void visit_options(const Verb& verb, const std::function<void(const Option&)>& visit) {
    CLI::App app;
    app.set_help_flag();
    Arguments arguments(app);
    verb.define(arguments);
    for (const Option& option : arguments.options())
        visit(option);
}

void visit_common_options(const std::function<void(const Option&)>& visit) {
    CLI::App app;
    Context context;
    for (const Option& option : add_common_options(app, context))
        visit(option);
}

std::string help_text() {
    Context context;
    return Interface(context).app.help();
}

std::string help_text(const std::string& verb) {
    Context context;
    const Interface interface(context);
    for (const auto& [sub, action] : interface.actions)
        if (sub->get_name() == verb) return sub->help();
    return {};
}

int run_command(int argc, const char* const* argv) {
    // Neither a reader that exits early (`loop list | head`) nor a file size limit must kill the command:
    // write() reports both.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    Context context;
    context.command.assign(argv, argv + argc);
    context.command[0] = "loop";
    context.terminal.set_color(context.colour);
    runner::SignalWatch watch(
        [&](int signal) { context.terminal.info("stopped by " + runner::signal_text(signal)); });
    const int code = carried_out(argc, argv, context);
    watch.finish();
    return code;
}

} // namespace loop::cli
