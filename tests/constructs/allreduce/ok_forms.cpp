// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "48b209c7d0c4488a", loop::CommandLine::runtime, {},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() { loop::Handle h("h");
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    float x[8], sum[8];
    loop::allreduce(64);
    loop::allreduce(sizeof x, loop::Op::min, loop::element<float>(), x, sum);
    { loop::DuringAllreduce duringallreduce_1 = loop::DuringAllreduce(sizeof x, loop::Op::sum, loop::element<float>(), nullptr, nullptr, x); { loop::work(1e-6); } }
    loop::start_allreduce(h, 8, loop::Op::lor, loop::element<unsigned char>());
    loop::finish(h);
    loop::close0();
}
