// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "17cd01e283d9e3c8", loop::CommandLine::runtime, {},
    {
        {"type", "std::string", "float", "of a cell"},});
} // namespace
#line 1 "ok_forms.loop"
#include <string>
static const std::string type = loop::param<std::string>("type", "float", "of a cell");
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::clue(64);
    loop::clue(64, 32, 5, "double");
    loop::clue(64, 0, 20, type, "eight", "rows", "random", "swapped", "direct", "random order");
    loop::clue(64, 0, 20, "float", "four", "cells", "numeric", "in-place", "modulo", "", 7);
    loop::close0();
}
