int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    }); loop::Handle h;
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    int x[8], sum[8];
    loop::reduce(64);
    loop::reduce(sizeof x, 0, loop::Op::max, loop::element<int>(), x, sum);
    { loop::DuringReduce duringreduce_1 = loop::DuringReduce(sizeof x, 0, loop::Op::bxor, loop::element<int>(), nullptr, nullptr, x); { loop::work(1e-6); } }
    loop::start_reduce(h, 8, nodes - 1, loop::Op::sum, loop::element<long long>());
    loop::finish(h);
    loop::close0();
}
