int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    double x = 1;
    { loop::Untimed untimed_1; {
        for (int i_end = loop::problem_size(), i = 0; i < i_end; ++i) x += i;
    } }
    { loop::Untimed untimed_2; for (int pass_3 = 0; pass_3 < 3; ++pass_3) x = 0.5 * x; }
    if (size > 0) { loop::Untimed untimed_4; x = 2; } else x = 3;
    loop::result("x", "", x);
    loop::close0();
}
