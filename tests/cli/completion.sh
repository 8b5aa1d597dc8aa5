# Tests the completion scripts: what bash offers, and what fish and zsh make of theirs.
. "$(dirname -- "$0")/support.sh"
needs bash fish zsh
expect 0 "$loop" completion bash
mv out script
expect 2 "$loop" completion tcsh
cp script out

# offers WORD: one of the completions is exactly this; what it means may follow behind a tab.
offers() { cut -f 1 out | grep -qxF -- "$1" || fail "not offered: $1"; }
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
offers run
complete run --it
offers --iterations
complete check --dump-
offers --dump-ast
complete run --machine loc
offers local-openmpi
complete run mi
offers mine.loop
complete run mine.loop --set by
offers bytes=
complete run -n 4 mine.loop --set by
offers bytes=
complete machine che
offers check
complete machine show loc
offers local-openmpi
complete machine check --ho
offers --hosts
complete explain EXCH
offers EXCHANGE
complete help EXCH
offers EXCHANGE
complete help ru
offers run
complete report --figure space
offers spacetime
complete report --format mark
offers markdown
complete sweep --order sh
offers shuffled
complete trace --to pe
offers perfetto
complete run --host-compute fr
offers free

expect 0 "$loop" completion fish
cp out loop.fish
mkdir -p bin && ln -sf "$loop" bin/loop
offered() { # TEXT...: what fish offers for the command line
    PATH=$PWD/bin:$PATH XDG_CONFIG_HOME=$PWD/fish XDG_DATA_HOME=$PWD/fish fish --no-config -c \
        'source loop.fish; complete -C "$argv[1]"' "$1" >out 2>err
    is_silent err
}
offered 'loop ru'
offers run
offered 'loop run --it'
offers --iterations
offered 'loop run --machine loc'
offers local-openmpi
offered 'loop run fing'
offers fingerprint
offered 'loop report --figure space'
offers spacetime
offered 'loop explain EXCH'
offers EXCHANGE
offered 'loop run fingerprint --set '
offers short_message=

expect 0 "$loop" completion zsh
cp out loop.zsh
zsh -n loop.zsh || fail "zsh cannot read its script"
# _describe is replaced, as there is no terminal: it prints what it would offer.
zsh -f -c 'autoload -Uz compinit && compinit -D -u 2>/dev/null; source ./loop.zsh
    _describe() { print -l -- "${(@P)2}"; }
    _call_program() { shift; eval "$*"; }
    words=($1 ru); CURRENT=2; _loop
    words=($1 run --it); CURRENT=3; _loop
    words=($1 run --host-compute "" -n 4); CURRENT=4; _loop' zsh "$loop" >out 2>err
is_silent err
out_has "run:build, run and verify a program"
out_has "--iterations:number of iterations; default"
out_has "free"
out_has "measured"

# The words of a command line, the last one begun.
expect 0 "$loop" __complete check --co
out_has "--color"
expect 0 "$loop" __complete run --color n
offers never
expect 0 "$loop" __complete run --color never finger
offers fingerprint
expect 0 "$loop" __complete run missing.loop --set b
is_silent out
expect 0 "$loop" __complete report ""
offers ":files .otf2"
expect 0 "$loop" __complete --color n
offers never
if cut -f 1 out | grep -qx new; then fail "a verb is offered for --color"; fi
expect 0 "$loop" __complete --color never ru
offers run
expect 0 "$loop" __complete run --set a = 1 mine.loop --set by
offers bytes=
expect 0 "$loop" __complete unknown-verb x
is_silent out
expect 0 "$loop" __complete
offers run
finish
