#include <string>
int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::note("a remark");
    if (size > 0) loop::note("the size is " + std::to_string(size)); else loop::note("no size");
    loop::close0();
}
