// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "de09aad5dd3f926d", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::verify(nodes > 0, "there are ranks");
    loop::verify(me >= 0 && me < nodes, "this is one of them");
    if (size > 0) loop::verify(size < 1000000, "not huge"); else size = 1;
    loop::close0();
}
