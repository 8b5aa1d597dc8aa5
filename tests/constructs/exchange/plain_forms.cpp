int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    double edges[2] = {1, 2}, halos[2] = {0, 0};
    loop::exchange ( loop::wide * 8 * size, 1, 2 ) ;
    loop::exchange(8, 1, 2, edges, halos);
    loop::exchange(8, 1, 2, nullptr, nullptr, true);
    edges[0] = halos[1];
    loop::close0();
}
