// Written by loop VERSION from ok_forms.loop: change that file, not this one.
// Compile and link it with -fopenmp
#include <omp.h>
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "56865a142fbf1b9b", loop::CommandLine::runtime, {"size"},
    {
        {"threads", "int", "2", "threads of each rank"},});
} // namespace
#line 1 "ok_forms.loop"
#include <vector>

static const int threads = loop::param<int>("threads", 2, "threads of each rank");
int main() {
    int nodes, me, host, n;
    loop::open0(&nodes, &me, &host, &n, 0);
    std::vector<double> sums(8);
    { loop::Threads threads_1(threads); _Pragma("omp parallel num_threads(threads_1.started())") for ([[maybe_unused]] const int t : loop::Thread(threads_1, omp_get_thread_num(), omp_get_num_threads())) sums[t] = t; }
    { loop::Threads threads_2(2); _Pragma("omp parallel num_threads(threads_2.started())") for ([[maybe_unused]] const int pass_3 : loop::Thread(threads_2, omp_get_thread_num(), omp_get_num_threads()))
 { loop::work(0.001); } }
    { loop::Threads threads_4(2 * threads); _Pragma("omp parallel num_threads(threads_4.started())") for ([[maybe_unused]] const int t : loop::Thread(threads_4, omp_get_thread_num(), omp_get_num_threads()))
    {
        for (int i_end = loop::times(3), i = 0; i < i_end; ++i) sums[t] += i;
    } }
    { const int i_end = loop::times(n); loop::LoopThreads threads_5(threads); _Pragma("omp parallel num_threads(threads_5.started())") { const loop::Thread thread_6(threads_5, omp_get_thread_num(), omp_get_num_threads()); _Pragma("omp for nowait") for (int i = 0; i < i_end; ++i) { if (i == 2) continue; sums[i] = i; } } }
    if (n > 2) { const int pass_7_end = loop::problem_size(); loop::LoopThreads threads_8(3); _Pragma("omp parallel num_threads(threads_8.started())") { const loop::Thread thread_9(threads_8, omp_get_thread_num(), omp_get_num_threads()); _Pragma("omp for nowait") for (int pass_7 = 0; pass_7 < pass_7_end; ++pass_7) loop::work_flops(1000); } } else n = 0;
    { loop::Phase phase_10("work"); { loop::Flops flops_11(2.0 * n); if (!flops_11.executes()) {} else { const int i_end = loop::times(100); loop::LoopThreads threads_12(2); _Pragma("omp parallel num_threads(threads_12.started())") { const loop::Thread thread_13(threads_12, omp_get_thread_num(), omp_get_num_threads()); _Pragma("omp for nowait") for (int i = 0; i < i_end; ++i)
 sums[0] += 0; } } } }
    loop::close0();
}
