int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::Vector<double> x(loop::problem_size());
    double scale = 2;
    loop::tree_bcast(&scale, sizeof scale);
    loop::tree_bcast(x, loop::wide * 8 * size);
    loop::tree_bcast(x.data(), 8);
    loop::close0();
}
