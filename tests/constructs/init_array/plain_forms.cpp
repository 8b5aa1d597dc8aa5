int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::Matrix<double> A(loop::problem_size(), loop::problem_size());
    loop::Vector<int> v(loop::problem_size());
    loop::init_array(A);
    loop::init_array(v, 7);
    loop::init_array(A, 0.5);
    loop::close0();
}
