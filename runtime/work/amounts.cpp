#include "work/amounts.h"

#include "session/failure.h"
#include "work/kernels.h"

#include <cstdio>

namespace loop::runtime {

namespace {

constexpr double most_seconds = 1e9;
constexpr double most_operations = 4e18;

[[noreturn]] void fail_amount(const Site& site, const char* argument, double seen, const char* must) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", seen);
    fail(site, Construct::Work, argument, " is ", text, "; it must be ", must);
}

} // namespace

void require_seconds(double seconds, const char* argument, const Site& site) {
    if (!(seconds >= 0) || seconds > most_seconds) fail_amount(site, argument, seconds, "from 0 to 1e9 s");
}

long long whole_operations(double count, const Site& site) {
    if (!(count >= 0) || count > most_operations) fail_amount(site, "FLOPS", count, "from 0 to 4e18");
    return static_cast<long long>(count);
}

void require_bytes(long long bytes, long long stride, const Site& site) {
    if (bytes < 0) fail_amount(site, "BYTES", static_cast<double>(bytes), "0 or more");
    if (stride < word_bytes || stride % word_bytes != 0 || stride > max_buffer_bytes)
        fail(site, Construct::Work, "STRIDE is ", stride, "; it must be a multiple of ", word_bytes,
             " bytes, up to ", max_buffer_bytes);
}

} // namespace loop::runtime
