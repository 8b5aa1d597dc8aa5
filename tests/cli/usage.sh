# Help, and messages about invalid command lines.
. "$(dirname -- "$0")/support.sh"

expect 0 "$loop" --help
[ "$(head -n 1 out)" = 'usage: loop VERB [ARGUMENT...] [OPTION...]' ] || fail "help does not begin with its usage"
out_has examples:
out_line 'Measure and compare:'
verbs=$(sed -n '/^Measure/,$s/^  \([a-z][a-z]*\)  .*/\1/p' out)
[ "$(echo "$verbs" | wc -l)" -ge 26 ] || fail "help does not list all verbs: $verbs"
for verb in '' $verbs; do
    expect 0 "$loop" $verb --help
    wide=$(awk 'length > 80' out)
    [ -z "$wide" ] || fail "\`loop $verb --help\` is wider than 80 columns: $wide"
    head -n 1 out | grep -q '^usage: loop ' || fail "\`loop $verb --help\` has no usage line"
done
expect 0 "$loop" --help
out_has "loop run fingerprint"
is_silent err
expect 0 "$loop" run --help
[ "$(head -n 1 out)" = 'usage: loop run FILE|NAME [OPTION...]' ] || fail "help of run does not begin with its usage"
out_has "--set NAME=VALUE"
expect 0 "$loop" --version
out_line 'loop [0-9]+\.[0-9]+\.[0-9]+'
expect 2 "$loop"
err_has examples:
is_silent out

expect 2 "$loop" chek x.loop
err_has 'error: unknown verb `chek`'
err_has 'hint: did you mean `check`?'
expect 2 "$loop" ru

# What people type who know other tools.
for guess in -np --nprocs; do
    expect 2 "$loop" run fingerprint $guess 2
    err_has "error: unknown option \`$guess\`"
    err_has 'hint: write `--ranks`'
done
for guess in --runs --repeat --reps; do
    expect 2 "$loop" run fingerprint -n 2 $guess 3
    err_has 'hint: write `--launches`'
done
expect 2 "$loop" sweep fingerprint -n 1,2 --weak
err_has 'hint: write `--scaled`'
expect 2 "$loop" machine lst
err_has 'error: ACTION: `lst` is not one of list, show, check, detect, prepare; did you mean `list`?'
expect 2 "$loop" version
err_has 'hint: write `loop --version`'
expect 2 "$loop" help apex
err_has 'hint: did you mean `apexmap`?'
mkdir one
expect 7 "$loop" compare one
: >plain
expect 7 "$loop" run fingerprint -n 1 -o plain/results
err_has 'error: cannot write to the folder `'
err_has 'plain`: Not a directory'
if grep -q compiling err; then fail "a folder that cannot be written is noticed after the build"; fi
expect 7 "$loop" sweep fingerprint -n 1 -o plain/results
err_has 'plain`: Not a directory'
expect 2 "$loop" run x.loop --itertions 3
err_has 'error: unknown option `--itertions`'
err_has 'hint: did you mean `--iterations`?'
expect 2 "$loop" run --sise=3 x.loop
err_has 'hint: did you mean `--size`?'
expect 2 "$loop" check
err_has 'see `loop check --help`'
err_has 'error: FILE is missing'
expect 2 "$loop" run
err_has 'error: FILE|NAME is missing'
for seconds in 0 -1 nan inf; do
    expect 2 "$loop" run x.loop --timeout $seconds
    err_has "error: --timeout: \`$seconds\` is not a time of more than 0 s and at most 1e+08 s"
done
expect 2 "$loop" run x.loop --timeout 3d
err_has 'error: --timeout: `3d` is not a time, such as 90, 90s, 10m, or 2h'
expect 2 "$loop" run x.loop -n abc
err_has 'error: --ranks: `abc` is not a number'
expect 2 "$loop" run x.loop -n 1.5
err_has 'error: --ranks: `1.5` is not a whole number'
expect 2 "$loop" run x.loop -n 0
expect 2 "$loop" run x.loop -n two
expect 2 "$loop" run x.loop --timeout -1
expect 2 "$loop" --color sometimes list
expect 2 "$loop" explain NO_SUCH_THING
expect 0 "$loop" help
out_has 'the predefined workloads and their parameters'
expect 0 "$loop" help run
out_has '--iterations K'
"$loop" run --help | cmp -s - out || fail '`loop help run` is not `loop run --help`'
expect 0 "$loop" help exchange
out_has '\EXCHANGE(size, distance, partners'
expect 0 "$loop" help language
cmp -s out "$here/../../docs/language.md" || fail '`loop help language` is not docs/language.md'
expect 0 "$loop" help docs/record.md # as messages say it
cmp -s out "$here/../../docs/record.md" || fail '`loop help docs/record.md` is not docs/record.md'
# Former names of documents.
for names in compare-format:comparing campaign-format:sweeps fattree:1994 artifact.md:bundles docs/count.md:record; do
    expect 0 "$loop" help "${names%:*}"
    cmp -s out "$here/../../docs/${names#*:}.md" || fail "\`loop help ${names%:*}\` is not docs/${names#*:}.md"
done
expect 0 "$loop" help --documents
out_has machine-profile
expect 0 "$loop" help --pages
out_has 'run-format      loop-run       5'
expect 2 "$loop" help runn
err_has 'error: no help about `runn`'
err_has 'hint: did you mean `run`?'
expect 2 "$loop" run one.loop two.loop
expect 2 "$loop" list --verbose --quiet
expect 2 "$loop" run no-such-workload
err_has 'error: `no-such-workload` is neither a file nor a workload'
expect 7 "$loop" check none.loop
err_has 'error: cannot read `none.loop`: No such file or directory'
err_has 'hint: give a `.loop` file, or one of the predefined workloads (`loop list`)'
echo 'int main() {}' >nine.loop

# Programs without constructs: what to add, or how to check them unchanged.
printf '#include <mpi.h>\nint main(int argc, char** argv) { MPI_Init(&argc, &argv); MPI_Finalize(); }\n' >plain.c
expect 2 "$loop" run plain.c -n 2
err_has 'plain.c has no constructs, so LOOP measures nothing'
err_has '`\OPEN0();`'
err_has '`loop record -- mpiexec -n 4 ./plain`'
printf "program ring ! it doesn't measure\nend program\n" >ring.F90
expect 2 "$loop" run ring.F90
err_has '`ring.F90` is in Fortran, but LOOP compiles C++'
err_has 'build it with `mpifort -g -o ring ring.F90`, and check it unchanged: `loop record -- mpiexec -n 4 ./ring`'
# Commands in messages are quoted as a shell needs it.
mkdir 'a folder'
cp plain.c 'a folder/my program.c'
cp ring.F90 'a folder/my ring.F90'
cp "$loop" 'a folder/my binary'
expect 2 "$loop" run 'a folder/my program.c'
err_has "\`loop record -- mpiexec -n 4 './my program'\`"
expect 2 "$loop" run 'a folder/my ring.F90'
err_has "\`mpifort -g -o 'my ring' 'a folder/my ring.F90'\`, and check it unchanged: \`loop record -- mpiexec -n 4 './my ring'\`"
expect 2 "$loop" run 'a folder/my binary'
err_has "\`loop record -- mpiexec -n 4 './my binary'\`"
cp "$(command -v env)" 'a folder/my tool'
expect 2 "$loop" record -- env 'a folder/my tool'
err_has "\`--program 'a folder/my tool'\`"
expect 0 "$loop" machine detect -o 'a folder/my machine.toml'
err_has "try it: loop machine check 'a folder/my machine.toml'"
expect 2 "$loop" run "$loop"
err_has 'is a program, not a source'
err_has 'any MPI program is checked unchanged by `loop record -- mpiexec -n 4 ./loop`'
expect 7 "$loop" check ./nin.loop
err_has 'hint: did you mean `./nine.loop`?'
expect 7 "$loop" check .
for subject in EXCHANGE exchange '\exchange' '[rank-dependent]' Rank-Dependent; do
    expect 0 "$loop" explain "$subject"
    is_silent err
done
expect 2 "$loop" explain exchang
err_has 'hint: did you mean `\EXCHANGE`?'
expect 0 "$loop" explain
grep -q '^\\EXCHANGE  *exchanges messages with partners on both sides$' out || fail 'no summary of EXCHANGE'
out_has 'communication that some ranks may not reach, or not equally often'
expect 0 "$loop" list --machines
out_has local-openmpi

# No color unless stdout is a terminal, or on request.
printf 'int main() { \\NOPE(); }\n' >bad.loop
expect 3 "$loop" check bad.loop
if grep -q "$(printf '\033')" err; then fail "colour in a file"; fi
expect 3 "$loop" check bad.loop --color always
grep -q "$(printf '\033')" err || fail "no colour though asked for"
expect 7 sh -c "'$loop' --help > /dev/full"
err_has "No space left on device"

# An empty value, such as of a variable that is not set, turns no option off.
for option in --budget --timeout --until --machine --ranks; do
    expect 2 "$loop" sweep ring -n 1 --dry-run $option ""
    err_has "error: $option: needs a value"
done
expect 2 "$loop" compare one two --fail-if-slower ""
err_has 'error: --fail-if-slower: needs a value'
for seed in 0 -3 false; do
    expect 2 "$loop" run ring --dry-run --strict=$seed
    err_has '`--strict=SEED` needs a seed of at least 1'
done
expect 0 "$loop" run fingerprint --dry-run --strict=7
finish
