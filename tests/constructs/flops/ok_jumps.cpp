// Written by loop VERSION from ok_jumps.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_jumps", "ok_jumps.loop", "8cfb0ac02cdc5743", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_jumps.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    double x = 1;
    for (int i = 0; i < size; ++i) {
        { loop::Flops flops_1(1); { x *= 0.5; if (x < 1e-3) break; } }
        { loop::Flops flops_2(2); if (!flops_2.executes()) {} else { for (int j = 0; j < 9; ++j) { if (j > i) break; x += 1; } } }
    }
    { loop::Flops flops_3(3); { if (size < 0) return 1; } }
    std::printf("%f\n", x);
    loop::close0();
}
