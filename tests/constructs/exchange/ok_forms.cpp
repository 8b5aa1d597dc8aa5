// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "eac34f5436c47fef", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    double edges[2] = {1, 2}, halos[2] = {0, 0};
    loop::exchange ( loop::wide * 8 * size, 1, 2 ) ;
    loop::exchange(8, 1, 2, edges, halos);
    loop::exchange(8, 1, 2, nullptr, nullptr, true);
    edges[0] = halos[1];
    loop::close0();
}
