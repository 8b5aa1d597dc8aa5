int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::Matrix<double> A(loop::problem_size(), loop::problem_size()), B(loop::problem_size(), loop::problem_size()), C(loop::problem_size(), loop::problem_size());
    loop::matprod(C, A, B);
    loop::matprod(C, A, B, 2, 3, 4);
    loop::matprod(C, A, B, loop::declared, loop::declared, size / 2);
    loop::matprod(C, A, B);
    loop::matprod(C, A, B, loop::declared, loop::declared, loop::declared, 2 * size);
    loop::close0();
}
