#!/bin/sh
# scripts.sh CHECKOUT: tests the progress that ./loop and ./check show while they build, when ./loop rebuilds, and that
# ./check format leaves files alone that are not C++.
set -u
checkout=$1
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
failures=0
fail() { echo "FAILED: $*"; failures=$((failures + 1)); }

# -- progress: what is being built, and how much is done; the builder's exit status is returned
root=$checkout
. "$checkout/cmake/setup.sh"
for status in 0 7; do
    printf '[1/4] first\nwords of a compiler\n[2/4] second\n[exit %s]\n' $status |
        show_progress "building it" "$scratch/log" 2>"$scratch/told"
    [ $? = $status ] || fail "the builder's exit status is $status, and another one was returned"
done
grep -q 'building it  1/4' "$scratch/told" || fail "nothing told of ninja's steps: $(cat "$scratch/told")"
grep -q 'words of a compiler' "$scratch/log" || fail "the log lacks the compiler's words"
printf '[ 50%%] half\n[exit 0]\n' | show_progress "building it" "$scratch/log" 2>"$scratch/told"
grep -q 'building it  50/100' "$scratch/told" || fail "nothing told of make's steps: $(cat "$scratch/told")"
for line in dlstatus:1:50:Fetching pmstatus:libfmt9:amd64:40.5000:Unpacking pmstatus:dpkg-exec:30:Running; do
    printf 'Reading lists...\n%s\n[exit 100]\n' "$line" | show_progress "asking" "$scratch/log" 2>>"$scratch/told"
    [ $? = 100 ] || fail "apt-get failed, and it was not told"
done
for words in 'downloading packages  50/100' 'installing packages  40/100' 'installing packages  30/100'; do
    grep -q "$words" "$scratch/told" || fail "not told of apt-get: $words; told: $(cat "$scratch/told")"
done
quiet=yes
printf '[1/4] first\n[exit 0]\n' | show_progress "building it" "$scratch/log" 2>"$scratch/told"
[ -s "$scratch/told" ] && fail "told although quiet: $(cat "$scratch/told")"

# -- ./loop starts the program (here a script) without building, until a source is newer
mkdir -p "$scratch/copy/build/bin" "$scratch/copy/cmake" "$scratch/copy/report/sheet" "$scratch/copy/runtime/kernels"
cp "$checkout/loop" "$scratch/copy/loop"
touch "$scratch/copy/report/sheet/x.cpp" "$scratch/copy/CMakeLists.txt"
echo 'echo "built again"; exit 3' >"$scratch/copy/cmake/setup.sh"
sleep 0.1
printf '#!/bin/sh\necho "started $*"\n' >"$scratch/copy/build/bin/loop"
chmod +x "$scratch/copy/build/bin/loop"
told=$("$scratch/copy/loop" "a b" c)
[ "$told" = "started a b c" ] || fail "with nothing changed: $told"
ln -s "$scratch/copy/loop" "$scratch/link"
told=$("$scratch/link" x)
[ "$told" = "started x" ] || fail "through a link: $told"
sleep 0.1
touch "$scratch/copy/runtime/kernels/own.cpp" # the runner builds these; they are not part of the tool
told=$("$scratch/copy/loop" x)
[ "$told" = "started x" ] || fail "the tool is built again for a kernel: $told"
touch "$scratch/copy/report/sheet/x.cpp"
told=$("$scratch/copy/loop" x)
[ "$told" = "built again" ] || fail "a newer source is not seen: $told"
touch "$scratch/copy/build/bin/loop"
sleep 0.1
mkdir "$scratch/copy/docs"
touch "$scratch/copy/docs/language.md"
told=$("$scratch/copy/loop" x)
[ "$told" = "built again" ] || fail "a newer reference of the language, which is built in, is not seen: $told"

# -- ./check format refuses what is neither C++ nor a program
printf 'const a = 1\n' >"$scratch/page.js"
printf 'int  a;\n' >"$scratch/kept.cpp"
told=$(sh "$checkout/tests/building/format.sh" "$checkout" --fix "$scratch/kept.cpp" "$scratch/page.js" 2>&1)
[ $? = 2 ] || fail "a script is not refused: $told"
case $told in *"page.js is not a C++ file (.cpp or .h) or a LOOP program"*) ;; *) fail "the refusal does not name the file: $told" ;; esac
[ "$(cat "$scratch/page.js" "$scratch/kept.cpp")" = "const a = 1
int  a;" ] || fail "files were formatted beside a refused one"

exit $((failures > 0))
