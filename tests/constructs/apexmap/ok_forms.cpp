// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "b9727e9852d748a3", loop::CommandLine::runtime, {},
    {
        {"version", "std::string", "async", "which"},});
} // namespace
#line 1 "ok_forms.loop"
#include <string>
static const std::string version = loop::param<std::string>("version", "async", "which");
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::apexmap();
    loop::apexmap(1024LL * nodes, 4, 0.5, 64, 2);
    loop::apexmap(0, 16, 0.01, 1024, 100, 16, 64, 8, version, "sum", "alpha 0.01, L 16");
    loop::apexmap(1024LL * nodes, 1, 1, 1024, 100, 1, 1, 1, "async", "strict", "", 2, false, 0, true, 0.1, 3, "published", "read", "huge", 4);
    loop::close0();
}
