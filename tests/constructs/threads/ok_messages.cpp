// Written by loop VERSION from ok_messages.loop: change that file, not this one.
// Compile and link it with -fopenmp
#include <omp.h>
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_messages", "ok_messages.loop", "e1f44fa500601770", loop::CommandLine::runtime, {},
    {});
const loop::ThreadsCommunicate loop_threads;
} // namespace
#line 1 "ok_messages.loop"
int main() {
    int nodes, me, host, n;
    loop::open0(&nodes, &me, &host, &n, 0);
    { loop::Threads threads_1(2); _Pragma("omp parallel num_threads(threads_1.started())") for ([[maybe_unused]] const int t : loop::Thread(threads_1, omp_get_thread_num(), omp_get_num_threads())) { loop::send(8, loop::pairs([&](int r) -> loop::Ranks { return r + t; }, loop::kept("t", t))); loop::exchange(8, 1, 2); } }
    loop::close0();
}
