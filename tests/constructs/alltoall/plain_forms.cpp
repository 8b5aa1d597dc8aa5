int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    }); loop::Handle h;
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    double out[512] = {}, in[512] = {};
    loop::alltoall(64);
    loop::alltoall(8, out, in);
    { loop::DuringAlltoall duringalltoall_1(loop::blocks([&](int r, int s) -> long long { return loop::wide * 8 * (r + s) + size; })); { loop::work(1e-6); } }
    loop::alltoall(loop::blocks([&](int /* r */, int s) -> long long { return loop::wide * 8 * (s % 3); }));
    loop::start_alltoall(h, loop::blocks([&](int r) -> long long { return loop::wide * 8 * r; }));
    loop::finish(h);
    loop::close0();
}
