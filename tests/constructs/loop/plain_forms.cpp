int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    int sum = 0;
    for (int i3_end = loop::problem_size(), i3 = 0; i3 < i3_end; ++i3) {
        for (int i2_end = 2 * nodes, i2 = 0; i2 < i2_end; ++i2) {
            for (int pass_1__end = loop::problem_size(), pass_1_ = 0; pass_1_ < pass_1__end; ++pass_1_) { sum += i3 + i2; }
        }
    }
    for (int i = 0; i < 3; ++i) sum += i;
    for (int pass_2 = 0; pass_2 < 3; ++pass_2) sum++;
    for (int i_end_ = loop::problem_size(), i = 0; i < i_end_; ++i) if (i > 2) sum += 1; else sum -= 1;
    for (int pass_3 = 0; pass_3 < 2; ++pass_3) { for (int pass_4 = 0; pass_4 < 2; ++pass_4) for (int j = 0; j < 2; ++j) { sum += j; } }
    if (sum > 0)
        for (int pass_5 = 0; pass_5 < 1; ++pass_5) sum = 0;
    else
        for (int i = 0; i < 2; ++i) do { sum += i; } while (sum < 3);
    for (int pass_6 = 0; pass_6 < 2; ++pass_6) ;
    for (int k = 0; k < 2; ++k) try { sum += k; } catch (...) { sum = 0; }
    int pass_1 = 0, i_end = 1;
    for (int i_end_ = size, i = 0; i < i_end_; ++i) { sum += i + i_end + pass_1; }
    std::printf("%d\n", sum);
    loop::close0();
}
