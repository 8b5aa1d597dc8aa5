// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "17f696cb7d5678f1", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    double x = 1;
    { loop::Untimed untimed_1; {
        for (int i_end = loop::problem_size(), i = 0; i < i_end; ++i) x += i;
    } }
    { loop::Untimed untimed_2; for (int pass_3_end = loop::times(3), pass_3 = 0; pass_3 < pass_3_end; ++pass_3) x = 0.5 * x; }
    if (size > 0) { loop::Untimed untimed_4; x = 2; } else x = 3;
    loop::result("x", "", x);
    loop::close0();
}
