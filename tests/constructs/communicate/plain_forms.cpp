int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    double out[4] = {1, 2, 3, 4}, in[4];
    loop::communicate(loop::wide * 8 * size, 1, 2);
    loop::communicate(sizeof out, 1, 1, out, in) ;
    loop::communicate(8, 1, 1, nullptr, in);
    { loop::Communication communication_1(8, 1, 1); {
        out[0] += 1;
    } }
    if (size > 1)
        { loop::Communication communication_2(8, 1, 1); for (int i = 0; i < 3; ++i) { out[0] += i; } }
    else
        loop::communicate(8, 1, 1);
    out[1] = in[1];
    loop::close0();
}
