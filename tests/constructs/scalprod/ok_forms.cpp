// Written by loop VERSION from ok_forms.loop: change that file, not this one.
// Compile and link it with -fopenmp
#include <omp.h>
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "9aa28748fc7c4060", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::Vector<double> sc(loop::problem_size()), x(loop::problem_size()), y(loop::problem_size());
    double s = 0;
    loop::scalprod(sc, x, y);
    loop::scalprod(s, x, y, size / 2);
    loop::scalprod(s, x, y, loop::declared, loop::Library::own);
    loop::scalprod(s, x, y, loop::declared, loop::Library::own, 2);
    loop::close0();
}
