#include "base/text/strings.h"
#include "cli/completion.h"

#include <fmt/core.h>

namespace loop::cli {

namespace {

constexpr const char* fish_begin =
    R"fish(# fish completion for loop; save it as ~/.config/fish/completions/loop.fish
function __loop # runs the command that the command line names
    set -l words (commandline -opc)
    command $words[1] $argv 2>/dev/null
end
function __loop_verb # whether the first word that is no option is this one
    set -l words (commandline -opc | string match -v -- '-*')
    test (count $words) -ge 2; and test "$words[2]" = $argv[1]
end
function __loop_subjects
    __loop explain | string replace -r ' .*' ''
end
function __loop_parameters
    set -l words (commandline -opc)
    set -l names (__loop list --names)
    for word in $words[3..-1]
        if string match -q -- '*.loop' $word; or contains -- $word $names
            __loop list --parameters $word
            return
        end
    end
end
complete -c loop -f
complete -c loop -l help -s h -d 'help'
complete -c loop -l color -x -a 'auto always never' -d 'colors'
complete -c loop -l quiet -s q -d 'only results and problems'
complete -c loop -l verbose -d 'show the commands that run'
complete -c loop -n __fish_use_subcommand -l version -d 'the version'
)fish";

/// The text inside single quotes.
std::string fish_quoted(const std::string& text) {
    return replaced(replaced(text, "\\", "\\\\"), "'", "\\'");
}

std::string offered(Offer offer, const std::vector<std::string>& words) {
    switch (offer) {
    case Offer::Nothing:
        return "";
    case Offer::Words:
        return fmt::format(" -a '{}'", joined(words, " "));
    case Offer::Files:
    case Offer::Runs:
        return " -F";
    case Offer::Programs:
        return " -a '(__loop list --names; __fish_complete_suffix .loop)'";
    case Offer::Sources:
        return " -a '(__fish_complete_suffix .loop)'";
    case Offer::Machines:
        return " -a '(__loop list --machines; __fish_complete_suffix .toml)'";
    case Offer::Subjects:
        return " -a '(__loop_subjects)'";
    case Offer::Topics:
        return " -a '(__loop_verbs; __loop_subjects; __loop help --documents)'";
    case Offer::Parameters:
        return " -a '(__loop_parameters)'";
    }
    return "";
}

std::string option_line(const CompletedVerb& verb, const CompletedOption& option) {
    std::string text = fmt::format("complete -c loop -n '__loop_verb {}'", verb.name);
    for (const std::string& spelling : option.spellings)
        text += spelling[1] == '-' ? " -l " + spelling.substr(2) : " -s " + spelling.substr(1);
    const std::string values = offered(option.offer, option.words);
    if (!option.is_flag) text += (values == " -F" ? " -r" : " -x") + values;
    return text + fmt::format(" -d '{}'\n", fish_quoted(option.help));
}

std::string verb_lines(const CompletedVerb& verb) {
    std::string text = fmt::format("complete -c loop -n __fish_use_subcommand -a {} -d '{}'\n", verb.name,
                                   fish_quoted(verb.summary));
    const auto add = [&](const std::string& values) {
        if (!values.empty())
            text += fmt::format("complete -c loop -n '__loop_verb {}'{}\n", verb.name, values);
    };
    if (verb.offer != Offer::Words && !verb.words.empty()) add(offered(Offer::Words, verb.words));
    add(offered(verb.offer, verb.words));
    for (const CompletedOption& option : verb.options)
        text += option_line(verb, option);
    return text;
}

} // namespace

std::string fish_completion(const std::vector<CompletedVerb>& verbs) {
    std::vector<std::string> names;
    std::string lines;
    for (const CompletedVerb& verb : verbs) {
        names.push_back(verb.name);
        lines += verb_lines(verb);
    }
    return fish_begin +
           fmt::format("function __loop_verbs\n    string split ' ' '{}'\nend\n", joined(names, " ")) + lines;
}

} // namespace loop::cli
