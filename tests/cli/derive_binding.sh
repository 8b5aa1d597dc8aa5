# `loop derive --launches`: LOOP binds the ranks of the derived program if it binds those of the original.
. "$(dirname -- "$0")/support.sh"
needs mpicxx.mpich
export LOOP_CORES="$work/cores" # no other run holds cores of this set
unset OMP_PROC_BIND OMP_PLACES HYDRA_BINDING HYDRA_MAPPING
[ "$(nproc)" -ge 2 ] || { leave_out "binding: there is one core"; finish; }

# A launcher that writes down whether LOOP gives the ranks cores of their own.
cat >watched.toml <<END
name = "watched"
description = "this machine, with a launcher that keeps the parameters"
[build]
compiler = ["mpicxx.mpich"]
flags = ["-std=c++17", "-O2", "-g"]
[launch]
command = ["$work/launcher", "{directory}", "-n", "{ranks}", "{program}"]
END
cat >launcher <<END
#!/bin/sh
if grep -q '^cores ' "\$1/parameters"; then echo bound; else echo unbound; fi >>"$work/launched"
shift
exec mpiexec.mpich "\$@"
END
chmod +x launcher

# derived_is bound|unbound RUN: in each launch of the program that is derived from the run.
derived_is() {
    rm -f launched
    expect 0 "$loop" derive "$2" --launches 1 --machine ./watched.toml -o "$2.loop"
    err_lacks 'cannot be launched again'
    [ "$(sort -u launched)" = "$1" ] || fail "the program that is derived from $2 is not always $1: $(cat launched)"
}

mpicc.mpich -o ring "$here/recorded_ring.c" || fail "the program does not compile"
expect 0 "$loop" record -o free -- mpiexec.mpich -n 2 ./ring
derived_is unbound free
expect 0 "$loop" record -o fixed -- mpiexec.mpich -bind-to core -n 2 ./ring
derived_is bound fixed
expect 0 "$loop" record -o loose -- mpiexec.mpich -bind-to none -n 2 ./ring
derived_is unbound loose

program talk <<'EOP'
    for (int i = 0; i < 9; ++i) \EXCHANGE(64, 1, 1, RING: true);
EOP
sed -i 's/&size, 0)/\&size, 1000)/' talk.loop
expect 0 "$loop" run talk.loop -n 2 -o usual
derived_is bound usual
expect 0 "$loop" run talk.loop -n 2 --bind none -o unbound
derived_is unbound unbound
finish
