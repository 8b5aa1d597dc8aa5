static const loop::EarlyArguments loop_arguments({
    {"size", "100", "problem size", loop::is_count},
    {"big", "1LL << 40", "a big one", loop::is_a<long long>},
    {"matrix", "dense", "dense or sparse", loop::is_a<std::string>},
    {"ratio", "0.5", "a local one \"in quotes\"", loop::is_a<double>},
    {"fast", "true", "two on a line", loop::is_a<bool>},
    {"bytes", "sizeof(double)", "bytes of an element", loop::is_a<std::size_t>},
    {"odd", "7", "comments", loop::is_a<unsigned>},
    {"iterations", "10", "repetitions", loop::is_count},
});

static const int size = loop::argument<int>("size", 100);
static const long long big = loop::argument<long long>("big", 1LL << 40);
static const std::string matrix = loop::argument<std::string>("matrix", "dense");
static const int twice = 2 * size;
int main() {
    int nodes, me, host, n;
    loop::open0(&nodes, &me, &host, &n, 1000);
    [[maybe_unused]] const double ratio = loop::argument<double>("ratio", 0.5); [[maybe_unused]] const bool fast = loop::argument<bool>("fast", true);
    [[maybe_unused]] const std::size_t bytes = loop::argument<std::size_t>("bytes", sizeof(double));
    [[maybe_unused]] const unsigned odd = loop::argument<unsigned>("odd", 7);
    loop::verify(twice == 2 * size && big > 0 && ratio < 1 && fast && bytes == 8 && matrix != "" && odd == 7, "defaults");
    loop::close0();
}
