int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, n;
    loop::open0(&nodes, &me, &host, &n, 1000);
    const int side = 2;
    if (const loop::Among among_1(loop::groups([&](int r) -> loop::GroupNumber { return r / side; })); among_1) loop::send(8, loop::pairs([&](int r) -> loop::Ranks { return r + 1; }));
    if (const loop::Among among_2(loop::groups([&](int r) -> loop::GroupNumber { return r > 0; }), loop::order([&](int r) -> double { return -r; })); among_2) {
        loop::exchange(8, 1, 2);
    } else if (n > 0) {
        loop::communicate(8, 1, 1);
    }
    if (const loop::Among among_3(loop::groups([&](int r) -> loop::GroupNumber { return r % 2; })); among_3) {
        if (const loop::Among among_4(loop::groups([&](int r) -> loop::GroupNumber { return r < 1; })); among_4) { loop::Untimed untimed_5; n += 1; } else n += 2;
    }
    for (int pass_6_end = n, pass_6 = 0; pass_6 < pass_6_end; ++pass_6) if (const loop::Among among_7(loop::groups([&](int /* r */) -> loop::GroupNumber { return 0; })); among_7) loop::multibcast0(8);
    loop::close0();
}
