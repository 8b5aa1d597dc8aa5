// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "89915b1b6990fd31", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() { loop::Handle h("h");
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    double out[512] = {}, in[512] = {};
    loop::alltoall(64);
    loop::alltoall(8, out, in);
    { loop::DuringAlltoall duringalltoall_1(loop::blocks([&](int r, int s) -> long long { return loop::wide * 8 * (r + s) + size; }, loop::kept("size", size))); { loop::work(1e-6); } }
    loop::alltoall(loop::blocks([&](int /* r */, int s) -> long long { return loop::wide * 8 * (s % 3); }));
    loop::start_alltoall(h, loop::blocks([&](int r) -> long long { return loop::wide * 8 * r; }));
    loop::finish(h);
    loop::close0();
}
