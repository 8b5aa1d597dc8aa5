static int step = 1;
int above(int r, int by);
int above(int r, int by) { return r + by; }
int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, n;
    loop::open0(&nodes, &me, &host, &n, 1000);
    double out[4] = {1, 2, 3, 4}, in[4];
    int to[64] = {};
    const int d = 2;
    loop::send(8, loop::pairs([&](int r) -> loop::Ranks { return r + 1; }));
    loop::send(8, loop::pairs([&](int r) -> loop::Ranks { return (r + 1) % nodes; }), loop::where([&](int r) -> bool { return r % 2 == 0; }), 3);
    loop::send(loop::wide * 8 * n, loop::pairs([&](int r) -> loop::Ranks { return {r - d, r + step}; }));
    loop::send({8, 16}, loop::pairs([&](int r) -> loop::Ranks { return {r - 1, r + 1}; }), loop::everywhere, 1, {out, out + 1}, {in, in + 1});
    loop::send(8, loop::pairs([&](int r) -> loop::Ranks { return to[r]; }));
    loop::send(loop::sizes([&](int r) -> loop::ByteCounts { return loop::wide * 8 * (r + 1); }), loop::pairs([&](int r) -> loop::Ranks { return to[r]; }), loop::everywhere, 1, out, in);
    loop::send(8, loop::pairs(0, loop::Ranks(1)));
    loop::send(8, loop::pairs((nodes - 1), loop::Ranks{0, 1}));
    loop::send(8, loop::pairs([&](int /* r */) -> loop::Ranks { return 0; }), loop::where([&](int r) -> bool { return r > 0; }));
    loop::send(8, loop::pairs([&](int r) -> loop::Ranks { return above(r, d); }));
    { loop::Sending sending_1(8, loop::pairs([&](int /* s */) -> loop::Ranks { return 0; }), loop::everywhere, 1, loop::strided(out, 8, 16)); {
        out[3] += 1;
    } }
    if (n > 1)
        { loop::Sending sending_2(8, loop::pairs([&](int r) -> loop::Ranks { return r + 1; })); for (int i = 0; i < 3; ++i) { loop::send(8, loop::pairs([&](int r) -> loop::Ranks { return r + i; })); } }
    else
        loop::send(8, loop::pairs([&](int r) -> loop::Ranks { return r + 1; }));
    out[1] = in[1];
    loop::close0();
}
