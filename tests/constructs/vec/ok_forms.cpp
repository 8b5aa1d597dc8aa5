// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "fbb8f1ebf72a0cfb", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::Vector<double> x(loop::problem_size()), y(loop::problem_size());
    loop::Vector<unsigned char> bytes((loop::wide * 4 * size));
    x[0] = y[0] + bytes[0];
    loop::close0();
}
