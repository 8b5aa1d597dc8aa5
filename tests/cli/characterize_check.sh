# loop characterize of programs, which it traces, and --check, which compares a stream with that of its program.
. "$(dirname -- "$0")/support.sh"
needs mpiexec.mpich
needs valgrind
needs cc

# Four ranks, one of which sweeps over its words instead of reading them at random. A trace of a program of LOOP takes most
# of a minute, so there is only one here; tests/locality tests all sentences.
awk 'BEGIN { srand(1); for (i = 0; i < 5000; ++i) printf "%d 8\n", 1048576 + 8 * int(512 * rand()) }' >random.txt
awk 'BEGIN { for (i = 0; i < 5000; ++i) printf "%d 8\n", 1048576 + 8 * (i % 512) }' >sweep.txt
expect 0 "$loop" characterize --check random.txt random.txt random.txt sweep.txt -o alike.loop
out_has "rank 3: another locality than the program, which describes all ranks together."
out_lacks "rank 2: another locality"
out_lacks "time per word"
grep -q "^original  .* 5000\$" out || fail "the original has other words"
grep -q "^program  .* 5000  " out || fail "the program reads other words"
[ -s alike.loop ] || fail "the program was not written"

# A program, with its arguments; options after -- are its own.
cc -O1 -static "$here/gather.c" -o gather || fail "no C compiler"
expect 0 "$loop" characterize --json -o traced.loop -- ./gather --json 3000
err_has "sum 0"
grep -q "locality of ./gather --json 3000" traced.loop || fail "the program does not name its origin"

# What cannot be traced or compared.
expect 5 "$loop" characterize -- ./gather
err_has 'error: `./gather` ended with exit code 9 under valgrind'
expect 5 "$loop" characterize -- ./absent 1
err_has 'error: cannot start `./absent`: there is no such program'
expect 2 "$loop" characterize --check --
err_has 'must be followed by a program'
expect 2 "$loop" characterize random.txt -- ./gather -n 1
err_has 'a program after `--` is traced as one stream'
expect 2 "$loop" characterize --owned random.txt -- ./gather -n 1
err_has 'a program after `--` is traced as one stream'
expect 2 "$loop" check -- random.txt
err_has 'unknown option `--`'
mkdir empty
expect 5 env PATH="$work/empty" "$loop" characterize -- ./gather -n 1
err_has 'cannot start `valgrind`'
finish
