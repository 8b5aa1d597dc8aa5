#!/bin/sh
# reframe.sh LOOP ROOT SCRATCH: ReFrame runs the class of tests in cmake/package/reframe: a valid run passes, and an INVALID
# one fails with its reason. REFRAME in the environment is the command, if it is not `reframe`.
set -eu
loop=$1 root=$2 scratch=$3
reframe=${REFRAME:-reframe}
fail() { echo "reframe.sh: $*" >&2; exit 1; }
skip() { echo "SKIP: $*"; exit 77; }
command -v "${reframe%% *}" >/dev/null 2>&1 || skip "ReFrame is not installed"
command -v mpiexec.mpich >/dev/null 2>&1 || skip "mpiexec.mpich is not installed"
rm -rf "$scratch"
mkdir -p "$scratch/bin"
cd "$scratch"
ln -s "$loop" bin/loop
printf '#!/bin/sh\nexec mpiexec.mpich "$@"\n' >bin/mpiexec
chmod +x bin/mpiexec
cat >settings.py <<'.'
site_configuration = {
    "systems": [{"name": "here", "hostnames": [".*"], "partitions": [
        {"name": "all", "scheduler": "local", "launcher": "mpiexec", "environs": ["default"]}]}],
    "environments": [{"name": "default"}],
}
.
cat >wrong.loop <<'.'
int main() {
    int nodes, me, host, size;
    \OPEN0(&nodes, &me, &host, &size, 10);
    \VERIFY(me < 0, "never")
    \CLOSE0();
}
.
cat >own.py <<.
import sys
sys.path.append("$root/cmake/package/reframe")
import reframe as rfm
from loop_workload import LoopWorkload


@rfm.simple_test
class halo(LoopWorkload):
    workload = "$root/examples/halo.loop"
    ranks = 3
    arguments = ["--size", "100", "--set", "rows=10"]
    reference = {"here:all": {"seconds": (100, None, 0.05, "s")}}


@rfm.simple_test
class wrong(LoopWorkload):
    workload = "$scratch/wrong.loop"
.
# run FILE OPTION...: what ReFrame says of the tests of a file.
run() {
    PATH="$scratch/bin:$PATH" HOME=$scratch PYTHONDONTWRITEBYTECODE=1 \
        $reframe --nocolor --prefix "$scratch/out" -C settings.py -c "$@" -r >said 2>&1
}
run "$root/cmake/package/reframe/loop_workload.py" || { cat said; fail "the predefined workload fails"; }
grep -q 'P: seconds: [0-9.]* s' said || { cat said; fail "ReFrame does not have the time of the workload"; }
run own.py -n halo || { cat said; fail "a program of one's own fails"; }
grep -q -- '-n 3 ./program .* --set rows=10' out/output/here/all/default/halo/rfm_job.sh || fail "the job does not have the arguments"
if run own.py -n wrong; then cat said; fail "an INVALID run passes"; fi
grep -q 'never. does not hold' said || { cat said; fail "the failure does not say why"; }
echo "all good"
