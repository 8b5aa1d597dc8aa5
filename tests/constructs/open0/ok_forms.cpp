// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "cdceb4d8530d1e64", loop::CommandLine::runtime, {},
    {});
} // namespace
static const int TRACE_BUF_SIZE = 250000;
#line 1 "ok_forms.loop"
#include "LOOP.h"
int main(void)
{
    int nodes, me, host, size;
    loop::open0(&nodes, &me, /* the host */ &host,
           &size, TRACE_BUF_SIZE) ;
    loop::close0 ( ) ;
    return EXIT_SUCCESS;
}
