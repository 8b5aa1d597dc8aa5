#!/bin/sh
# vim.sh CHECKOUT LOOP: Neovim shows programs as expected.txt says, formats them, and finds the places of mistakes.
set -u
command -v nvim >/dev/null 2>&1 || { echo "SKIP: Neovim is not installed (package neovim)"; exit 77; }
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
export HOME="$scratch" XDG_CONFIG_HOME="$scratch" XDG_DATA_HOME="$scratch" XDG_STATE_HOME="$scratch"
PATH=$(dirname -- "$2"):$PATH
checkout=$1
. "$checkout/tests/editors/prepare.sh"
edit() { nvim --clean --headless -n --cmd "set runtimepath^=$checkout/editors/vim" "$@"; }

EXPECTED=$here/expected.txt edit "$here/program.loop" -S "$here/highlight.vim" || exit 1
EXPECTED=$scratch/expected.txt edit "$scratch/wrong.loop" -S "$here/highlight.vim" || exit 1

edit "$scratch/program.loop" -c LoopFormat \
    -c 'silent write | if empty(v:errmsg) | quit | else | cquit | endif' || exit 1
cmp "$here/program.loop" "$scratch/program.loop" || { echo ":LoopFormat has not formatted the program"; exit 1; }

# :make goes to the first mistake
place=$(grep -n WORKS "$scratch/wrong.loop" | cut -d : -f 1):24
edit "$scratch/wrong.loop" -c 'silent make' >"$scratch/found" \
    -c 'call writefile([line(".") . ":" . col(".") . " " . getqflist()[0].text], "/dev/stdout", "a") | quitall!'
grep -q "^$place.*there is no construct" "$scratch/found" ||
    { cat "$scratch/found"; echo "the mistake is at $place"; exit 1; }
