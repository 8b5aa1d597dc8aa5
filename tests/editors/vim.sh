#!/bin/sh
# vim.sh CHECKOUT LOOP: Neovim shows a program as expected.txt says, formats it, and finds the places of mistakes.
set -u
here=$1/tests/editors
command -v nvim >/dev/null 2>&1 || { echo "SKIP: Neovim is not installed (package neovim)"; exit 77; }
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
export HOME="$scratch" XDG_CONFIG_HOME="$scratch" XDG_DATA_HOME="$scratch" XDG_STATE_HOME="$scratch"
nvim --clean --headless -n --cmd "set runtimepath^=$1/editors/vim | let g:expected = '$here/expected.txt'" \
    -c "edit $here/program.loop" -S "$here/highlight.vim" || exit 1

PATH=$(dirname -- "$2"):$PATH
sed 's/\\LOOP (n) i/\\LOOP( n )i/' "$here/program.loop" >"$scratch/program.loop"
nvim --clean --headless -n --cmd "set runtimepath^=$1/editors/vim" "$scratch/program.loop" -c LoopFormat \
    -c 'silent write | if empty(v:errmsg) | quit | else | cquit | endif' || exit 1
cmp "$here/program.loop" "$scratch/program.loop" || { echo ":LoopFormat has not formatted the program"; exit 1; }

sed 's/\\WORK/\\WORKS/' "$here/program.loop" >"$scratch/wrong.loop"
place=$(grep -n 'WORKS' "$scratch/wrong.loop" | cut -d: -f1):24
nvim --clean --headless -n --cmd "set runtimepath^=$1/editors/vim" "$scratch/wrong.loop" -c 'silent make' \
    -c 'call writefile(map(filter(getqflist(), "v:val.valid"), "v:val.lnum . \":\" . v:val.col . v:val.text"), "/dev/stdout", "a")' \
    -c 'quitall!' >"$scratch/found"
grep -q "^$place.*there is no construct" "$scratch/found" || { cat "$scratch/found"; echo ":make has not found the mistake at $place"; exit 1; }
