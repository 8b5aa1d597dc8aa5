// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "d4974194c9776d72", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::sample("ranks", "", nodes);
    loop::sample("time", "s", 1.5);
    if (size > 0) loop::sample("size", "elements", size, me); else loop::sample("size", "elements", 0, me);
    loop::sample("bandwidth", "MB/s", size / (2.0 * nodes), 0.5);
    loop::close0();
}
