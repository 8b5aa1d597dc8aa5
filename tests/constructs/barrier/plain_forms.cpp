int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    }); loop::Handle h;
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::barrier();
    { loop::DuringBarrier duringbarrier_1; { loop::work(1e-6); } }
    loop::start_barrier(h);
    loop::finish(h);
    loop::close0();
}
