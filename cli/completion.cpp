#include "cli/completion.h"

#include "cli/verbs.h"

#include <memory>

namespace loop::cli {

namespace {

constexpr const char* bash_script =
    R"bash(# bash completion for loop; load it with: source <(loop completion bash)
_loop() {
    local line current=${COMP_WORDS[COMP_CWORD]}
    local IFS=$'\n'
    COMPREPLY=()
    while read -r line; do
        case $line in
            :files) COMPREPLY+=($(compgen -f -- "$current")) ;;
            ':files '*) COMPREPLY+=($(compgen -f -X "!*${line#:files }" -- "$current") $(compgen -d -S / -- "$current")) ;;
            *) COMPREPLY+=("${line%%$'\t'*}") ;;
        esac
    done < <("${COMP_WORDS[0]/#\~/$HOME}" __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    case ${COMPREPLY[0]-} in *=) compopt -o nospace 2>/dev/null ;; esac
}
complete -F _loop loop ./loop
)bash";

constexpr const char* fish_script =
    R"fish(# fish completion for loop; save it as ~/.config/fish/completions/loop.fish
function __loop_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
    for line in (command $program __complete $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path "$current"
            case ':files *'
                __fish_complete_suffix (string replace ':files ' '' -- $line)
            case '*'
                printf '%s\n' $line
        end
    end
end
complete -c loop -f -a '(__loop_complete)'
)fish";

constexpr const char* zsh_script = R"zsh(#compdef loop
# zsh completion for loop; load it after compinit with: source <(loop completion zsh)
_loop() {
    local line suffix=' '
    local -a described
    for line in ${(f)"$(_call_program loop ${(q)words[1]/#\~\//$HOME/} __complete ${(qq)words[2,CURRENT]} 2>/dev/null)"}; do
        case $line in
            :files) _files ;;
            ':files '*) _files -g "*${line#:files }" ;;
            *$'\t'*) described+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
            *) described+=("${line//:/\\:}") ;;
        esac
        if [[ ${line%%$'\t'*} == *= ]]; then suffix=; fi
    done
    _describe loop described -S "$suffix"
}

# Loaded from a folder of $fpath, this file is the function itself.
if [[ ${funcstack[1]-} == _loop ]]; then _loop "$@"; else compdef _loop loop ./loop; fi
)zsh";

int completion(const std::string& shell, Context& context) {
    context.terminal.print(shell == "bash" ? bash_script : shell == "zsh" ? zsh_script : fish_script);
    return 0;
}

Action define_completion(Arguments& app) {
    auto shell = std::make_shared<std::string>();
    app.option("SHELL", *shell, "bash, zsh, or fish", one_of({"bash", "zsh", "fish"})).required();
    return [shell](Context& context) { return completion(*shell, context); };
}

} // namespace

const Verb completion_verb{"completion", "print the completion script of a shell",
                           "  source <(loop completion bash)                 in ~/.bashrc\n"
                           "  source <(loop completion zsh)                  in ~/.zshrc, after compinit\n"
                           "  loop completion fish > ~/.config/fish/completions/loop.fish\n",
                           define_completion};

} // namespace loop::cli
