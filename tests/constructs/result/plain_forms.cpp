int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::result("ranks", "", nodes);
    loop::result("time", "s", 1.5);
    if (size > 0) loop::result("size", "elements", size); else loop::result("size", "elements", 0);
    loop::result("bandwidth", "MB/s", size / (2.0 * nodes));
    loop::close0();
}
