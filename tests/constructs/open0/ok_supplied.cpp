// Written by loop VERSION from ok_supplied.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_supplied", "ok_supplied.loop", "e55914cb73da0eb9", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
[[maybe_unused]] static int nodes = 0; // \OPEN0 sets it
[[maybe_unused]] static int me = 0; // \OPEN0 sets it
[[maybe_unused]] static int size = 0; // \OPEN0 sets it
#line 1 "ok_supplied.loop"
// LOOP declares what the program uses.
static int right(int size) { return (me + size) % nodes; }

int main() {
    loop::Vector<double> a;
    loop::open0(&::nodes, &::me, nullptr, &::size, loop::usual_trace_records); a.allocate(size);
    loop::send(loop::wide * 8 * size, loop::pairs([&](int r) -> loop::Ranks { return (r + 1) % nodes; }, loop::kept("nodes", nodes)));
    if (me == 0) std::printf("%d of %d, right of it is %d\n", me, nodes, right(1));
    loop::close0();
}
