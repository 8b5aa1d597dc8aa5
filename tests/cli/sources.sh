# check and compile: files, stdin, several at once, problems.
. "$(dirname -- "$0")/support.sh"

program good </dev/null
printf 'int main() { \\EXCHANG(1, 1, 2); }\n' >bad.loop
expect 0 "$loop" check good.loop
is_silent out
is_silent err
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

# Any bytes are safe.
head -c 100000 /dev/urandom >noise.loop
"$loop" check noise.loop >out 2>err
case $? in 0 | 3) ;; *) fail "noise returned $?" ;; esac
expect 3 "$loop" run bad.loop
err_has 'bad.loop is not built'
finish
