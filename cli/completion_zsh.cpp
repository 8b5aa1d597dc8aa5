#include "base/text/strings.h"
#include "cli/completion.h"

#include <fmt/core.h>

namespace loop::cli {

namespace {

constexpr const char* zsh_end = R"zsh(
_loop_programs() {
    local -a names; names=(${(f)"$(_call_program names ${(q)_loop_command} list --names 2>/dev/null)"})
    _describe workload names
    _files -g '*.loop'
}
_loop_machines() {
    local -a names; names=(${(f)"$(_call_program names ${(q)_loop_command} list --machines 2>/dev/null)"})
    _describe machine names
    _files -g '*.toml'
}
_loop_subjects() {
    local -a names; names=(${${(f)"$(_call_program names ${(q)_loop_command} explain 2>/dev/null)"}%% *})
    compadd -- $names
}
_loop_topics() {
    local -a names; names=(${(f)"$(_call_program names ${(q)_loop_command} help --documents 2>/dev/null)"})
    compadd -- ${_loop_verbs%%:*} $names
    _loop_subjects
}
_loop_parameters() {
    local -a names
    local target=${${(M)words:#*.loop}[1]}
    if [[ -z $target ]]; then
        names=(${(f)"$(_call_program names ${(q)_loop_command} list --names 2>/dev/null)"})
        target=${${words:*names}[1]}
    fi
    names=(${(f)"$(_call_program names ${(q)_loop_command} list --parameters ${(q)target} 2>/dev/null)"})
    compadd -S '' -- $names
}

_loop() {
    typeset -g _loop_command=$words[1]
    if (( CURRENT == 2 )); then
        if [[ $words[2] == -* ]]; then
            compadd -- --help --version --color --quiet --verbose
        else
            _describe verb _loop_verbs
        fi
        return
    fi
    local verb=$words[2]
    words=("$words[1]" "${(@)words[3,-1]}")
    (( CURRENT-- ))
    _loop_arguments $verb
}

# Loaded from a folder of $fpath, this file is the function itself.
if [[ ${funcstack[1]-} == _loop ]]; then _loop "$@"; else compdef _loop loop ./loop; fi
)zsh";

/// The text inside single quotes, with what `_arguments` would take for its own syntax quoted.
std::string zsh_quoted(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return result;
}

std::string action(Offer offer, const std::vector<std::string>& words) {
    switch (offer) {
    case Offer::Nothing:
        return "";
    case Offer::Words:
        return "(" + joined(words, " ") + ")";
    case Offer::Files:
        return "_files";
    case Offer::Programs:
        return "_loop_programs";
    case Offer::Sources:
        return "_files -g \"*.loop\"";
    case Offer::Runs:
        return "_files";
    case Offer::Machines:
        return "_loop_machines";
    case Offer::Subjects:
        return "_loop_subjects";
    case Offer::Topics:
        return "_loop_topics";
    case Offer::Parameters:
        return "_loop_parameters";
    }
    return "";
}

std::string option_specs(const CompletedOption& option) {
    std::string text;
    for (const std::string& spelling : option.spellings) {
        const bool repeats = option.offer == Offer::Parameters;
        text +=
            fmt::format(" \\\n            '{}{}[{}]", repeats ? "*" : "", spelling, zsh_quoted(option.help));
        if (!option.is_flag) text += fmt::format(":value:{}", action(option.offer, option.words));
        text += "'";
    }
    return text;
}

std::string verb_case(const CompletedVerb& verb) {
    std::string text = fmt::format("        {}) _arguments", verb.name);
    for (const CompletedOption& option : verb.options)
        text += option_specs(option);
    text += " \\\n            '--color[colors]:when:(auto always never)' '--quiet[only results and problems]'"
            " '--verbose[show the commands that run]' '--help[help]'";
    if (verb.name == "machine") text += fmt::format(" \\\n            ':what:({})'", joined(verb.words, " "));
    return text + fmt::format(" \\\n            '*:argument:{}' ;;\n", action(verb.offer, verb.words));
}

} // namespace

std::string zsh_completion(const std::vector<CompletedVerb>& verbs) {
    std::string names, cases;
    for (const CompletedVerb& verb : verbs) {
        names += fmt::format("    '{}:{}'\n", verb.name, zsh_quoted(verb.summary));
        cases += verb_case(verb);
    }
    return "#compdef loop\n# zsh completion for loop; load it after compinit with: source <(loop completion "
           "zsh)\n"
           "typeset -ga _loop_verbs=(\n" +
           names + ")\n\n_loop_arguments() {\n    case $1 in\n" + cases + "    esac\n}\n" + zsh_end;
}

} // namespace loop::cli
