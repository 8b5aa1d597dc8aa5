// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "23a03145034a13a2", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    const double share = 0.5;
    loop::work(1e-3 * (1 + me));
    loop::work(share / 1000);
    loop::work_flops(9.0 * size * size);
    loop::work_bytes(loop::wide * 8 * size);
    loop::work_bytes(8LL * size, 64);
    loop::work_bytes(8LL * size, 8, me > 0);
    loop::work_bytes(8LL * size, 128, true)
;
    loop::work_idle(share / 1000);
    if (me == 0) loop::work(0); else loop::work_flops(0, loop::Site::here(33));
    { loop::Communication communication_1(8, 1, 1); { loop::work(1e-6); } }
    loop::close0();
}
