// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "4daf6ed540cbcdb2", loop::CommandLine::runtime, {},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::bspbench(1024, 40, -1, "put", true, 100, 1, 0.0001);
    loop::bspbench(64, 40, 10, "alltoallv", true, 100, 1);
    loop::bspbench(64, 40, -1, "put", false, 100, 1, 0.0005, 512, "apart", false);
    loop::close0();
}
