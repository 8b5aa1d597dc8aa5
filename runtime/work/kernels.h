#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

// What \WORK executes; no MPI, so that it can be tested alone.
namespace loop::runtime {

// The speed of this rank's core when nothing disturbs it.
struct CoreSpeed {
    double rounds_per_ns = 1; // of the arithmetic of `compute_until`
    double clock_ns = 0;      // the cost of a clock reading
};
// Takes about half a millisecond.
CoreSpeed measure_core_speed();

// Computes until `end_ns` of this host's monotonic clock. Between readings of the clock lies about a
// microsecond of computing; if it took more than `lost_core_ns` longer, the rank had no core, and that time
// is not made up for: it computes as much longer. Returns the sum of these times.
std::int64_t compute_until(std::int64_t end_ns, const CoreSpeed& speed);
constexpr std::int64_t lost_core_ns = 10000;

// Executes this many floating-point operations in registers.
void execute_operations(long long count);

// Which words of a buffer are read, and in which order. A sweep reads one word every `stride_bytes`; if that
// is not enough, further sweeps follow, each one word further into the gaps.
constexpr long long word_bytes = 8;
struct Accesses {
    long long words;
    long long stride_bytes; // a multiple of word_bytes
    bool random;            // the order within a sweep
};
// The size of the buffer; at most `max_buffer_bytes`.
constexpr long long max_buffer_bytes = 256LL << 20;
std::size_t buffer_bytes(const Accesses& accesses);

// Calls visit(offset in bytes) for each word in order.
template <class Visit>
void visit_words(const Accesses& accesses, Visit visit);

// Returns the sum of the words.
std::uint64_t read_words(const char* buffer, const Accesses& accesses);

// A permutation of 0 .. 2^bits - 1 that looks random.
constexpr std::uint64_t permuted(std::uint64_t index, int bits) {
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    const int shift = bits / 2 + 1;
    std::uint64_t x = (index + 0x9e3779b97f4a7c15u) & mask;
    for (const std::uint64_t odd : {0xbf58476d1ce4e5b9u, 0x94d049bb133111ebu, 0x9e3779b97f4a7c15u}) {
        x = (x * odd) & mask;
        x ^= x >> shift;
    }
    return x;
}

constexpr int bits_for(long long count) {
    int bits = 0;
    while ((1LL << bits) < count)
        ++bits;
    return bits;
}

template <class Visit>
void visit_words(const Accesses& accesses, Visit visit) {
    const long long stride = accesses.stride_bytes;
    const long long sweep = static_cast<long long>(buffer_bytes(accesses)) / stride;
    for (long long done = 0, first = 0; done < accesses.words; done += sweep) {
        const long long count = accesses.words - done < sweep ? accesses.words - done : sweep;
        if (!accesses.random && stride == word_bytes) { // a constant stride, so that compilers vectorize it
            for (long long i = 0; i < count; ++i)
                visit(first + i * word_bytes);
        } else if (!accesses.random) {
            for (long long i = 0; i < count; ++i)
                visit(first + i * stride);
        } else {
            const int bits = bits_for(count);
            for (long long i = 0; i < 1LL << bits; ++i) {
                const auto at = static_cast<long long>(permuted(static_cast<std::uint64_t>(i), bits));
                if (at < count) visit(first + at * stride);
            }
        }
        first = (first + word_bytes) % stride;
    }
}

} // namespace loop::runtime
