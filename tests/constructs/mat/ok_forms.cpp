// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "8543e4e92d85108e", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::Matrix<double> A(loop::problem_size(), loop::problem_size()), B(loop::problem_size(), loop::problem_size());
    loop::Matrix<float> C((loop::wide * 2 * size), ((int) 3));
    loop::Matrix<long> D((nodes + 1), loop::problem_size());
    loop::Matrix<double> E(loop::problem_size(), (int(size)));
    A[0][0] = B[0][0] + C[0][0] + D[0][0] + E[0][0];
    loop::close0();
}
