// Written by loop VERSION from ok_comments.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_comments", "ok_comments.loop", "8d796c52c3dc23d5", loop::CommandLine::runtime, {},
    {});
} // namespace
#line 1 "ok_comments.loop"
#include <mpi.h>

int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    double x = 1;
    { loop::Flops flops_1(1); if (!flops_1.executes()) {} else { x += 1; /* instead of send0 */ } }
    { loop::Flops flops_2(2); if (!flops_2.executes()) {} else {
        // MPI_Send was slower here
        x += 2;
    } }
    { loop::Flops flops_3(3); if (!flops_3.executes()) {} else { if (x > 4) std::printf("recv0 and MPI_Recv, %s\n", R"(sync0 "and" MPI_Barrier)"); } }
    { loop::Flops flops_4(4); if (!flops_4.executes()) {} else for (int i_end = loop::times(4), i = 0; i < i_end; ++i) x += i; }
    { loop::Flops flops_5(5); { x += 5; MPI_Barrier(MPI_COMM_WORLD); } }
    { loop::Flops flops_6(6); for (int pass_7_end = loop::times(2), pass_7 = 0; pass_7 < pass_7_end; ++pass_7) sync0(); }
    { loop::Flops flops_8(7); { x += 7; loop::visible_sync(); } }
    { loop::Flops flops_9(8); { loop::verify(MPI_Barrier(MPI_COMM_WORLD) == MPI_SUCCESS, "a call in the argument of a construct"); } }
    loop::close0();
}
