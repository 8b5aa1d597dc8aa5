// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "5e22355aee9e61a2", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
int main() {
    int nodes, me, host, n;
    loop::open0(&nodes, &me, &host, &n, 1000);
    long long done = 0;
    for ([[maybe_unused]] int pass_1 : loop::deal(n)) { done += 1; }
    for ([[maybe_unused]] int t : loop::deal(loop::wide * 2 * n, 0, 64, 1024)) {
        if (t % 2 == 0) continue;
        done += t;
    }
    for ([[maybe_unused]] int t : loop::deal(n, nodes - 1, 8, 8, 8)) for (int i_end = loop::times(3), i = 0; i < i_end; ++i) done += t * i;
    for ([[maybe_unused]] int task : loop::deal(n, 0, 16, 0))
 loop::work_flops(loop::wide * 1000 * task);
    for ([[maybe_unused]] int pass : loop::deal(100))
        for (int i = 0; i < 3; ++i) {
            if (i == pass) break;
            const auto odd = [](int a) { return a % 2 != 0; };
            if (odd(i)) goto next;
            done += i;
        next:
            ;
        }
    loop::close0();
}
