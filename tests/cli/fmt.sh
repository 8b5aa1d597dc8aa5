# loop fmt: lays out the heads of constructs.
. "$(dirname -- "$0")/support.sh"

program loose <<'EOF'
    \EXCHANGE( 8,1 ,2 ) ;
    if( me==0 )puts( "host code" ) ;
EOF
cp loose.loop before.loop
expect 1 "$loop" fmt --check loose.loop
err_has "loose.loop is not formatted"
cmp -s loose.loop before.loop || fail "--check wrote the file"
expect 0 "$loop" fmt --diff loose.loop
out_has '-    \EXCHANGE( 8,1 ,2 ) ;'
out_has '+    \EXCHANGE(8, 1, 2);'
cmp -s loose.loop before.loop || fail "--diff wrote the file"
expect 1 "$loop" fmt --diff --check loose.loop
"$loop" fmt - <loose.loop >piped.loop || fail "stdin was not formatted"
expect 0 "$loop" fmt loose.loop
cmp -s loose.loop piped.loop || fail "a file and stdin differ"
grep -qxF '    \EXCHANGE(8, 1, 2);' loose.loop || fail "the head was not laid out"
grep -qxF '    if( me==0 )puts( "host code" ) ;' loose.loop || fail "host code was changed"
expect 0 "$loop" fmt --check loose.loop

# A file that is laid out already is not written: programs that depend on it are not built again.
touch -d '2020-01-01' loose.loop
expect 0 "$loop" fmt loose.loop
[ -z "$(find loose.loop -newermt '2021-01-01')" ] || fail "an unchanged file was written"

# Mistakes: the file stays as it is; the other files are laid out.
program wrong <<'EOF'
    \EXCHANGE( 8 ,1 , 2, 3, 4, 5 );
EOF
cp wrong.loop wrong.before
cp before.loop loose.loop
expect 3 "$loop" fmt wrong.loop loose.loop
err_has "argument-kind"
err_has '`wrong.loop` was not formatted'
cmp -s wrong.loop wrong.before || fail "a program with mistakes was changed"
cmp -s loose.loop piped.loop || fail "the other file was not formatted"

expect 7 "$loop" fmt absent.loop
expect 2 "$loop" fmt --diff - </dev/null

# Behind a link, the file is written; the link and the file's mode stay. What the shell has redirected is written, too.
printf 'int main() {\n    int nodes, me, host, size;\n    \\OPEN0(&nodes,&me,&host,&size,0);\n    \\CLOSE0();\n}\n' >named.loop
chmod 640 named.loop
ln -s named.loop link.loop
expect 0 "$loop" fmt link.loop
[ -L link.loop ] || fail "the link was replaced"
grep -qF '\OPEN0(&nodes, &me, &host, &size, 0);' named.loop || fail "the file behind the link is not laid out"
[ "$(stat -c %a named.loop)" = 640 ] || fail "the mode of the file changed"
ln -s /proc/self/fd/1 written
"$loop" compile named.loop -o written >redirected 2>err || fail "the compiler cannot write to a redirected stdout"
[ -L written ] || fail "the link to stdout was replaced"
grep -q 'loop::open0' redirected || fail "stdout has no program"

# Host code, by clang-format
has clang-format "host code" || finish
printf 'BasedOnStyle: LLVM\nIndentWidth: 4\n' >.clang-format
cp before.loop loose.loop
expect 0 "$loop" fmt --host loose.loop
grep -qxF '        puts("host code");' loose.loop || fail "host code was not laid out"
grep -qxF '    \EXCHANGE(8, 1, 2);' loose.loop || fail "the head was not laid out"
expect 0 "$loop" fmt --host --check loose.loop
cat >sorted.loop <<'EOF'
// a
namespace a { int b; }
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 0);
    \CLOSE0();
}
EOF
printf 'BasedOnStyle: LLVM\nCompactNamespaces: false\nFixNamespaceComments: true\nShortNamespaceLines: 0\n' >.clang-format
cp sorted.loop sorted.before
expect 1 "$loop" fmt --host sorted.loop
err_has "clang-format changes more than whitespace: the program would change at"
cmp -s sorted.loop sorted.before || fail "a change of comments was written"
finish
