// Compares MPI's collectives as constructs with the same calls by hand, on any number of ranks. Verification
// is off.

#include "rounds.h"

#include <loop/loop.h>

namespace {

const loop::Program loop_program("collectives", "collectives.loop", "0", loop::CommandLine::runtime, {}, {});

constexpr std::size_t largest = 1 << 20;
int ranks = 1;
int me = 0;
bench::Lines lines("lines of collectives");
char* out = nullptr;
char* in = nullptr;

template <class Ours, class Rival>
void compare(const char* name, int size, Ours ours, Rival rival) {
    const auto samples = bench::measure(ours, rival);
    if (me == 0) lines.print(std::string(name) + "(" + std::to_string(size) + ")", samples);
}

void compare_all(int size) {
    const MPI_Comm comm = MPI_COMM_WORLD;
    const int elements = size / 8;
    compare(
        "BCAST", size, [=] { loop::bcast(size, 0, in); }, [=] { MPI_Bcast(in, size, MPI_BYTE, 0, comm); });
    compare(
        "REDUCE", size, [=] { loop::reduce(size, 0, loop::Op::sum, loop::Element::Double, out, in); },
        [=] { MPI_Reduce(out, in, elements, MPI_DOUBLE, MPI_SUM, 0, comm); });
    compare(
        "ALLREDUCE", size, [=] { loop::allreduce(size, loop::Op::sum, loop::Element::Double, out, in); },
        [=] { MPI_Allreduce(out, in, elements, MPI_DOUBLE, MPI_SUM, comm); });
    compare(
        "SCAN", size, [=] { loop::scan(size, loop::Op::sum, loop::Element::Double, out, in); },
        [=] { MPI_Scan(out, in, elements, MPI_DOUBLE, MPI_SUM, comm); });
    compare(
        "EXSCAN", size, [=] { loop::exscan(size, loop::Op::sum, loop::Element::Double, out, in); },
        [=] { MPI_Exscan(out, in, elements, MPI_DOUBLE, MPI_SUM, comm); });
    compare(
        "GATHER", size, [=] { loop::gather(size, 0, out, in); },
        [=] { MPI_Gather(out, size, MPI_BYTE, in, size, MPI_BYTE, 0, comm); });
    compare(
        "SCATTER", size, [=] { loop::scatter(size, 0, out, in); },
        [=] { MPI_Scatter(out, size, MPI_BYTE, in, size, MPI_BYTE, 0, comm); });
    compare(
        "ALLGATHER", size, [=] { loop::allgather(size, out, in); },
        [=] { MPI_Allgather(out, size, MPI_BYTE, in, size, MPI_BYTE, comm); });
    compare(
        "ALLTOALL", size, [=] { loop::alltoall(size, out, in); },
        [=] { MPI_Alltoall(out, size, MPI_BYTE, in, size, MPI_BYTE, comm); });
    compare(
        "REDUCE_SCATTER", size,
        [=] { loop::reduce_scatter(size, loop::Op::sum, loop::Element::Double, out, in); },
        [=] { MPI_Reduce_scatter_block(out, in, elements, MPI_DOUBLE, MPI_SUM, comm); });
}

} // namespace

int main() {
    loop::open0(&ranks, &me, nullptr, nullptr, 0);
    const bench::WatchedRanks watched;
    // GATHER and ALLGATHER receive a block from each rank, SCATTER and REDUCE_SCATTER send one to each, and
    // ALLTOALL does both.
    const std::size_t block_of_each = static_cast<std::size_t>(ranks) * largest;
    out = bench::page_aligned(block_of_each);
    in = bench::page_aligned(block_of_each);
    if (me == 0) bench::print_header("MPI's collectives, us");
    compare(
        "BARRIER", 0, [] { loop::barrier(); }, [] { MPI_Barrier(MPI_COMM_WORLD); });
    for (const int size : {8, 1024, 65536, 1048576})
        compare_all(size);
    if (me == 0) lines.end();
    watched.end();
    loop::close0();
    return 0;
}
