int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    }); loop::Handle h;
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    float x[8], sum[8];
    loop::scan(64);
    loop::scan(sizeof x, loop::Op::min, loop::element<float>(), x, sum);
    { loop::DuringScan duringscan_1 = loop::DuringScan(sizeof x, loop::Op::sum, loop::element<float>(), nullptr, nullptr, x); { loop::work(1e-6); } }
    loop::start_scan(h, 8, loop::Op::lor, loop::element<unsigned char>());
    loop::finish(h);
    loop::close0();
}
