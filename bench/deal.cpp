// Compares \DEAL with a master and workers in plain MPI: the master receives from any rank, and the workers
// ask by MPI_Sendrecv. The tasks are empty, so the rate of tasks is that of the messages. Verification is
// off.

#include "rounds.h"

#include <loop/loop.h>

namespace {

const loop::Program loop_program("deal", "deal.loop", "0", loop::CommandLine::runtime, {}, {});

constexpr int tasks = 200;
constexpr int master = 0, tag = 0;
int ranks = 0, me = 0;
long long executed = 0;
bench::Lines lines("lines of DEAL");
char* given = nullptr;
char* returned = nullptr;

void serve(int give, int result) {
    for (int next = 0, left = ranks - 1; left > 0; ++next) {
        MPI_Status status;
        MPI_Recv(returned, result, MPI_BYTE, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &status);
        std::memcpy(given, &next, sizeof next);
        MPI_Send(given, next < tasks ? give : 0, MPI_BYTE, status.MPI_SOURCE, tag, MPI_COMM_WORLD);
        if (next >= tasks) --left;
    }
}

void work(int give, int result) {
    for (int size = 0;; size = result) {
        MPI_Status status;
        MPI_Sendrecv(returned, size, MPI_BYTE, master, tag, given, give, MPI_BYTE, master, tag,
                     MPI_COMM_WORLD, &status);
        int bytes = 0;
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        if (bytes == 0) return;
        ++executed;
    }
}

// A barrier keeps the requests of two calls apart; \DEAL has two tags for that.
void by_hand(int give, int result) {
    if (me == master)
        serve(give, result);
    else
        work(give, result);
    MPI_Barrier(MPI_COMM_WORLD);
}

void ours(int give, int result) {
    for ([[maybe_unused]] const int task : loop::deal(tasks, master, give, result))
        ++executed;
    MPI_Barrier(MPI_COMM_WORLD);
}

} // namespace

int main() {
    loop::open0(&ranks, &me, nullptr, nullptr, 0);
    const bench::WatchedRanks watched;
    bench::Group rates({bench::Aim::AtLeast, 0.9});
    constexpr int most = 65536;
    given = bench::page_aligned(most);
    returned = bench::page_aligned(most);
    if (me == 0) bench::print_header("DEAL of 200 empty tasks, us");
    for (const auto& [give, result] : {std::pair(8, 8), std::pair(64, 1024), std::pair(8, most)}) {
        const int a = give, b = result;
        const bench::Samples samples = bench::measure([&] { ours(a, b); }, [&] { by_hand(a, b); });
        if (me != 0) continue;
        const std::string name = std::to_string(give) + " B there, " + std::to_string(result) + " B back";
        lines.print(name, samples);
        const bench::Measured rate = bench::ratio_of_medians({samples.rival, samples.ours});
        std::printf("%-34s %23.3f\n", "rate of tasks over by hand", rate.value);
        rates.add(rate);
    }
    if (me == 0) {
        bench::print_goal("rate of tasks of DEAL over by hand", rates);
        lines.end();
    }
    watched.end();
    loop::close0();
    return 0;
}
