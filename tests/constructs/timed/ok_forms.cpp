// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "7c02d5709a6f7964", loop::CommandLine::runtime, {"size"},
    {
        {"most", "long long", "64", "bytes of the largest message"},});
} // namespace
#line 1 "ok_forms.loop"
static const long long most = loop::param<long long>("most", 64, "bytes of the largest message");
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    { loop::Timed timed_1("alone"); size += 0; }
    for (int i_end = loop::times(3), i = 0; i < i_end; ++i) { loop::Timed timed_2("round"); loop::send(8, loop::pairs([&](int r) -> loop::Ranks { return r + 1; })); }
    for (long long bytes : loop::doubling(1, most))
        for ([[maybe_unused]] int pass_3 : loop::passes(3, 1)) { loop::Timed timed_4("message", 4, bytes); {
            loop::send(bytes, loop::pairs([&](int r) -> loop::Ranks { return r + 1; }), loop::everywhere, 4);
        } }
    { loop::Timed timed_5("first rank", 1, loop::no_key, 0); { size += 0; } }
    { loop::Timed timed_6("last rank", 1, 0.5 * size, nodes - 1);
 if (size > 0) size = 1; else size = 2; }
    loop::close0();
}
