# Simulated machines: collective operations of large data on any number of ranks.
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
finish
