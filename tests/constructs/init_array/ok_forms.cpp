// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "9347b7b336c948e6", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::Matrix<double> A(loop::problem_size(), loop::problem_size());
    loop::Vector<int> v(loop::problem_size());
    loop::init_array(A);
    loop::init_array(v, 7);
    loop::init_array(A, 0.5);
    loop::close0();
}
