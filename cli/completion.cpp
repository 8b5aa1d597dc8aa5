#include "cli/verbs.h"
#include "runner/system/failure.h"

#include <fmt/core.h>

#include <memory>

namespace loop::cli {

namespace {

constexpr const char* script_end = R"bash(
_loop() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} verb= word command=${COMP_WORDS[0]}
    local IFS=$' \t\n'
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in -*) ;; *) verb=$word; break ;; esac
    done
    COMPREPLY=()
    case $previous in
        --machine) COMPREPLY=($(compgen -W "$("$command" list --machines 2>/dev/null)" -- "$current")
                               $(compgen -f -X '!*.toml' -- "$current")); return ;;
        --to) COMPREPLY=($(compgen -W 'picl otf2 perfetto csv' -- "$current")); return ;;
        --mpi) COMPREPLY=($(compgen -W 'mpich openmpi' -- "$current")); return ;;
        --color) COMPREPLY=($(compgen -W 'auto always never' -- "$current")); return ;;
        --set) compopt -o nospace 2>/dev/null
               COMPREPLY=($(compgen -W "$("$command" list --parameters "$(_loop_target)" 2>/dev/null)" -- "$current"))
               return ;;
        -o|--output) COMPREPLY=($(compgen -f -- "$current")); return ;;
    esac
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$(_loop_options "$verb")" -- "$current"))
        return
    fi
    case $verb in
        '') COMPREPLY=($(compgen -W "$_loop_verbs" -- "$current")) ;;
        completion) COMPREPLY=($(compgen -W bash -- "$current")) ;;
        explain) COMPREPLY=($(compgen -W "$("$command" explain 2>/dev/null | while read -r word _; do printf '%s ' "$word"; done)" -- "$current")) ;;
        run|build|export) COMPREPLY=($(compgen -W "$("$command" list --names 2>/dev/null)" -- "$current")
                              $(compgen -f -X '!*.loop' -- "$current") $(compgen -d -S / -- "$current")) ;;
        machine) case $previous in
                     machine) COMPREPLY=($(compgen -W 'list show check detect prepare' -- "$current")) ;;
                     show|check|prepare) COMPREPLY=($(compgen -W "$("$command" list --machines 2>/dev/null)" -- "$current")
                                            $(compgen -f -X '!*.toml' -- "$current") $(compgen -d -S / -- "$current")) ;;
                 esac ;;
        report|trace) COMPREPLY=($(compgen -f -X '!*.otf2' -- "$current") $(compgen -d -S / -- "$current")) ;;
        check|compile) COMPREPLY=($(compgen -f -X '!*.loop' -- "$current") $(compgen -d -S / -- "$current")) ;;
    esac
}

# The program of the command line so far: the first word behind the verb that is no option.
_loop_target() {
    local word seen=
    for word in "${COMP_WORDS[@]:1}"; do
        case $word in -*) ;; *) [[ -n $seen ]] && { printf %s "$word"; return; }; seen=$word ;; esac
    done
}

complete -F _loop loop ./loop
)bash";

int completion(const std::string& shell, Context& context) {
    if (shell != "bash")
        throw runner::Failure(runner::ExitCode::Usage, fmt::format("no completion for `{}`", shell),
                              "use `loop completion bash`");
    context.terminal.print(bash_completion());
    return 0;
}

} // namespace

std::string bash_completion() {
    std::string names, options;
    for (const Verb* verb : verbs()) {
        names += std::string(names.empty() ? "" : " ") + verb->name;
        options += fmt::format("        {}) echo '{} --color' ;;\n", verb->name, option_list(*verb));
    }
    return "# bash completion for loop; load it with: source <(loop completion bash)\n"
           "_loop_verbs='" +
           names + "'\n\n_loop_options() {\n    case $1 in\n" + options +
           "        *) echo '--help --version --color' ;;\n    esac\n}\n" + script_end;
}

namespace {

Action define_completion(Arguments& app) {
    auto shell = std::make_shared<std::string>();
    app.option("SHELL", *shell, "bash").required();
    return [shell](Context& context) { return completion(*shell, context); };
}

} // namespace

const Verb completion_verb{"completion", "print the completion script for bash",
                           "  source <(loop completion bash)\n", define_completion};

} // namespace loop::cli
