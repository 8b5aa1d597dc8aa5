// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "49752a2ca8de3a46", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    double out[4] = {1, 2, 3, 4}, in[4];
    loop::communicate(loop::wide * 8 * size, 1, 2);
    loop::communicate(sizeof out, 1, 1, out, in) ;
    loop::communicate(8, 1, 1, nullptr, in);
    { loop::Communication communication_1(8, 1, 1); {
        out[0] += 1;
    } }
    if (size > 1)
        { loop::Communication communication_2(8, 1, 1); for (int i_end = loop::times(3), i = 0; i < i_end; ++i) { out[0] += i; } }
    else
        loop::communicate(8, 1, 1);
    out[1] = in[1];
    loop::close0();
}
