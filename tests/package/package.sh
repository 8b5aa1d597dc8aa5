#!/bin/sh
# package.sh BUILD SCRATCH: makes the Debian package of a build folder, checks its contents, and runs the unpacked tool as
# an ordinary user in a folder with a space in its name. Runs lintian if it is installed.
set -eu
build=$1
scratch=$2
fail() { echo "package.sh: $*" >&2; exit 1; }
skip() { echo "SKIP: $*"; exit 77; }
left_out= # tools that are not installed, without which parts are not tested
for tool in dpkg-deb dpkg-shlibdeps cpack; do
    command -v $tool >/dev/null 2>&1 || skip "$tool is not installed (package dpkg-dev)"
done

rm -rf "$scratch"
mkdir -p "$scratch"
(umask 077 && cpack --config "$build/CPackConfig.cmake" -G DEB -B "$scratch") >"$scratch/log" 2>&1 || {
    cat "$scratch/log"
    fail "cpack failed"
}
set -- "$scratch"/loop_*.deb
package=$1
[ -f "$package" ] || fail "there is no package"

# The package's control fields.
field() { dpkg-deb -f "$package" "$1"; }
[ "$(field Package)" = loop ] || fail "its name is $(field Package)"
for name in g++ mpich libmpich-dev libc6 libfmt libhwloc; do
    case "$(field Depends)" in *"$name"*) ;; *) fail "it does not depend on $name" ;; esac
done

# The contents: owned by root, not writable by others, all below /usr.
dpkg-deb -c "$package" >"$scratch/contents"
awk '$2 != "root/root" || substr($1, 6, 1) == "w" || substr($1, 9, 1) == "w" && $1 !~ /^l/ || $6 !~ /^\.\/usr\//' \
    "$scratch/contents" >"$scratch/odd"
[ ! -s "$scratch/odd" ] || { cat "$scratch/odd"; fail "these files belong to others, may be written by them or stand elsewhere"; }
for file in bin/loop share/man/man1/loop.1.gz share/man/man7/loop.7.gz lib/cmake/loop/loopConfig.cmake lib/pkgconfig/loop.pc \
    share/bash-completion/completions/loop share/zsh/vendor-completions/_loop \
    share/fish/vendor_completions.d/loop.fish share/loop/workloads/fingerprint.loop \
    share/loop/machines/local.toml share/loop/runner/bundle/templates/job.sh share/loop/runner/artifact/templates/reproduce.sh share/loop/runtime/include/loop/loop.h \
    share/doc/loop/copyright share/doc/loop/changelog.gz share/doc/loop/docs/language.md share/doc/loop/examples/hello.loop \
    share/vim/vimfiles/syntax/loop.vim share/nvim/site/ftplugin/loop.vim share/emacs/site-lisp/loop-mode.el
do
    grep -q " \./usr/$file\$" "$scratch/contents" || fail "/usr/$file is missing"
done
grep -q ' \./usr/lib/loop/runtime/[^/]*/libloop_base\.a$' "$scratch/contents" || fail "there is no runtime library in it"

root=$scratch/root
dpkg-deb -x "$package" "$root"
loop=$root/usr/bin/loop
[ "$(readelf -S "$loop" | grep -c ' \.symtab')" = 0 ] || fail "the tool is not stripped"
[ "$(readelf -d "$loop" | grep -c -E 'R(UN)?PATH')" = 0 ] || fail "the tool looks for libraries where it was built"
"$loop" list --names | grep -q fingerprint || fail "it does not find its workloads"

# The manual opens on a terminal, where `man` is there.
for page in man1/loop.1 man1/loop-run.1 man5/loop-machine.5 man5/loop-campaign.5 man5/loop-run.5 man7/loop.7; do
    [ -f "$root/usr/share/man/$page.gz" ] || fail "there is no $page"
done
"$loop" help language | cmp -s - "$root/usr/share/doc/loop/docs/language.md" || fail "loop help language is not the document"
if command -v man >/dev/null 2>&1 && command -v script >/dev/null 2>&1; then
    for topic in language:LOOP'(7)' machine-profile:LOOP-MACHINE'(5)' run:LOOP-RUN'(1)'; do
        MANPAGER=cat script -qec "$loop help ${topic%%:*}" /dev/null </dev/null >"$scratch/page" 2>&1 || fail "loop help $topic fails"
        grep -qF "${topic#*:}" "$scratch/page" || { cat "$scratch/page"; fail "loop help ${topic%%:*} does not open ${topic#*:}"; }
    done
else
    left_out="$left_out man+script"
fi
bash -n "$root/usr/share/bash-completion/completions/loop" || fail "the completion is no script"

if command -v lintian >/dev/null 2>&1; then
    lintian --fail-on error,warning "$package" >"$scratch/lintian" 2>&1 || { cat "$scratch/lintian"; fail "lintian finds mistakes"; }
    cat "$scratch/lintian"
else
    left_out="$left_out lintian"
fi

# An ordinary user can read all of it, and writes only in the user's own folder.
folder="$scratch/a user's folder"
mkdir -p "$folder"
as_user=
if [ "$(id -u)" = 0 ]; then
    chown nobody: "$folder"
    path=$folder
    while [ "$path" != / ]; do
        path=$(dirname -- "$path")
        [ -n "$(find "$path" -maxdepth 0 -perm -o=x)" ] || skip "an ordinary user may not enter $path"
    done
    as_user="setpriv --reuid=nobody --regid=nogroup --clear-groups"
fi
cd "$folder"
# The user does not have the environment in which the package was made.
$as_user env -i PATH=/usr/bin:/bin HOME="$folder" TMPDIR="$folder" LOOP_CACHE="$folder/cache" \
    "$loop" run "$root/usr/share/doc/loop/examples/hello.loop" -n 2 -o "the run" >"$scratch/sheet" 2>"$scratch/said" || {
    cat "$scratch/said"
    fail "the first run failed"
}
[ -f "$folder/the run/sheet.html" ] || fail "no sheet"
! grep -q "building the runtime" "$scratch/said" || { cat "$scratch/said"; fail "the library that the package holds was not used"; }
[ -z "$left_out" ] || skip "only in part: all else passed, but not what needs:$left_out"
echo "all good"
