int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    }); loop::Handle h;
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    double all[512] = {}, one[8];
    loop::reduce_scatter(64);
    loop::reduce_scatter(sizeof one, loop::Op::sum, loop::element<double>(), all, one);
    { loop::DuringReduceScatter duringreducescatter_1(loop::blocks([&](int r) -> long long { return loop::wide * 8 * (r % 2); }), loop::Op::max); { loop::work(1e-6); } }
    loop::start_reduce_scatter(h, 8, loop::Op::sum, loop::Element::Double, nullptr, nullptr, all);
    loop::finish(h);
    loop::close0();
}
