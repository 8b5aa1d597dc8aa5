# Tests the completion scripts: what bash offers, and what fish and zsh make of theirs.
. "$(dirname -- "$0")/support.sh"
needs bash fish zsh
expect 0 "$loop" completion bash
mv out script
expect 2 "$loop" completion tcsh
cp script out

# complete WORD...: prints the completions of the last word.
complete() {
    bash -c '
        loop_command=$1; shift
        source ./script
        COMP_WORDS=("$loop_command" "$@"); COMP_CWORD=$#
        _loop
        printf "%s\n" "${COMPREPLY[@]}"' bash "$loop" "$@" >out 2>err
    is_silent err
}
program mine </dev/null
complete ru
out_has run
complete run --it
out_has --iterations
complete check --dump-
out_has --dump-ast
complete run --machine loc
out_has local-openmpi
complete run mi
out_has mine.loop
complete run mine.loop --set by
out_has bytes=
complete run -n 4 mine.loop --set by
out_has bytes=
complete machine che
out_has check
complete machine show loc
out_has local-openmpi
complete machine check --ho
out_has --hosts
complete explain EXCH
out_has EXCHANGE
complete help EXCH
out_has EXCHANGE
complete help ru
out_has run
complete report --figure space
out_has spacetime
complete report --format mark
out_has markdown
complete sweep --order sh
out_has shuffled
complete trace --to pe
out_has perfetto
complete run --host-compute fr
out_has free

expect 0 "$loop" completion fish
cp out loop.fish
mkdir -p bin && ln -sf "$loop" bin/loop
offered() { # TEXT...: what fish offers for the command line
    PATH=$PWD/bin:$PATH XDG_CONFIG_HOME=$PWD/fish XDG_DATA_HOME=$PWD/fish fish --no-config -c \
        'source loop.fish; complete -C "$argv[1]"' "$1" >out 2>err
    is_silent err
}
offered 'loop ru'
out_has run
offered 'loop run --it'
out_has --iterations
offered 'loop run --machine loc'
out_has local-openmpi
offered 'loop run fing'
out_has fingerprint
offered 'loop report --figure space'
out_has spacetime
offered 'loop explain EXCH'
out_has EXCHANGE
offered 'loop run fingerprint --set '
out_has =

expect 0 "$loop" completion zsh
cp out loop.zsh
zsh -n loop.zsh || fail "zsh cannot read its script"
# compadd is replaced, as there is no terminal: it prints what it would offer.
zsh -f -c 'autoload -Uz compinit && compinit -D -u 2>/dev/null; source ./loop.zsh
    _describe() { print -l "${(@P)2}"; }
    _arguments() { print -l -- "$@"; }
    words=(loop ru); CURRENT=2; _loop
    words=(loop run --it); CURRENT=3; _loop' >out 2>err
is_silent err
out_has "run:build, run and verify a program"
out_has "--iterations[number of iterations; default"
out_has "--host-compute"
out_has "(free measured)"
finish
