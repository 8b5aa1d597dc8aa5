# The packages that ./loop and ./check install: cmake/packages.txt, as cmake/setup.sh reads it.
. "$(dirname -- "$0")/support.sh"
root=$(cd "$here/../.." && pwd)
. "$root/cmake/setup.sh"

names() { wanted_packages "$1" | awk '{ print $1 }'; }
names tool >tool
names tests >all

# Packages that ./loop needs, and packages that only the tests need.
for name in g++ cmake ninja-build antlr4 libantlr4-runtime-dev libfmt-dev mpich libmpich-dev librsvg2-bin; do
    grep -qx -- "$name" tool || fail "./loop does not install $name"
done
for name in catch2 chromium openmpi-bin libsimgrid-dev; do
    grep -qx -- "$name" all || fail "./check does not install $name"
    if grep -qx -- "$name" tool; then fail "./loop installs $name, which only the tests need"; fi
done

names style >style
[ "$(tr '\n' ' ' <style)" = "clang-format clang-tidy clangd git " ] || fail "./check format installs: $(tr '\n' ' ' <style)"
for name in clang-format clang-tidy; do
    grep -qx -- "$name" all || fail "./check does not install $name"
done

# Every line is a comment, one of the two section heads, or a valid package name and a reason.
[ "$(grep -xE '\[(tests|style)\]' "$root/cmake/packages.txt" | tr '\n' ' ')" = "[tests] [style] " ] || fail "its sections changed"
grep -vxE '#.*|\[(tests|style)\]|[a-z0-9][a-z0-9+.-]+ {2,}[^ ].*' "$root/cmake/packages.txt" >out &&
    fail "lines that are neither comment nor package and reason"
[ -z "$(sort all | uniq -d)" ] || fail "named twice: $(sort all | uniq -d | tr '\n' ' ')"

# ./loop rebuilds if any of its sources is newer.
for folder in $(sed -n 's/^add_subdirectory(\(.*\))$/\1/p' "$root/CMakeLists.txt"); do
    grep -qE "^ .*\b$folder\b" "$root/loop" || fail "./loop does not look at $folder"
done
finish
