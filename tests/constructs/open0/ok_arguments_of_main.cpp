// Written by loop VERSION from ok_arguments_of_main.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_arguments_of_main", "ok_arguments_of_main.loop", "f8dc93d6ac4beb58", loop::CommandLine::program, {},
    {});
} // namespace
#line 1 "ok_arguments_of_main.loop"
int main(int argc, char** argv) {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 0);
    loop::close0();
    return argc > 1 && argv[1][0] == 'x';
}
