#include <vector>
int main(int argc, char** argv) {
    loop::read_arguments(argc, argv, {
        {"size", "100", "problem size", loop::is_count},
        {"iterations", "10", "repetitions", loop::is_count},
    });
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    std::vector<char> from(100 * nodes), into(100 * nodes);
    loop::multibcast_alter(1000);
    loop::multibcast_alter(100, from.data(), into.data());
    loop::multibcast_alter(100, nullptr, into.data());
    loop::close0();
}
