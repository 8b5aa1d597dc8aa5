#include <vector>

static int threads;
int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"threads", "2", "threads of each rank", loop::is_a<int>},
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    threads = loop::argument<int>("threads", 2);
    int nodes, me, host, n;
    loop::open0(&nodes, &me, &host, &n, 0);
    std::vector<double> sums(8);
    
#pragma omp parallel num_threads(loop::Threads(threads))
{ [[maybe_unused]] const int t = omp_get_thread_num(); sums[t] = t; }
    
#pragma omp parallel num_threads(loop::Threads(2))
{ { loop::work(0.001); } }
    
#pragma omp parallel num_threads(loop::Threads(2 * threads))
{ [[maybe_unused]] const int t = omp_get_thread_num();
    {
        for (int i = 0; i < 3; ++i) sums[t] += i;
    } }
    { const int i_end = n;
#pragma omp parallel for num_threads(loop::LoopThreads(threads))
for (int i = 0; i < i_end; ++i) { if (i == 2) continue; sums[i] = i; } }
    if (n > 2) { const int pass_1_end = loop::problem_size();
#pragma omp parallel for num_threads(loop::LoopThreads(3))
for (int pass_1 = 0; pass_1 < pass_1_end; ++pass_1) loop::work_flops(1000); } else n = 0;
    { loop::Phase phase_2("work"); { loop::Flops flops_3(2.0 * n); { const int i_end = 100;
#pragma omp parallel for num_threads(loop::LoopThreads(2))
for (int i = 0; i < i_end; ++i) sums[0] += 0; } } }
    loop::close0();
}
