#include "base/text/strings.h"
#include "cli/completion.h"

#include <fmt/core.h>

namespace loop::cli {

namespace {

constexpr const char* bash_end = R"bash(
_loop_subjects() { "$1" explain 2>/dev/null | while read -r word _; do printf '%s\n' "$word"; done; }

# Offers what $1 names for the word $3 of a command line of the program $2.
_loop_offer() {
    case $1 in
        files) COMPREPLY=($(compgen -f -- "$3")) ;;
        programs) COMPREPLY=($(compgen -W "$("$2" list --names 2>/dev/null)" -- "$3")
                             $(compgen -f -X '!*.loop' -- "$3") $(compgen -d -S / -- "$3")) ;;
        sources) COMPREPLY=($(compgen -f -X '!*.loop' -- "$3") $(compgen -d -S / -- "$3")) ;;
        runs) COMPREPLY=($(compgen -f -X '!*.otf2' -- "$3") $(compgen -d -S / -- "$3")) ;;
        machines) COMPREPLY=($(compgen -W "$("$2" list --machines 2>/dev/null)" -- "$3")
                             $(compgen -f -X '!*.toml' -- "$3") $(compgen -d -S / -- "$3")) ;;
        subjects) COMPREPLY=($(compgen -W "$(_loop_subjects "$2")" -- "$3")) ;;
        topics) COMPREPLY=($(compgen -W "$_loop_verbs $(_loop_subjects "$2") $("$2" help --documents 2>/dev/null)" -- "$3")) ;;
        parameters) compopt -o nospace 2>/dev/null
                    COMPREPLY=($(compgen -W "$("$2" list --parameters "$(_loop_target)" 2>/dev/null)" -- "$3")) ;;
        *) COMPREPLY=($(compgen -W "${1#words}" -- "$3")) ;;
    esac
}

# The program of the command line so far: the first word after the verb that is neither an option nor its value.
_loop_target() {
    local word verb= previous=
    for word in "${COMP_WORDS[@]:1}"; do
        case $word in
            -*) ;;
            *) if [[ -z $verb ]]; then verb=$word
               elif [[ -z $(_loop_value "$verb" "$previous") ]]; then printf %s "$word"; return
               fi ;;
        esac
        previous=$word
    done
}

_loop() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} verb= word offer
    local IFS=$' \t\n'
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in -*) ;; *) verb=$word; break ;; esac
    done
    COMPREPLY=()
    offer=$(_loop_value "$verb" "$previous")
    if [[ -n $offer ]]; then
        _loop_offer "$offer" "${COMP_WORDS[0]}" "$current"
    elif [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$(_loop_options "$verb")" -- "$current"))
    elif [[ -z $verb ]]; then
        COMPREPLY=($(compgen -W "$_loop_verbs" -- "$current"))
    elif [[ $verb == machine && $previous == machine ]]; then
        COMPREPLY=($(compgen -W "$_loop_machine_words" -- "$current"))
    else
        _loop_offer "$(_loop_positional "$verb")" "${COMP_WORDS[0]}" "$current"
    fi
}

complete -F _loop loop ./loop
)bash";

std::string offer_text(Offer offer, const std::vector<std::string>& words) {
    switch (offer) {
    case Offer::Nothing:
        return "words";
    case Offer::Words:
        return "words " + joined(words, " ");
    case Offer::Files:
        return "files";
    case Offer::Programs:
        return "programs";
    case Offer::Sources:
        return "sources";
    case Offer::Runs:
        return "runs";
    case Offer::Machines:
        return "machines";
    case Offer::Subjects:
        return "subjects";
    case Offer::Topics:
        return "topics";
    case Offer::Parameters:
        return "parameters";
    }
    return "words";
}

std::string spellings_of(const CompletedVerb& verb) {
    std::vector<std::string> all;
    for (const CompletedOption& option : verb.options)
        all.insert(all.end(), option.spellings.begin(), option.spellings.end());
    return joined(all, " ");
}

/// The case for the values of an option: "'run --machine') echo 'machines' ;;".
std::string value_cases(const CompletedVerb& verb) {
    std::string text;
    for (const CompletedOption& option : verb.options) {
        if (option.is_flag) continue;
        for (const std::string& spelling : option.spellings)
            text += fmt::format("        '{} {}') echo '{}' ;;\n", verb.name, spelling,
                                offer_text(option.offer, option.words));
    }
    return text;
}

} // namespace

std::string bash_completion(const std::vector<CompletedVerb>& verbs) {
    std::vector<std::string> names;
    std::string options, values, positional, machine_words;
    for (const CompletedVerb& verb : verbs) {
        names.push_back(verb.name);
        options += fmt::format("        {}) echo '{} --help --color --quiet --verbose' ;;\n", verb.name,
                               spellings_of(verb));
        values += value_cases(verb);
        positional +=
            fmt::format("        {}) echo '{}' ;;\n", verb.name, offer_text(verb.offer, verb.words));
        if (verb.name == "machine") machine_words = joined(verb.words, " ");
    }
    return fmt::format("# bash completion for loop; load it with: source <(loop completion bash)\n"
                       "_loop_verbs='{}'\n_loop_machine_words='{}'\n\n"
                       "_loop_options() {{\n    case $1 in\n{}"
                       "        *) echo '--help --version --color --quiet --verbose' ;;\n    esac\n}}\n\n"
                       "_loop_value() {{\n    case \"$1 $2\" in\n        *' --color') echo 'words auto "
                       "always never' ;;\n"
                       "{}    esac\n}}\n\n"
                       "_loop_positional() {{\n    case $1 in\n{}    esac\n}}\n",
                       joined(names, " "), machine_words, options, values, positional) +
           bash_end;
}

} // namespace loop::cli
