# `loop new`: what it writes runs at once, for every example.
. "$(dirname -- "$0")/support.sh"
expect 0 "$loop" new "a folder/mine" --from ring
err_has 'next: cd'
cmp -s "a folder/mine/mine.loop" "$here/../../examples/ring.loop" || fail 'the program is not the example'
for file in README.md CMakeLists.txt test.sh; do
    grep -q mine "a folder/mine/$file" || fail "$file does not name the program"
    if grep -q '[{][{0-9]' "a folder/mine/$file"; then fail "$file has a place that was not filled in"; fi
done
expect 0 env LOOP="$loop" sh "a folder/mine/test.sh"
expect 7 "$loop" new "a folder/mine"
err_has 'is not empty'
expect 2 "$loop" new 2fast
err_has 'cannot be the name of a program'
expect 2 "$loop" new other --from rign
err_has 'did you mean `ring`?'
[ ! -e other ] || fail 'a refused name leaves a folder'
for example in $(ls "$here/../../examples" | sed -n 's/\.loop$//p'); do
    expect 0 "$loop" new "of_$example" --from "$example"
    expect 0 "$loop" check "of_$example/of_$example.loop"
done
finish
