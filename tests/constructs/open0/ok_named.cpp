// Written by loop VERSION from ok_named.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_named", "ok_named.loop", "750f781bea8f83c6", loop::CommandLine::runtime, {},
    {});
} // namespace
#line 1 "ok_named.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 100)

;
    loop::close0();
}
