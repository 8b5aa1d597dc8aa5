// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "e19262445a94ad02", loop::CommandLine::runtime, {},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() { loop::Handle h("h");
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    double all[512] = {}, one[8];
    loop::reduce_scatter(64);
    loop::reduce_scatter(sizeof one, loop::Op::sum, loop::element<double>(), all, one);
    { loop::DuringReduceScatter duringreducescatter_1(loop::blocks([&](int r) -> long long { return loop::wide * 8 * (r % 2); }), loop::Op::max); { loop::work(1e-6); } }
    loop::start_reduce_scatter(h, 8, loop::Op::sum, loop::Element::Double, nullptr, nullptr, all);
    loop::finish(h);
    loop::close0();
}
