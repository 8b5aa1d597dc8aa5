int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    double x = 1;
    { loop::Flops flops_1(2.0 * size); { for (int i_end = loop::problem_size(), i = 0; i < i_end; ++i) { x = 0.5 * x + i; } } }
    { loop::Phase phase_2("both"); { loop::Flops flops_3(1); x += 1; } }
    std::printf("%f\n", x);
    loop::close0();
}
