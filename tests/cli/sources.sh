# loop check and loop compile: files, stdin, several files, problems.
. "$(dirname -- "$0")/support.sh"

program good </dev/null
printf 'int main() { \\EXCHANG(1, 1, 2); }\n' >bad.loop
expect 0 "$loop" check good.loop
is_silent out
is_silent err
printf '#include <cstdio>\nint main() { std::puts("hello"); }\n' >plain.loop
expect 0 "$loop" check plain.loop
err_has 'plain.loop has no constructs, so there is nothing to check'
expect 3 "$loop" check good.loop bad.loop
err_has 'bad.loop:1:14: error:'
expect 0 sh -c "'$loop' check - < good.loop"
expect 3 sh -c "'$loop' check - < bad.loop"
err_has '<stdin>:1:14: error:'

expect 0 "$loop" compile good.loop
out_has 'loop::open0(&nodes, &me, &host, &size, 0);'
out_has '#line 1 "good.loop"'
expect 0 "$loop" compile good.loop -o good.cpp
is_silent out
[ -s good.cpp ] || fail "no good.cpp"
expect 0 "$loop" compile good.loop --no-line
out_lacks '#line'
expect 3 "$loop" compile bad.loop -o bad.cpp
[ ! -e bad.cpp ] || fail "bad.cpp was written"
expect 7 "$loop" compile good.loop -o /dev/full
expect 7 "$loop" compile good.loop -o none/good.cpp
for dump in --dump-ast --dump-program; do
    expect 0 "$loop" check good.loop $dump
    [ -s out ] || fail "$dump prints nothing"
done

# The output must not be the input, also under another name.
cp good.loop kept.loop
ln -s good.loop link.cpp
ln good.loop hard.cpp
for output in good.loop ./good.loop link.cpp hard.cpp; do
    expect 2 "$loop" compile good.loop -o "$output"
    err_has "error: \`$output\` is the source itself"
    expect 2 "$loop" build good.loop -o "$output"
    err_has "error: \`$output\` is the source itself"
done
expect 2 sh -c "'$loop' compile - -o good.loop < good.loop"
cp good.loop bare
expect 2 "$loop" build bare
cmp -s good.loop kept.loop || fail "the source was overwritten"
cmp -s good.loop bare || fail "the source without an extension was overwritten"

# All files are reported, and the worst exit code is returned.
expect 7 "$loop" check none.loop /tmp good.loop bad.loop
err_has 'cannot read `none.loop`'
err_has 'cannot read `/tmp`'
err_has 'bad.loop:1:14: error:'
expect 7 "$loop" check none.loop good.loop
expect 3 "$loop" check good.loop bad.loop good.loop

# File names.
newline=$(printf 'a\nb.loop')
cp good.loop "$newline"
for verb in check compile build run; do
    expect 2 "$loop" $verb "$newline"
    err_has 'error: the file name `a\x0ab.loop` has a control character'
done
long=$(printf '%0245d' 0)
cp good.loop "$long.loop"
expect 0 "$loop" compile "$long.loop" -o "$long.cpp"
[ -s "$long.cpp" ] || fail "no file with a long name"

# Any bytes are safe.
head -c 100000 /dev/urandom >noise.loop
"$loop" check noise.loop >out 2>err
case $? in 0 | 3) ;; *) fail "noise returned $?" ;; esac
expect 3 "$loop" run bad.loop
err_has 'bad.loop was not built'
finish
