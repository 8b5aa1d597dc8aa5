// Written by loop VERSION from ok_in_functions.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_in_functions", "ok_in_functions.loop", "fd05909c6d0f534c", loop::CommandLine::runtime, {},
    {});
} // namespace
#line 1 "ok_in_functions.loop"
#include <vector>
namespace work {
struct Cell {
    double value = 0;
    explicit Cell(int n) : value(n) { for (int i_end = loop::times(n), i = 0; i < i_end; ++i) { value += i; } }
};
template <typename T>
T sum(const std::vector<T>& values) {
    T total{};
    for (int i_end = loop::times(values.size()), i = 0; i < i_end; ++i) total += values[static_cast<std::size_t>(i)];
    return total;
}
} // namespace work
int main() {
    int nodes, me, host, size;
    loop::open0(&nodes, &me, &host, &size, 1000);
    auto twice = [&](int n) { int x = 0; for (int i_end = loop::times(n), i = 0; i < i_end; ++i) { x += i; } return 2 * x; };
    work::Cell cell(twice(3));
    std::printf("%f %f\n", work::sum(std::vector<double>(3, 1.0)), cell.value);
    loop::close0();
}
