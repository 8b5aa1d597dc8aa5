int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, n;
    loop::open0(&nodes, &me, &host, &n, 1000);
    double out[2] = {1, 2}, in[2];
    loop::relay(8, loop::pairs([&](int r) -> loop::Ranks { return r + 1; }));
    { loop::Relaying relaying_1(16, loop::pairs([&](int r) -> loop::Ranks { return {2 * r + 1, 2 * r + 2}; }), loop::everywhere, 1, {out, out}, in); {
        out[0] = in[0] + 1;
    } }
    loop::close0();
}
