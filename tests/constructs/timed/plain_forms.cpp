static long long most;
int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"most", "64", "bytes of the largest message", loop::is_a<long long>},
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    most = loop::argument<long long>("most", 64);
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    { loop::Timed timed_1("alone"); size += 0; }
    for (int i = 0; i < 3; ++i) { loop::Timed timed_2("round"); loop::send(8, loop::pairs([&](int r) -> loop::Ranks { return r + 1; })); }
    for (long long bytes : loop::doubling(1, most))
        for ([[maybe_unused]] int pass_3 : loop::passes(3, 1)) { loop::Timed timed_4("message", 4, bytes); {
            loop::send(bytes, loop::pairs([&](int r) -> loop::Ranks { return r + 1; }), loop::everywhere, 4);
        } }
    { loop::Timed timed_5("first rank", 1, loop::no_key, 0); { size += 0; } }
    { loop::Timed timed_6("last rank", 1, 0.5 * size, nodes - 1); if (size > 0) size = 1; else size = 2; }
    loop::close0();
}
