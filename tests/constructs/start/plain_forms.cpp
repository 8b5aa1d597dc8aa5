#include <vector>
int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    }); loop::Handle halo; loop::Handle sync; loop::Handle trees;
    int nodes, me, host, n;
    loop::open0(&nodes, &me, &host, &n, 1000);
    double out[8] = {1, 2}, in[8];
    loop::Vector<double> v(100);
    loop::start_communicate(halo, 8, 1, 1);
    loop::start_exchange(halo.holding(loop::Hold::sends), loop::wide * 8 * n, 1, 2, nullptr, nullptr, true);
    
        loop::start_send(halo.holding(loop::Hold::receives), 8, loop::pairs([&](int r) -> loop::Ranks { return r + 1; }), loop::everywhere, 1, out, in);
    loop::finish(halo);
    loop::start_relay(halo, 8, loop::pairs([&](int r) -> loop::Ranks { return r + 1; }));
    loop::finish(halo);
    for (int i = 0; i < 3; ++i) { loop::Handle all;
        loop::start_multibcast0(all, 8); loop::start_multibcast_me(all, 8); loop::start_multibcast_alter(all, 8);
        loop::finish(all);
    }
    if (n > 0) { loop::Handle many; for (int i = 0; i < 3; ++i) loop::start_tree_bcast(many, v, 8); loop::finish(many); }
    switch (n) {
    case 0: loop::start_tree_collect_vec(trees, v); loop::start_tree_distrib_vec(trees, v); loop::finish(trees); break;
    default: break;
    }
    loop::start_visible_sync(sync);
    loop::finish(sync);
    loop::close0();
}
