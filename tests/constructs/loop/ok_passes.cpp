// Written by loop VERSION from ok_passes.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_passes", "ok_passes.loop", "c33cf46446378617", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_passes.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    int sum = 0;
    double t = 0.001;
    for ([[maybe_unused]] int i : loop::passes(10, 2)) { sum += i; }
    for ([[maybe_unused]] int i : loop::passes(loop::problem_size(), size / 50)) sum += i;
    for ([[maybe_unused]] int pass_1 : loop::passes(2.5 * nodes, 1)) sum++;
    for (int i_end = loop::times(3), i = 0; i < i_end; ++i) sum += i;
    for ([[maybe_unused]] int pass_2 : loop::passes_for(2 * t)) { sum++; }
    for ([[maybe_unused]] int k : loop::passes_for(t, 3))

        if (k > 2) sum++; else sum--;
    for ([[maybe_unused]] int pass_3 : loop::passes_for(0)) for ([[maybe_unused]] int pass_4 : loop::passes(2, 1, loop::Site::here(24))) loop::exchange(8, 1, 2);
    std::printf("%d\n", sum);
    loop::close0();
}
