# loop compile --plain: options that do not fit, what the program prints, its arguments, and its exit codes, with both MPIs.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich
needs mpicxx.openmpi

cat >talk.loop <<'TALK'
#include <string>
\PARAM(int size = 7, "elements")
\PARAM(double factor = 0.5, "a factor")
\PARAM(std::string name = "one two", "a \"name\"")
\PARAM(bool fails = false, "whether rank 1 fails")
static const int twice = 2;
int main() {
    int nodes, me, host, n;
    \OPEN0(&nodes, &me, &host, &n, 1000);
    \REQUIRE(factor < 10, "a factor below 10; it is " + std::to_string(factor))
    \VEC(double) x;
    \INIT_ARRAY(x, twice);
    double sum = 0;
    \LOOP (3) \PHASE("talk") \EXCHANGE(8, 1, 2);
    \SCALPROD(sum, x, x);
    \VERIFY(!fails || me != 1, "rank 1 does not fail")
    \VERIFY(sum == 4.0 * n, "the sum is exact")
    \RESULT("sum", "apples", sum)
    \RESULT("rank", "", me)
    if (me == 0) \NOTE(name)
    \CLOSE0();
    return 0;
}
TALK

# Options that do not fit, and programs without a plain form.
for option in --no-line --dump-ast --dump-program "--machine local"; do
    expect 2 "$loop" compile --plain talk.loop $option
    err_has "error: --plain excludes ${option% *}"
done
expect 0 "$loop" compile --help
out_has 'loop compile --plain ring.loop -o ring.cpp'
printf 'int main() { int a, b, c, d; \\OPEN0(&a, &b, &c, &d, 0);\n\\PINGPONG();\n\\CLOSE0(); }\n' >kernel.loop
expect 3 "$loop" compile --plain kernel.loop -o kernel.cpp
err_has 'kernel.loop:2:1: error: `\PINGPONG` has no form without LOOP'
err_has '[plain-kernel]'
[ ! -e kernel.cpp ] || fail "a program with a kernel was written"
expect 0 "$loop" explain plain-kernel

# The same bytes in every run; a compiler's own warnings are errors.
expect 0 "$loop" compile --plain talk.loop -o talk.cpp
expect 0 "$loop" compile --plain talk.loop
cmp -s out talk.cpp || fail "a second run wrote other bytes"
if grep -qE '#line|<loop/' talk.cpp; then fail "the plain program needs LOOP"; fi

for mpi in mpich openmpi; do
    expect 0 "mpicxx.$mpi" -std=c++17 -Wall -Wextra -Werror -O1 talk.cpp -o talk
    start="mpiexec.$mpi"
    [ "$mpi" = mpich ] || start="$start --allow-run-as-root --oversubscribe"
    started() { # CODE RANKS ARGUMENT...
        code_wanted=$1 ranks=$2
        shift 2
        expect "$code_wanted" timeout -k 2 60 $start -n "$ranks" ./talk "$@"
    }

    started 0 3
    out_has '3 ranks, '
    out_has '  phase talk: '
    out_has ' s on rank 0, calls: 3'
    out_has '  operations: 42, '
    out_has '  result sum: 28 apples (all ranks)'
    out_has '  result rank: 1 (rank 1)'
    out_has '  note: one two (rank 0)'
    out_has '  checks: 6, failed: 0'
    started 0 1 size=3 name=x
    out_has '1 rank, '
    out_has '  result sum: 12 apples (rank 0)'
    out_has '  note: x (rank 0)'

    # All ranks finish, also if one finds that a check fails.
    started 1 3 fails=yes
    err_has 'rank 1: verification failed: rank 1 does not fail'
    out_has '  checks: 6, failed: 1'
    started 2 3 factor=11
    err_has 'error: required: a factor below 10; it is 11.0'

    # Arguments.
    started 0 2 --help
    out_has 'name=value'
    out_has 'size=7'
    out_has 'name=one two'
    out_has 'a "name"'
    out_has 'iterations=10'
    [ "$(grep -c usage out)" = 1 ] || fail "more than one rank prints the help"
    [ "$mpi" = mpich ] || break # the same code reads them
    for bad in size=x size=-1 size=1.5 size=99999999999 size= factor=1,5 factor=x fails=perhaps iterations=-3; do
        started 2 2 "$bad"
        err_has "is not a value of \`${bad%%=*}\`"
        [ "$(grep -c 'is not a value' err)" = 1 ] || fail "more than one rank reports $bad"
    done
    for unknown in sizes=3 size --size=3 =3 ''; do
        started 2 2 "$unknown"
        err_has "error: unknown argument \`$unknown\`"
    done
    started 2 2 size=3 size=4
    err_has 'error: `size` is given twice'
done

# Before main, a function cannot read parameters: an error, not a default that looks like an answer.
sed 's/= 2;/= []() -> int { \\PARAM(int late = 2, "read too early") return late; }();/' talk.loop >early.loop
expect 0 "$loop" compile --plain early.loop -o early.cpp
expect 0 mpicxx.mpich -std=c++17 -Wall -Wextra -Werror early.cpp -o early
expect 2 timeout 60 mpiexec.mpich -n 2 ./early late=3
err_has 'error: `late` is used before main reads the arguments'

# main with parameters reads other arguments itself; parameters may be needed before main.
cat >own.loop <<'OWN'
#include <cstring>
#include <vector>
\PARAM(int rows = 8, "rows")
namespace grid {
\PARAM(int depth = rows + 1, "in a namespace")
}
static std::vector<double> edge(rows);
int main(int count, char* words[]) {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 1000);
    \VERIFY(static_cast<int>(edge.size()) == rows && rows == 5 && grid::depth == 6, "the argument came early")
    \VERIFY(count == 4 && std::strcmp(words[1], "--mine") == 0, "its own arguments")
    \CLOSE0();
    return count == 4 ? 0 : 9;
}
OWN
expect 0 "$loop" compile --plain own.loop -o own.cpp
expect 0 mpicxx.mpich -std=c++17 -Wall -Wextra -Werror own.cpp -o own
expect 0 timeout 60 mpiexec.mpich -n 2 ./own --mine rows=5 other=3
out_has '  checks: 4, failed: 0'
expect 2 timeout 60 mpiexec.mpich -n 2 ./own rows=x
finish
