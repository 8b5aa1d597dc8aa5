# Tests the completion script with bash.
. "$(dirname -- "$0")/support.sh"
needs bash
expect 0 "$loop" completion bash
mv out script
expect 2 "$loop" completion fish
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
complete machine che
out_has check
complete machine show loc
out_has local-openmpi
complete machine check --ho
out_has --hosts
complete explain EXCH
out_has EXCHANGE
finish
