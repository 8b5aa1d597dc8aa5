#include "work/kernels.h"

#include "session/clock.h"

#include <algorithm>
#include <cstring>

namespace loop::runtime {
namespace {

constexpr double between_readings_ns = 1000;
constexpr int chains = 8; // independent ones, so that latencies overlap
constexpr long long operations_per_round = 2 * chains;

// Volatile, so that the compiler must execute what lies between.
const volatile double first_value = 0.5;
volatile double last_value;

void compute_rounds(long long rounds) {
    double values[chains];
    for (double& value : values)
        value = first_value;
    for (long long round = 0; round < rounds; ++round)
        for (double& value : values)
            value = value * 0.999 + 0.001;
    double sum = 0;
    for (const double value : values)
        sum += value;
    last_value = sum;
}

} // namespace

CoreSpeed measure_core_speed() {
    constexpr long long rounds = 2000;
    CoreSpeed speed;
    speed.clock_ns = measure_clock_call_ns();
    std::int64_t fastest = INT64_MAX;
    for (int attempt = 0; attempt < 40; ++attempt) {
        const std::int64_t begin = now_ns();
        compute_rounds(rounds);
        fastest = std::min(fastest, now_ns() - begin);
    }
    speed.rounds_per_ns =
        static_cast<double>(rounds) / static_cast<double>(std::max<std::int64_t>(fastest, 1));
    return speed;
}

std::int64_t compute_until(std::int64_t end_ns, const CoreSpeed& speed) {
    double rounds_per_ns = speed.rounds_per_ns; // corrected here, as the clock rate of the core may change
    std::int64_t lost = 0;
    std::int64_t last = now_ns();
    while (true) {
        const auto left = static_cast<double>(end_ns + lost - last) - speed.clock_ns;
        if (left < speed.clock_ns / 2) return lost;
        // An eighth is left for further rounds, so that an error of the rate hardly matters.
        const double planned = std::min(left - left / 8, between_readings_ns);
        const double rounds = std::max(planned * rounds_per_ns, 1.0);
        compute_rounds(static_cast<long long>(rounds));
        const std::int64_t now = now_ns();
        const auto taken = static_cast<double>(now - last) - speed.clock_ns;
        if (taken > planned + lost_core_ns) {
            lost += static_cast<std::int64_t>(taken - planned);
        } else if (planned > between_readings_ns / 4 && taken > 0) {
            rounds_per_ns = rounds / taken;
        }
        last = now;
    }
}

void execute_operations(long long count) {
    compute_rounds(count / operations_per_round);
    double value = first_value;
    for (long long i = 0; i < count % operations_per_round; ++i)
        value += 0.001;
    last_value = value;
}

std::size_t buffer_bytes(const Accesses& accesses) {
    const long long sweeps = max_buffer_bytes / accesses.stride_bytes;
    return static_cast<std::size_t>(std::min(accesses.words, sweeps) * accesses.stride_bytes);
}

std::uint64_t read_words(const char* buffer, const Accesses& accesses) {
    std::uint64_t sum = 0;
    visit_words(accesses, [&](long long offset) {
        std::uint64_t word;
        std::memcpy(&word, buffer + offset, sizeof word);
        sum += word;
    });
    return sum;
}

} // namespace loop::runtime
