// Written by loop VERSION from ok_cblas.loop: change that file, not this one.
#define LOOP_USE_CBLAS
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_cblas", "ok_cblas.loop", "a8765349e6f193ff", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_cblas.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::Matrix<double> A(loop::problem_size(), loop::problem_size()), B(loop::problem_size(), loop::problem_size()), C(loop::problem_size(), loop::problem_size());
    loop::matprod(C, A, B, loop::declared, loop::declared, loop::declared, loop::Library::cblas);
    loop::close0();
}
