#include "cli/completion.h"

#include "cli/verbs.h"
#include "runner/system/failure.h"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

namespace loop::cli {

namespace {

struct Named {
    const char* name;
    Offer offer;
};

/// Positional arguments by verb; other verbs have none, or words.
constexpr Named positional[] = {
    {"run", Offer::Programs},    {"build", Offer::Programs},   {"export", Offer::Programs},
    {"sweep", Offer::Programs},  {"list", Offer::Nothing},     {"check", Offer::Sources},
    {"fmt", Offer::Sources},     {"compile", Offer::Sources},  {"report", Offer::Runs},
    {"trace", Offer::Runs},      {"compare", Offer::Runs},     {"bsp", Offer::Runs},
    {"artifact", Offer::Runs},   {"explain", Offer::Subjects}, {"help", Offer::Topics},
    {"apexmap", Offer::Files},   {"clue", Offer::Files},       {"characterize", Offer::Files},
    {"machine", Offer::Machines}};

/// Values of options that mean the same in all verbs.
constexpr Named values[] = {
    {"--machine", Offer::Machines}, {"--set", Offer::Parameters},     {"--try", Offer::Parameters},
    {"--output", Offer::Files},     {"--hosts", Offer::Files},        {"--map", Offer::Files},
    {"--resume", Offer::Files},     {"--program", Offer::Runs},       {"--bsp", Offer::Runs},
    {"--table", Offer::Files},      {"--parameters", Offer::Programs}};

template <std::size_t Count>
Offer offer_of(const Named (&table)[Count], const std::string& name) {
    const auto found = std::find_if(std::begin(table), std::end(table),
                                    [&](const Named& entry) { return name == entry.name; });
    return found == std::end(table) ? Offer::Nothing : found->offer;
}

CompletedOption completed(const Option& option) {
    CompletedOption result{option.spellings(), option.help(), option.is_flag(), Offer::Nothing,
                           option.words()};
    result.help = result.help.substr(0, result.help.find('\n'));
    result.offer = result.words.empty() ? offer_of(values, result.spellings[0]) : Offer::Words;
    return result;
}

CompletedVerb completed(const Verb& verb) {
    CompletedVerb result{verb.name, verb.summary, {}, offer_of(positional, verb.name), {}};
    visit_options(verb, [&](const Option& option) {
        if (!option.spellings().empty())
            result.options.push_back(completed(option));
        else if (!option.words().empty())
            result.words = option.words();
    });
    if (!result.words.empty() && result.offer == Offer::Nothing) result.offer = Offer::Words;
    return result;
}

int completion(const std::string& shell, Context& context) {
    const auto verbs = completed_verbs();
    context.terminal.print(shell == "bash"  ? bash_completion(verbs)
                           : shell == "zsh" ? zsh_completion(verbs)
                                            : fish_completion(verbs));
    return 0;
}

Action define_completion(Arguments& app) {
    auto shell = std::make_shared<std::string>();
    app.option("SHELL", *shell, "bash, zsh, or fish", one_of({"bash", "zsh", "fish"})).required();
    return [shell](Context& context) { return completion(*shell, context); };
}

} // namespace

std::vector<CompletedVerb> completed_verbs() {
    std::vector<CompletedVerb> all;
    for (const Verb* verb : verbs())
        all.push_back(completed(*verb));
    return all;
}

const Verb completion_verb{"completion", "print the completion script of a shell",
                           "  source <(loop completion bash)                 in ~/.bashrc\n"
                           "  source <(loop completion zsh)                  in ~/.zshrc, after compinit\n"
                           "  loop completion fish > ~/.config/fish/completions/loop.fish\n",
                           define_completion};

} // namespace loop::cli
