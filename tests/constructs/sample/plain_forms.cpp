int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::sample("ranks", "", nodes);
    loop::sample("time", "s", 1.5);
    if (size > 0) loop::sample("size", "elements", size, me); else loop::sample("size", "elements", 0, me);
    loop::sample("bandwidth", "MB/s", size / (2.0 * nodes), 0.5);
    loop::close0();
}
