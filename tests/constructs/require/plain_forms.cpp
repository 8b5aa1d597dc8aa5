#include <string>
int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    loop::require(nodes > 0, "there are ranks");
    loop::require(size >= 0, "a size of " + std::to_string(0) + " or more");
    if (size > 0) loop::require(size < 1000000, "not huge"); else size = 1;
    loop::close0();
}
