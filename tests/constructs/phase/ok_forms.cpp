// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "46a0ff162d95c1f9", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    { loop::Phase phase_1("setup"); size += 0; }
    { loop::Phase phase_2("work"); {
        { loop::Phase phase_3("inner"); for (int i_end = loop::times(3), i = 0; i < i_end; ++i) { size += i; } }
    } }
    { loop::Phase phase_4("choice"); if (size > 0) size = 1; else size = 2; }
    loop::close0();
}
