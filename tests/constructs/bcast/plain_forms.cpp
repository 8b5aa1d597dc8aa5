int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    }); loop::Handle h;
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    double x[8];
    loop::bcast(64);
    loop::bcast(sizeof x, nodes - 1, x);
    { loop::DuringBcast duringbcast_1(8, 0, x); { loop::work(1e-6); } }
    loop::start_bcast(h, 8, 0);
    loop::finish(h);
    loop::close0();
}
