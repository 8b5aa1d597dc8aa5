// Written by loop VERSION from ok_forms.loop: change that file, not this one.
// Compile and link it with -fopenmp
#include <omp.h>
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "5941ce599f310fcc", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::Matrix<double> A(loop::problem_size(), loop::problem_size());
    loop::Vector<double> x(loop::problem_size()), y(loop::problem_size());
    loop::matvecprod(y, A, x);
    loop::matvecprod(y, A, x, loop::declared, 2);
    loop::matvecprod(y, A, x, loop::declared, loop::declared, loop::Library::own, 2);
    loop::close0();
}
