// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "ef4670de9581630a", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
#include <string>
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::require(nodes > 0, "there are ranks");
    loop::require(size >= 0, "a size of " + std::to_string(0) + " or more");
    if (size > 0) loop::require(size < 1000000, "not huge"); else size = 1;
    loop::close0();
}
