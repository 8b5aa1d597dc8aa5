// Written by loop VERSION from ok_bytes.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_bytes", "ok_bytes.loop", "515ae871029838d6", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_bytes.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    double x = 1;
    { loop::Flops flops_1(2, 8.0 * size); if (!flops_1.executes()) {} else x += 1; }
    { loop::Flops flops_2(0, 16); if (!flops_2.executes()) {} else { x += 2; } }
    { loop::Flops flops_3(1, 8); for ([[maybe_unused]] int pass_4 : loop::passes(2, 1)) x += 1; }
    std::printf("%f\n", x);
    loop::close0();
}
