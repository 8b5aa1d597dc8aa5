# Simulated machines: messages and collective operations of large data, on any number of ranks; one-sided calls.
. "$(dirname -- "$0")/support.sh"
needs smpirun
needs smpicxx

# SimGrid's choice for MPICH exchanges large blocks in pairs if the number of ranks is odd, and ends the program then.
program exchanged <<'EOP'
    std::vector<char> out(static_cast<std::size_t>(bytes) * nodes, static_cast<char>(me)), in(out.size());
    \PHASE("construct") \ALLTOALL(bytes);
    \PHASE("host code") MPI_Alltoall(out.data(), bytes, MPI_BYTE, in.data(), bytes, MPI_BYTE, MPI_COMM_WORLD);
    for (int rank = 0; rank < nodes; ++rank) \VERIFY(in[static_cast<std::size_t>(rank) * bytes] == rank, "the block of each rank")
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_BYTE, out.data(), bytes, MPI_BYTE, MPI_COMM_WORLD);
    \VERIFY(out[0] == 0, "the block of rank 0, in place")
EOP
sed -i '2i #include <vector>' exchanged.loop

seconds_of() { # RUN: of the phases
    python3 -c 'import json, sys
print(*(phase["seconds"] for phase in json.load(open(sys.argv[1] + "/run.json"))["simulated"]["phases"]))' "$1"
}
for ranks in 3 5 6; do
    expect 0 "$loop" run exchanged.loop -n $ranks --machine fattree-1024 --verify --set bytes=1000000 -o "exchanged-$ranks"
done
# Each of p ranks sends p - 1 blocks of 1 MB one after the other, at 12.5 GB/s and 2 us or less each, as on an even number.
python3 - "$(seconds_of exchanged-3)" "$(seconds_of exchanged-5)" "$(seconds_of exchanged-6)" <<'EOP' || fail "an exchange takes the wrong time"
import sys
for ranks, words in zip((3, 5, 6), sys.argv[1:]):
    for seconds in map(float, words.split()):
        assert abs(seconds / ((ranks - 1) * 80e-6) - 1) < 0.1, (ranks, seconds)
EOP

# SimGrid's MPI_Ibarrier ends on a rank before others have begun it. So a sparse exchange, in which ranks do not know how
# much they receive, lost messages, and its synchronous sends never ended.
program sparse <<'EOP'
    int value = me, there = 0, sent = 0, entered = 0, done = 0, received = 0;
    MPI_Request send[2], barrier;
    for (int i = 0; i < 2; ++i) MPI_Issend(&value, 1, MPI_INT, (me + 1 + i * i * 2) % nodes, 7, MPI_COMM_WORLD, &send[i]);
    while (done == 0) {
        MPI_Status status;
        MPI_Iprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &there, &status);
        if (there != 0) {
            int from = 0;
            MPI_Recv(&from, 1, MPI_INT, status.MPI_SOURCE, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            ++received;
        }
        if (entered == 0) {
            MPI_Testall(2, send, &sent, MPI_STATUSES_IGNORE);
            if (sent != 0) MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
            entered = sent;
        } else MPI_Test(&barrier, &done, MPI_STATUS_IGNORE);
    }
    \VERIFY(received == 2, "both messages")
    \WORK(me * 0.1);
    MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
    MPI_Wait(&barrier, MPI_STATUS_IGNORE);
    \VERIFY(MPI_Wtime() > (nodes - 1) * 0.1, "the last rank has entered")
EOP
for ranks in 4 16; do expect 0 "$loop" run sparse.loop -n $ranks --machine meiko --verify --timeout 60 --discard; done

# Every collective operation of host code gives the right data, on any number of ranks: 21 kinds and 5 sizes.
for setting in '2 17500 0' '3 17500 1' '5 17500 0' '7 9000 1' '8 9000 0' '13 250 0' '16 250 1' '17 250 0' '33 1 0'; do
    set -- $setting
    expect 0 "$loop" run "$here/collectives.loop" -n "$1" --set most="$2" --set reversed="$3" --machine fattree-1024 \
        --verify --no-trace --timeout 120 --discard
    out_has "$((21 * 5 * $1)) checks held"
    err_lacks 'wrong: '
done

# SimGrid's scans and nonblocking reductions combine ranks in the wrong order, which an operator that does not commute
# shows. LOOP refuses them.
program ordered <<'EOP'
    MPI_Op op;
    MPI_Op_create([](void*, void*, int*, MPI_Datatype*) {}, bytes, &op);
    MPI_Request all[6];
    int in[8], out[8] = {}, counts[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    if (what == 0) MPI_Scan(out, in, 1, MPI_INT, op, MPI_COMM_WORLD);
    if (what == 1) MPI_Exscan(out, in, 1, MPI_INT, op, MPI_COMM_WORLD);
    if (what == 2) MPI_Iscan(out, in, 1, MPI_INT, op, MPI_COMM_WORLD, &all[0]);
    if (what == 3) MPI_Iexscan(out, in, 1, MPI_INT, op, MPI_COMM_WORLD, &all[0]);
    if (what == 4) MPI_Ireduce(out, in, 1, MPI_INT, op, 0, MPI_COMM_WORLD, &all[0]);
    if (what == 5) MPI_Iallreduce(out, in, 1, MPI_INT, op, MPI_COMM_WORLD, &all[0]);
    if (what == 6) MPI_Ireduce_scatter(out, in, counts, MPI_INT, op, MPI_COMM_WORLD, &all[0]);
    if (what == 7) MPI_Ireduce_scatter_block(out, in, 1, MPI_INT, op, MPI_COMM_WORLD, &all[0]);
    if (what > 1) MPI_Wait(&all[0], MPI_STATUS_IGNORE);
    MPI_Op_free(&op);
EOP
sed -i 's/^.PARAM(int bytes.*/\\PARAM(int bytes = 1, "whether the operator commutes")\n\\PARAM(int what = 0, "which call")/' ordered.loop
what=0
for call in Scan Exscan Iscan Iexscan Ireduce Iallreduce Ireduce_scatter Ireduce_scatter_block; do
    expect 0 "$loop" run ordered.loop -n 2 --machine fattree-1024 --set what=$what --discard
    expect 5 "$loop" run ordered.loop -n 2 --machine fattree-1024 --set what=$what --set bytes=0 --discard
    err_has "MPI_$call: the operator does not commute, and SimGrid's MPI combines the ranks in the wrong order"
    err_has "ordered.loop:$((15 + what))"
    what=$((what + 1))
done

# One-sided calls of host code are compared as on real machines: `bytes` is where the second access begins.
program one_sided <<'EOP'
    static char data[1000], memory[2000];
    MPI_Win window;
    MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(data, 1000, MPI_CHAR, (me + 1) % nodes, 0, 1000, MPI_CHAR, window);
    if (bytes > 1000) data[3] = 7;
    MPI_Win_fence(0, window);
    MPI_Put(data, 1000, MPI_CHAR, (me + 1) % nodes, bytes, 1000, MPI_CHAR, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
EOP
sed -i 's/&size, 0)/\&size, 10000)/' one_sided.loop # records a trace
expect 0 "$loop" run one_sided.loop -n 3 --machine paragon --set bytes=1000 -o one_sided
"$loop" trace one_sided --to text -o events && grep -q 'enter  *MPI_Win_fence' events || fail 'the trace lacks the fences'
expect 5 "$loop" run one_sided.loop -n 3 --machine paragon --set bytes=1001 --discard
err_has 'reaches beyond the window: 1000 bytes from displacement 1001 (unit 1), and the part of rank 1 has 2000 bytes'
err_has 'changed buffer: the buffer of `MPI_Put` at one_sided.loop:'

# SimGrid keeps the bytes of a datatype in an int. A message of 4.3 GB takes 25 s on links of 175 MB/s.
program large <<'EOP'
    long long amount = (1LL << 32) + (1LL << 20);
    if (what == "exchange") \COMMUNICATE(amount, 1, 1);
    if (what == "odd") \SEND(amount + 1, 0 -> 1);
    if (what == "total") \GATHER(1LL << 30);
    if (what == "slot") \ALLTOALL(2400000000LL);
EOP
sed -i -e 's/^.PARAM.*/\\PARAM(std::string what = "", "what to do")/' -e '2i #include <string>' large.loop
free_kib=$(awk '/^MemAvailable:/ { print $2 }' /proc/meminfo)
if [ "$free_kib" -gt 12000000 ]; then
    expect 0 "$loop" run large.loop -n 2 --machine paragon --set what=exchange -o large
    python3 -c 'import json
seconds = json.load(open("large/run.json"))["simulated"]["makespan_seconds"]
assert 24.5 < seconds < 24.8, seconds' || fail "a message of more than 4 GiB takes the wrong time"
fi
refused() { # WHAT LINE WORDS
    expect 5 "$loop" run large.loop -n 2 --machine paragon --set what="$1" --discard
    err_has "large.loop:$2"
    tr -s ' \n' ' ' <err | grep -qF -- "$3" || fail "stderr does not say: $3"
}
refused odd 13 'the size must be a multiple of 4 above 2147483647 bytes, as SimGrid counts with an int'
refused total 14 'the slots of 2 ranks of 1073741824 bytes have more than 2147483647 bytes together'
refused slot 15 'on a simulated machine, they cannot, as SimGrid counts with an int'
finish
