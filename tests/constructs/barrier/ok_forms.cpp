// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "f0811459ae5480b5", loop::CommandLine::runtime, {},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() { loop::Handle h("h");
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::barrier();
    { loop::DuringBarrier duringbarrier_1; { loop::work(1e-6); } }
    loop::start_barrier(h);
    loop::finish(h);
    loop::close0();
}
