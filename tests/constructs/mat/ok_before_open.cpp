// Written by loop VERSION from ok_before_open.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_before_open", "ok_before_open.loop", "03651c773e53f6d6", loop::CommandLine::runtime, {"size"},
    {
        {"width", "int", "3", "columns of the halo"},});
} // namespace
static const int T_BUF = 250000;
using MY_TYPE = double;
#line 1 "ok_before_open.loop"
int main() {
    int nodes, me, host, size;
    loop::Matrix<MY_TYPE> A, B;
    loop::Matrix<MY_TYPE> whole;
    loop::open0(&nodes, &me, &host, &size, T_BUF); whole.allocate(loop::problem_size(), loop::problem_size());
    loop::Matrix<int> halo;
    if (size > 0) { size = size + 0; }
    int rows = size / nodes + 1; A.allocate(rows, loop::problem_size()); B.allocate(rows, loop::problem_size());
    [[maybe_unused]] const int width = loop::param<int>("width", 3, "columns of the halo"); halo.allocate(rows, width);
    A[0][0] = 1;
    B[0][0] = whole[0][0];
    halo[0][0] = 2;
    loop::close0();
}
