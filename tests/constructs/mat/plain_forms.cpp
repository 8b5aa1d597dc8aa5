int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::Matrix<double> A(loop::problem_size(), loop::problem_size()), B(loop::problem_size(), loop::problem_size());
    loop::Matrix<float> C((loop::wide * 2 * size), ((int) 3));
    loop::Matrix<long> D((nodes + 1), loop::problem_size());
    loop::Matrix<double> E(loop::problem_size(), (int(size)));
    A[0][0] = B[0][0] + C[0][0] + D[0][0] + E[0][0];
    loop::close0();
}
