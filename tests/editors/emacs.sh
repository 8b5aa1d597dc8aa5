#!/bin/sh
# emacs.sh CHECKOUT LOOP: loop-mode.el compiles without warnings; Emacs shows a program as expected.txt says, and formats it.
set -u
command -v emacs >/dev/null 2>&1 || { echo "SKIP: Emacs is not installed (package emacs-nox)"; exit 77; }
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
export HOME="$scratch"
cp "$1/editors/emacs/loop-mode.el" "$scratch" || exit 1
cd "$scratch" || exit 1
emacs -Q --batch --eval '(setq byte-compile-error-on-warn t)' -f batch-byte-compile loop-mode.el || exit 1
emacs -Q --batch -L "$scratch" -l "$1/tests/editors/highlight.el" || exit 1

PATH=$(dirname -- "$2"):$PATH
sed 's/\\LOOP (n) i/\\LOOP( n )i/' "$1/tests/editors/program.loop" >program.loop
emacs -Q --batch -L "$scratch" -l loop-mode program.loop --eval '(progn (loop-format-buffer) (save-buffer))' 2>said
cmp "$1/tests/editors/program.loop" program.loop || { cat said; echo "loop-format-buffer has not formatted the program"; exit 1; }
sed -i 's/int nodes/int \\NODES/' program.loop
emacs -Q --batch -L "$scratch" -l loop-mode program.loop --eval '(loop-format-buffer)' 2>said &&
    { echo "loop-format-buffer has not reported a mistake"; exit 1; }
grep -q 'there is no construct' said || { cat said; exit 1; }
