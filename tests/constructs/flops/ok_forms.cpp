// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "bd5328f153aa1c59", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    double x = 1;
    { loop::Flops flops_1(2.0 * size); if (!flops_1.executes()) {} else { for (int i_end = loop::problem_size(), i = 0; i < i_end; ++i) { x = 0.5 * x + i; } } }
    { loop::Phase phase_2("both"); { loop::Flops flops_3(1); if (!flops_3.executes()) {} else x += 1; } }
    std::printf("%f\n", x);
    loop::close0();
}
