// Written by loop VERSION from ok_last.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_last", "ok_last.loop", "938e90c96b874093", loop::CommandLine::runtime, {},
    {});
} // namespace
#line 1 "ok_last.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    double x = 1;
    { loop::Untimed untimed_1; for (int pass_2_end = loop::times(3), pass_2 = 0; pass_2 < pass_2_end; ++pass_2) x = 0.5 * x; }
    { loop::Untimed untimed_3; loop::barrier(); }
    { loop::Untimed untimed_4; if (!untimed_4.executes()) {} else loop::verify(x == 0.125, "x is halved"); }
    { loop::Untimed untimed_5; if (!untimed_5.executes()) {} else if (me == 0) x = 2; }
    loop::close0();
}
