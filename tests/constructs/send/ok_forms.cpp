// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "c101651ae9688764", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
static int step = 1;
int above(int r, int by);
int above(int r, int by) { return r + by; }
int main() {
    int nodes, me, host, n;
    loop::open0(&nodes, &me, &host, &n, 1000);
    double out[4] = {1, 2, 3, 4}, in[4];
    int to[64] = {};
    const int d = 2;
    loop::send(8, loop::pairs([&](int r) -> loop::Ranks { return r + 1; }));
    loop::send(8, loop::pairs([&](int r) -> loop::Ranks { return (r + 1) % nodes; }, loop::kept("nodes", nodes)), loop::where([&](int r) -> bool { return r % 2 == 0; }), 3);
    loop::send(loop::wide * 8 * n, loop::pairs([&](int r) -> loop::Ranks { return {r - d, r + step}; }, loop::kept("d, step", d, step)));
    loop::send({8, 16}, loop::pairs([&](int r) -> loop::Ranks { return {r - 1, r + 1}; }), loop::everywhere, 1, {out, out + 1}, {in, in + 1});
    loop::send(8, loop::pairs([&](int r) -> loop::Ranks { return to[r]; }, loop::kept("to", to)));
    loop::send(loop::sizes([&](int r) -> loop::ByteCounts { return loop::wide * 8 * (r + 1); }), loop::pairs([&](int r) -> loop::Ranks { return to[r]; }, loop::kept("to", to)), loop::everywhere, 1, out, in)
;
    loop::send(8, loop::pairs(0, loop::Ranks(1)));
    loop::send(8, loop::pairs((nodes - 1), loop::Ranks{0, 1}));
    loop::send(8, loop::pairs([&](int /* r */) -> loop::Ranks { return 0; }), loop::where([&](int r) -> bool { return r > 0; }));
    loop::send(8, loop::pairs([&](int r) -> loop::Ranks { return above(r, d); }, loop::afresh()));
    { loop::Sending sending_1(8, loop::pairs([&](int /* s */) -> loop::Ranks { return 0; }), loop::everywhere, 1, loop::strided(out, 8, 16)); {
        out[3] += 1;
    } }
    if (n > 1)
        { loop::Sending sending_2(8, loop::pairs([&](int r) -> loop::Ranks { return r + 1; })); for (int i_end = loop::times(3), i = 0; i < i_end; ++i) { loop::send(8, loop::pairs([&](int r) -> loop::Ranks { return r + i; }, loop::kept("i", i)), loop::everywhere, 1, nullptr, nullptr, loop::Site::here(44)); } }
    else
        loop::send(8, loop::pairs([&](int r) -> loop::Ranks { return r + 1; }));
    out[1] = in[1];
    loop::close0();
}
