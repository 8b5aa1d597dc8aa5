// Written by loop VERSION from ok_statements.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_statements", "ok_statements.loop", "cc02acbc5f39e33a", loop::CommandLine::runtime, {},
    {});
} // namespace
#line 1 "ok_statements.loop"
// Where the statement of \PHASE ends.
template <class Body>
void twice(Body body) {
    body();
    body();
}
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    double x = 0, y = 0;
    { loop::Phase phase_1("lambda"); twice([&] { { loop::Flops flops_2(1); if (!flops_2.executes()) {} else x += 1; } }); }
    { loop::Phase phase_3("condition"); while (twice([&] { { loop::Flops flops_4(1); if (!flops_4.executes()) {} else x += 1; } }), x < 8) y += 1; }
    { loop::Phase phase_5("attribute"); if (x > 8) [[likely]] { y = 1; } else { y = 2; } }
    y += 1;
    { loop::Phase phase_6("attributes"); for (int i = 0; i < 2; ++i) [[likely]] { y += i; } }
    y += 1;
    { loop::Phase phase_7("before a block"); [[likely]] { y += 2; } }
    loop::close0();
}
