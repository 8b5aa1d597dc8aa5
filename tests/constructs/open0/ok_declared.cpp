// Written by loop VERSION from ok_declared.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_declared", "ok_declared.loop", "b8c21094399b344b", loop::CommandLine::runtime, {},
    {});
} // namespace
[[maybe_unused]] static int nodes = 0; // \OPEN0 sets it
#line 1 "ok_declared.loop"
// The names of the program win; only `nodes` is LOOP's.
enum { size = 4 };

int main() {
    const int me = 3;
    loop::open0(&::nodes, nullptr, nullptr, nullptr, 100);
    loop::communicate(loop::wide * 8 * size * nodes, 1, 1);
    loop::close0();
    return me == 3 ? 0 : 1;
}
