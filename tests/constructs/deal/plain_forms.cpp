int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, n;
    loop::open0(&nodes, &me, &host, &n, 1000);
    long long done = 0;
    for ([[maybe_unused]] int pass_1 : loop::deal(n)) { done += 1; }
    for ([[maybe_unused]] int t : loop::deal(2 * n, 0, 64, 1024)) {
        if (t % 2 == 0) continue;
        done += t;
    }
    for ([[maybe_unused]] int t : loop::deal(n, nodes - 1, 8, 8, 8)) for (int i = 0; i < 3; ++i) done += t * i;
    for ([[maybe_unused]] int task : loop::deal(n, 0, 16, 0)) loop::work_flops(loop::wide * 1000 * task);
    for ([[maybe_unused]] int pass : loop::deal(100))
        for (int i = 0; i < 3; ++i) {
            if (i == pass) break;
            const auto odd = [](int a) { return a % 2 != 0; };
            if (odd(i)) goto next;
            done += i;
        next:
            ;
        }
    loop::close0();
}
