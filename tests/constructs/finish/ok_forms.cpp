// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "4d49cdd9987814d1", loop::CommandLine::runtime, {},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, n;
    loop::open0(&nodes, &me, &host, &n, 1000);
    if (const loop::Among among_1(loop::groups([&](int r) -> loop::GroupNumber { return r > 0; })); among_1) { loop::Handle h("h");
        loop::start_exchange(h, 8, 1, 2);
        loop::finish(h);
    } else { loop::Handle h("h");
        loop::start_exchange(h, 8, 1, 1);
        loop::finish(h);
    }
    loop::close0();
}
