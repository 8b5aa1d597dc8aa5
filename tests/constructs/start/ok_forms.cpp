// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "eff029e8309e00a9", loop::CommandLine::runtime, {"size"},
    {});
} // namespace
#line 1 "ok_forms.loop"
#include <vector>
int main() { loop::Handle halo("halo"); loop::Handle sync("sync"); loop::Handle trees("trees");
    int nodes, me, host, n;
    loop::open0(&nodes, &me, &host, &n, 1000);
    double out[8] = {1, 2}, in[8];
    loop::Vector<double> v(100);
    loop::start_communicate(halo, 8, 1, 1);
    loop::start_exchange(halo.holding(loop::Hold::sends), loop::wide * 8 * n, 1, 2, nullptr, nullptr, true);
    

        loop::start_send(halo.holding(loop::Hold::receives), 8, loop::pairs([&](int r) -> loop::Ranks { return r + 1; }), loop::everywhere, 1, out, in)
;
    loop::finish(halo);
    loop::start_relay(halo, 8, loop::pairs([&](int r) -> loop::Ranks { return r + 1; }));
    loop::finish(halo);
    for (int i_end = loop::times(3), i = 0; i < i_end; ++i) { loop::Handle all("all");
        loop::start_multibcast0(all, 8); loop::start_multibcast_me(all, 8); loop::start_multibcast_alter(all, 8);
        loop::finish(all);
    }
    if (n > 0) { loop::Handle many("many"); for (int i_end = loop::times(3), i = 0; i < i_end; ++i) loop::start_tree_bcast(many, v, 8); loop::finish(many); }
    switch (n) {
    case 0: loop::start_tree_collect_vec(trees, v); loop::start_tree_distrib_vec(trees, v); loop::finish(trees); break;
    default: break;
    }
    loop::start_visible_sync(sync);
    loop::finish(sync);
    loop::close0();
}
