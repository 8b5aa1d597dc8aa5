// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "5d76e1f93b29ed18", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::Vector<double> x(loop::problem_size());
    double scale = 2;
    loop::tree_bcast(&scale, sizeof scale);
    loop::tree_bcast(x, loop::wide * 8 * size);
    loop::tree_bcast(x.data(), 8);
    loop::close0();
}
