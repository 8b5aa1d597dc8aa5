int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    { loop::Phase phase_1("setup"); size += 0; }
    { loop::Phase phase_2("work"); {
        { loop::Phase phase_3("inner"); for (int i = 0; i < 3; ++i) { size += i; } }
    } }
    { loop::Phase phase_4("choice"); if (size > 0) size = 1; else size = 2; }
    loop::close0();
}
