int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::Matrix<double> A(loop::problem_size(), loop::problem_size());
    loop::Vector<double> x(loop::problem_size()), y(loop::problem_size());
    loop::matvecprod(y, A, x);
    loop::matvecprod(y, A, x, loop::declared, 2);
    loop::matvecprod(y, A, x, loop::declared, loop::declared, 2);
    loop::close0();
}
