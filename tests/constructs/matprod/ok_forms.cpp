// Written by loop VERSION from ok_forms.loop: change that file, not this one.
// Compile and link it with -fopenmp
#include <omp.h>
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "19298602f42e15cc", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::Matrix<double> A(loop::problem_size(), loop::problem_size()), B(loop::problem_size(), loop::problem_size()), C(loop::problem_size(), loop::problem_size());
    loop::matprod(C, A, B);
    loop::matprod(C, A, B, 2, 3, 4);
    loop::matprod(C, A, B, loop::declared, loop::declared, size / 2);
    loop::matprod(C, A, B, loop::declared, loop::declared, loop::declared, loop::Library::own);
    loop::matprod(C, A, B, loop::declared, loop::declared, loop::declared, loop::Library::own, 2 * size);
    loop::close0();
}
