// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "c9af1d6da6b84f77", loop::CommandLine::runtime, {},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, n;
    loop::open0(&nodes, &me, &host, &n, 1000);
    double out[2] = {1, 2}, in[2];
    loop::relay(8, loop::pairs([&](int r) -> loop::Ranks { return r + 1; }));
    { loop::Relaying relaying_1(16, loop::pairs([&](int r) -> loop::Ranks { return {2 * r + 1, 2 * r + 2}; }), loop::everywhere, 1, {out, out}, in); {
        out[0] = in[0] + 1;
    } }
    loop::close0();
}
