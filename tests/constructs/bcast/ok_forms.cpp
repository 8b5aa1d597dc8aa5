// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "25447dde6d4a395a", loop::CommandLine::runtime, {},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() { loop::Handle h("h");
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    double x[8];
    loop::bcast(64);
    loop::bcast(sizeof x, nodes - 1, x);
    { loop::DuringBcast duringbcast_1(8, 0, x); { loop::work(1e-6); } }
    loop::start_bcast(h, 8, 0);
    loop::finish(h);
    loop::close0();
}
