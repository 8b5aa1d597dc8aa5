int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::Vector<double> sc(loop::problem_size()), x(loop::problem_size()), y(loop::problem_size());
    double s = 0;
    loop::scalprod(sc, x, y);
    loop::scalprod(s, x, y, size / 2);
    loop::scalprod(s, x, y);
    loop::scalprod(s, x, y, loop::declared, 2);
    loop::close0();
}
