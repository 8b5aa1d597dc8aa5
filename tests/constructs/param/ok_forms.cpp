// Written by loop VERSION from ok_forms.loop: change that file, not this one.
#include <cstdio>
#include <cstdlib>
#include <loop/loop.h>

namespace {
const loop::Program loop_program(
    "ok_forms", "ok_forms.loop", "5e68cd7ac9e13d32", loop::CommandLine::runtime, {"size"},
    {
        {"size", "int", "100", "problem size"},
        {"big", "long long", "1LL << 40", "a big one"},
        {"matrix", "std::string", "dense", "dense or sparse"},
        {"ratio", "double", "0.5", "a local one \"in quotes\""},
        {"fast", "bool", "true", "two on a line"},
        {"bytes", "size_t", "sizeof(double)", "bytes of an element"},
        {"odd", "unsigned", "7", "comments"},});
} // namespace
#line 1 "ok_forms.loop"
static const int size = loop::param<int>("size", 100, "problem size");
static const long long big = loop::param<long long>("big", 1LL << 40, "a big one");
static const std::string matrix = loop::param<std::string>("matrix", "dense", "dense or sparse");
static const int twice = 2 * size;
int main() {
    int nodes, me, host, n;
    loop::open0(&nodes, &me, &host, &n, 1000);
    [[maybe_unused]] const double ratio = loop::param<double>("ratio", 0.5, "a local one \"in quotes\""); [[maybe_unused]] const bool fast = loop::param<bool>("fast", true, "two on a line");
    [[maybe_unused]] const std::size_t bytes = loop::param<std::size_t>("bytes", sizeof(double), "bytes of an element");


    [[maybe_unused]] const unsigned odd = loop::param<unsigned>("odd", 7, "comments");


    loop::verify(twice == 2 * size && big > 0 && ratio < 1 && fast && bytes == 8 && matrix != "" && odd == 7, "defaults");
    loop::close0();
}
