int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    }); loop::Handle h;
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    double one[8] = {}, all[512] = {};
    loop::scatter(64);
    loop::scatter(sizeof one, 0, all, one);
    { loop::DuringScatter duringscatter_1(loop::blocks([&](int r) -> long long { return loop::wide * 8 * (r % size); })); { loop::work(1e-6); } }
    loop::start_scatter(h, 8, nodes - 1, nullptr, nullptr, all);
    loop::finish(h);
    loop::close0();
}
