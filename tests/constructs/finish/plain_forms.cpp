int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, n;
    loop::open0(&nodes, &me, &host, &n, 1000);
    if (const loop::Among among_1(loop::groups([&](int r) -> loop::GroupNumber { return r > 0; })); among_1) { loop::Handle h;
        loop::start_exchange(h, 8, 1, 2);
        loop::finish(h);
    } else { loop::Handle h;
        loop::start_exchange(h, 8, 1, 1);
        loop::finish(h);
    }
    loop::close0();
}
