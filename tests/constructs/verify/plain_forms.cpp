int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::verify(nodes > 0, "there are ranks");
    loop::verify(me >= 0 && me < nodes, "this is one of them");
    if (size > 0) loop::verify(size < 1000000, "not huge"); else size = 1;
    loop::close0();
}
