# An OTF2 archive of a program without LOOP, recorded by EZTrace: the imported counts are those of the program.
# $1 the loop command, $2 mpich or openmpi: Debian's EZTrace has a module for each.
loop=$1
mpi=$2
here=$(cd "$(dirname -- "$0")" && pwd)
work=$(mktemp -d) || exit 1
cd "$work" || exit 1
trap 'cd /; rm -rf "$work"' EXIT
export TMPDIR="$work" OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
fail() { printf 'FAILED: %s\n' "$*"; cat log; head -n 20 rows/messages.csv 2>/dev/null; exit 1; }
for tool in eztrace "mpicxx.$mpi" "mpiexec.$mpi"; do
    command -v "$tool" >/dev/null 2>&1 || fail "$tool is not installed; cmake/packages.txt lists its package"
done

"mpicxx.$mpi" -O1 "$here/foreign_program.cpp" -o foreign >log 2>&1 || fail "the program does not build"
"mpiexec.$mpi" -n 4 eztrace -t "$mpi" -o recorded ./foreign >log 2>&1 </dev/null
archive=recorded/foreign_trace/eztrace_log.otf2
[ -f "$archive" ] || fail "EZTrace recorded nothing"

"$loop" trace "$archive" --to csv -o rows >log 2>&1 || fail "loop trace returned $?"
# rank,time_ns,event,site_kind,construct,name,file,line,partner,bytes,tag,communicator
is() { [ "$2" = "$3" ] || fail "$1: $2, not $3"; }
is "messages sent" "$(awk -F, '$3 == "send"' rows/events.csv | wc -l)" 32
is "bytes sent" "$(awk -F, '$3 == "send" { n += $10 } END { print n }' rows/events.csv)" 41148
is "received" "$(awk -F, '$3 == "receive"' rows/events.csv | wc -l)" 12
is "collectives" "$(awk -F, '$3 == "collective"' rows/events.csv | wc -l)" 16
# sender,receiver,communicator,tag,bytes,sent_ns,received_ns,transit_ns,...
is "blocking messages with both ends" "$(awk -F, 'NR > 1 && $4 != 9 && $6 != "" && $7 != ""' rows/messages.csv | wc -l)" 12
is "in the split communicators" "$(awk -F, '$4 == 3 { print $1 ">" $2 }' rows/messages.csv | sort | tr '\n' ' ')" "2>0 3>1 "
# EZTrace does not record when MPI_Waitall completes a receive; a remark says so.
grep -q '20 posted receives' log || fail "nothing is said of the receives whose end EZTrace does not tell"
# Its sheet is like that of a run, without a verdict.
"$loop" report "$archive" -o sheet.html >log 2>&1 || fail "loop report returned $?"
grep -q 'MPI_Allreduce' sheet.html || fail "the sheet knows nothing of MPI_Allreduce"
"$loop" report "$archive" --figure spacetime --format svg -o figure.svg >log 2>&1 || fail "loop report --figure returned $?"
grep -q '</svg>' figure.svg || fail "no figure"
"$loop" report "$archive" --format text >sheet.txt 2>log || fail "loop report --format text returned $?"
grep -q 'eztrace_log' sheet.txt || fail "the sheet does not tell the archive's name"
head -c 60 "$archive" >broken.otf2
"$loop" report broken.otf2 >log 2>&1
is "exit code of a broken archive" "$?" 7
grep -q 'cannot be imported' log || fail "a broken archive is not told"

# Exported again, it can be read without warnings.
"$loop" trace "$archive" --to otf2 -o again >log 2>&1 || fail "loop trace --to otf2 returned $?"
otf2-print again/traces.otf2 >printed 2>log || fail "otf2-print returned $?"
[ -s log ] && fail "otf2-print warns"
is "messages sent again" "$(grep -cE '^MPI_I?SEND ' printed)" 32
exit 0
