static const int TRACE_BUF_SIZE = 250000;
int main(int argc, char** argv)
{
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, /* the host */ &host,
           &size, TRACE_BUF_SIZE) ;
    loop::close0 ( ) ;
    return EXIT_SUCCESS;
}
