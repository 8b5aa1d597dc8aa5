// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "2e35c13b72612a71", loop::CommandLine::runtime, {},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    if (nodes > 1) {
        loop::pingpong();
        loop::pingpong(8, 64);
        loop::pingpong(8, 1000, 1, 11, "neighbours");
    }
    loop::close0();
}
