// Written by loop VERSION from ok_forms.loop: change that file, not this one.
// Compile and link it with -fopenmp -DTWO=2 -O1 -g -DWORD="two" -isystem /usr/include -Wall -lm -lz -lstdc++
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "f8e92bff0cbe282b", loop::CommandLine::runtime, {},
    {});
} // namespace
#line 1 "ok_forms.loop"
// Flags and libraries, in every form.
#include <cmath>




 static const int after = 1;
namespace inner {  }
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::verify(after == 1, "the rest of the line remains");
    loop::close0();
}
