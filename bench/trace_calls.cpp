// Measures nanoseconds of CPU time for three MPI calls to the same rank, repeated. Built as a plain program,
// for other tools to record; with LOOP_BENCH_OURS, as host code of LOOP (recorded with --records DIR).
#include <mpi.h>

#include <cstdio>
#include <ctime>

#ifdef LOOP_BENCH_OURS
#include <loop/loop.h>
static const loop::Program loop_program("trace_calls", "trace_calls.loop", "0", loop::CommandLine::runtime,
                                        {}, {});
#endif

int main(int argc, char** argv) {
    (void)argc, (void)argv;
    constexpr int passes = 200000;
#ifdef LOOP_BENCH_OURS
    loop::open0(nullptr, nullptr, nullptr, nullptr, 10L * passes);
#else
    MPI_Init(&argc, &argv);
#endif
    char data[16] = "";
    timespec begin{}, end{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
    for (int i = 0; i < passes; ++i) {
        MPI_Request request;
        MPI_Irecv(data, 8, MPI_BYTE, 0, 1, MPI_COMM_SELF, &request);
        MPI_Send(data + 8, 8, MPI_BYTE, 0, 1, MPI_COMM_SELF);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
    std::printf("%.1f\n", (static_cast<double>(end.tv_sec - begin.tv_sec) * 1e9 +
                           static_cast<double>(end.tv_nsec - begin.tv_nsec)) /
                              passes);
#ifdef LOOP_BENCH_OURS
    loop::close0();
#else
    MPI_Finalize();
#endif
}
