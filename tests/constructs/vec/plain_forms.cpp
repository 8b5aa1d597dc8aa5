int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::Vector<double> x(loop::problem_size()), y(loop::problem_size());
    loop::Vector<unsigned char> bytes((loop::wide * 4 * size));
    x[0] = y[0] + bytes[0];
    loop::close0();
}
