int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    const double share = 0.5;
    loop::work(1e-3 * (1 + me));
    loop::work(share / 1000);
    loop::work_flops(9.0 * size * size);
    loop::work_bytes(loop::wide * 8 * size);
    loop::work_bytes(8LL * size, 64);
    loop::work_bytes(8LL * size, 8, me > 0);
    loop::work_bytes(8LL * size, 128, true);
    loop::work_idle(share / 1000);
    if (me == 0) loop::work(0); else loop::work_flops(0);
    { loop::Communication communication_1(8, 1, 1); { loop::work(1e-6); } }
    loop::close0();
}
