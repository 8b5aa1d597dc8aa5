// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "51346d9846fa8640", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::result("ranks", "", nodes);
    loop::result("time", "s", 1.5);
    if (size > 0) loop::result("size", "elements", size); else loop::result("size", "elements", 0);
    loop::result("bandwidth", "MB/s", size / (2.0 * nodes));
    loop::close0();
}
