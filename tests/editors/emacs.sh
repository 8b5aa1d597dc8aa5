#!/bin/sh
# emacs.sh CHECKOUT LOOP: loop-mode.el compiles without warnings; Emacs shows programs as expected.txt says, and formats
# them.
set -u
command -v emacs >/dev/null 2>&1 || { echo "SKIP: Emacs is not installed (package emacs-nox)"; exit 77; }
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
export HOME="$scratch"
PATH=$(dirname -- "$2"):$PATH
checkout=$1
. "$checkout/tests/editors/prepare.sh"
cp "$checkout/editors/emacs/loop-mode.el" "$scratch" || exit 1
cd "$scratch" || exit 1
edit() { emacs -Q --batch -L "$scratch" -l loop-mode "$@"; }

emacs -Q --batch --eval '(setq byte-compile-error-on-warn t)' -f batch-byte-compile loop-mode.el || exit 1
EXPECTED=$here/expected.txt edit -l "$here/highlight.el" "$here/program.loop" || exit 1
EXPECTED=$scratch/expected.txt edit -l "$here/highlight.el" wrong.loop || exit 1

edit program.loop --eval '(progn (loop-format-buffer) (save-buffer))' 2>said
cmp "$here/program.loop" program.loop || { cat said; echo "loop-format-buffer has not formatted the program"; exit 1; }
edit wrong.loop --eval '(loop-format-buffer)' 2>said &&
    { echo "loop-format-buffer has not reported a mistake"; exit 1; }
grep -q 'there is no construct' said || { cat said; exit 1; }
