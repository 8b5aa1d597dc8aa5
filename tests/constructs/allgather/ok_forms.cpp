// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "351d33a3b3a10407", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() { loop::Handle h("h");
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    double one[8] = {}, all[512] = {};
    loop::allgather(64);
    loop::allgather(sizeof one, one, all);
    { loop::DuringAllgather duringallgather_1(loop::blocks([&](int r) -> long long { return loop::wide * 8 * (r % size); }, loop::kept("size", size))); { loop::work(1e-6); } }
    loop::start_allgather(h, 8, nullptr, nullptr, all);
    loop::finish(h);
    loop::close0();
}
