// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "84f3af261b4fb4e3", loop::CommandLine::runtime, {},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() { loop::Handle h("h");
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    int x[8], sum[8];
    loop::reduce(64);
    loop::reduce(sizeof x, 0, loop::Op::max, loop::element<int>(), x, sum);
    { loop::DuringReduce duringreduce_1 = loop::DuringReduce(sizeof x, 0, loop::Op::bxor, loop::element<int>(), nullptr, nullptr, x); { loop::work(1e-6); } }
    loop::start_reduce(h, 8, nodes - 1, loop::Op::sum, loop::element<long long>());
    loop::finish(h);
    loop::close0();
}
