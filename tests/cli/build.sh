# build: a program for any mpiexec; the C++ compiler's errors speak of the .loop file.
. "$(dirname -- "$0")/support.sh"
needs mpiexec.mpich

program ring <<'EOF'
    \EXCHANGE(bytes, 1, 2);
    if (me == 0) printf("bytes %d\n", bytes);
EOF
expect 0 "$loop" build ring.loop
expect 0 mpiexec.mpich -n 2 ./ring --set bytes=7
out_has "bytes 7"
expect 0 ./ring --help
out_has bytes
expect 0 "$loop" build ring.loop -o other
[ -x other ] || fail "no program"
expect 7 "$loop" build ring.loop -o none/ring

program wrong <<'EOF'
    int x = undeclared;
EOF
expect 4 "$loop" build wrong.loop
err_has "wrong.loop:10:13: error:"
err_has "   10 |     int x = undeclared;"
err_has "      |             ^"
err_has "error: the C++ compiler rejects wrong.loop"

cat >no-compiler.toml <<'EOF'
name = "none"
[build]
compiler = ["mpicxx.none"]
package = "libnone-dev"
[launch]
command = ["mpiexec.none", "{ranks}", "{program}"]
package = "none"
EOF
expect 4 "$loop" build ring.loop --machine ./no-compiler.toml
err_has "apt-get install libnone-dev"
sed 's/mpicxx.none/mpicxx.mpich/' no-compiler.toml >no-launcher.toml
expect 5 "$loop" run ring.loop --machine no-launcher.toml
err_has "apt-get install none"
expect 2 "$loop" build ring.loop --machine locl
err_has 'did you mean `local`?'
finish
