#include "kernels/apexmap/sums.h"

#include "kernels/apexmap/gather.h"
#include "kernels/apexmap/values.h"

#include <loop/detail/products.h>

#include <algorithm>
#include <cstring>

namespace loop::runtime::apexmap {
namespace {

constexpr std::size_t native_lanes = loop::detail::lanes<double>;
constexpr std::size_t sums_kept = 8; // in vectors: enough for two adds per cycle with a latency of four

// A vector of `lanes` words.
#ifdef __GNUC__
template <std::size_t lanes>
struct Pack {
    typedef double Type __attribute__((vector_size(lanes * sizeof(double))));
};
#else
template <std::size_t lanes>
struct Pack {
    struct Type {
        double lane[lanes];
        double operator[](std::size_t i) const { return lane[i]; }
        Type& operator+=(const Type& other) {
            for (std::size_t i = 0; i < lanes; ++i)
                lane[i] += other.lane[i];
            return *this;
        }
        friend Type operator*(Type left, double right) {
            for (double& value : left.lane)
                value *= right;
            return left;
        }
    };
};
#endif
template <>
struct Pack<1> {
    typedef double Type;
};

template <class Lanes>
Lanes load(const double* words) {
    Lanes lanes;
    std::memcpy(&lanes, words, sizeof lanes);
    return lanes;
}

template <bool multiply, class Lanes>
void add(Lanes& sum, Lanes words) {
    if constexpr (multiply) {
        sum += words * factor;
    } else {
        sum += words;
    }
}

template <std::size_t lanes>
double total(const typename Pack<lanes>::Type* sums, std::size_t count) {
    double all = 0;
    for (std::size_t s = 0; s < count; ++s) {
        if constexpr (lanes == 1) {
            all += sums[s];
        } else {
            for (std::size_t i = 0; i < lanes; ++i)
                all += sums[s][i];
        }
    }
    return all;
}

// Prefetches the beginning of a block; the hardware prefetcher continues from there.
constexpr std::size_t lines_ahead = 8;

inline void ask_for(const double* words, std::size_t block) {
    const std::size_t asked = std::min(block, lines_ahead * line_words);
    for (std::size_t k = 0; k < asked; k += line_words)
        __builtin_prefetch(words + k);
    __builtin_prefetch(words + asked - 1);
}

template <bool prefetch>
inline void look_ahead(const double* words, const std::int64_t* starts, std::size_t at, std::size_t count,
                       std::size_t block, std::size_t ahead) {
    if constexpr (prefetch) ask_for(words + starts[std::min(at + ahead, count - 1)], block);
}

// Blocks of a fixed, small number of words: several at a time, each with its own accumulators.
template <std::size_t block, bool multiply, bool prefetch>
double sum_short(const double* words, const std::int64_t* starts, std::size_t count, std::size_t ahead) {
    constexpr std::size_t lanes = block < native_lanes ? block : native_lanes;
    constexpr std::size_t vectors = block / lanes;
    constexpr std::size_t together = sums_kept / vectors;
    using Lanes = typename Pack<lanes>::Type;
    Lanes sums[together * vectors] = {};
    std::size_t k = 0;
    for (; k + together <= count; k += together) {
#pragma GCC unroll 8
        for (std::size_t j = 0; j < together; ++j) {
            look_ahead<prefetch>(words, starts, k + j, count, block, ahead);
            const double* const from = words + starts[k + j];
#pragma GCC unroll 8
            for (std::size_t v = 0; v < vectors; ++v)
                add<multiply>(sums[j * vectors + v], load<Lanes>(from + v * lanes));
        }
    }
    for (; k < count; ++k)
        for (std::size_t v = 0; v < vectors; ++v)
            add<multiply>(sums[v], load<Lanes>(words + starts[k] + v * lanes));
    return total<lanes>(sums, together * vectors);
}

// Single words, as many at a time as one gather loads.
template <bool multiply, bool prefetch>
double sum_words(const double* words, const std::int64_t* starts, std::size_t count, std::size_t ahead) {
    if constexpr (!has_gather) return sum_short<1, multiply, prefetch>(words, starts, count, ahead);
    constexpr std::size_t lanes = gathered_words;
    constexpr std::size_t together = 4;
    Gathered sums[together] = {};
    std::size_t k = 0;
    for (; k + together * lanes <= count; k += together * lanes) {
#pragma GCC unroll 4
        for (std::size_t j = 0; j < together; ++j) {
            for (std::size_t i = 0; prefetch && i < lanes; ++i)
                look_ahead<prefetch>(words, starts, k + j * lanes + i, count, 1, ahead);
            add<multiply>(sums[j], gather(words, starts + k + j * lanes));
        }
    }
    double rest = 0;
    for (; k < count; ++k)
        add<multiply>(rest, words[starts[k]]);
    return total<lanes>(sums, together) + rest;
}

// Blocks of any length, one after the other.
template <bool multiply, bool prefetch>
double sum_any(const double* words, const std::int64_t* starts, std::size_t count, std::size_t block,
               std::size_t ahead) {
    using Lanes = typename Pack<native_lanes>::Type;
    constexpr std::size_t step = sums_kept * native_lanes;
    Lanes sums[sums_kept] = {};
    double rest = 0;
    for (std::size_t i = 0; i < count; ++i) {
        look_ahead<prefetch>(words, starts, i, count, block, ahead);
        const double* const from = words + starts[i];
        std::size_t k = 0;
        for (; k + step <= block; k += step)
#pragma GCC unroll 8
            for (std::size_t s = 0; s < sums_kept; ++s)
                add<multiply>(sums[s], load<Lanes>(from + k + s * native_lanes));
        for (; k + 2 * native_lanes <= block; k += 2 * native_lanes) {
            add<multiply>(sums[0], load<Lanes>(from + k));
            add<multiply>(sums[1], load<Lanes>(from + k + native_lanes));
        }
        for (; k + native_lanes <= block; k += native_lanes)
            add<multiply>(sums[2], load<Lanes>(from + k));
        for (; k < block; ++k)
            add<multiply>(rest, from[k]);
    }
    return total<native_lanes>(sums, sums_kept) + rest;
}

template <bool prefetch>
double sum_strictly(const double* words, const std::int64_t* starts, std::size_t count, std::size_t block,
                    std::size_t ahead) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        look_ahead<prefetch>(words, starts, i, count, block, ahead);
        const double* const from = words + starts[i];
        for (std::size_t k = 0; k < block; ++k)
            sum += from[k];
    }
    return sum;
}

template <bool multiply, bool prefetch>
double sum_reassociated(const double* words, const std::int64_t* starts, std::size_t count, std::size_t block,
                        std::size_t ahead) {
    switch (block) {
    case 1:
        return sum_words<multiply, prefetch>(words, starts, count, ahead);
    case 2:
        return sum_short<2, multiply, prefetch>(words, starts, count, ahead);
    case 4:
        return sum_short<4, multiply, prefetch>(words, starts, count, ahead);
    case 8:
        return sum_short<8, multiply, prefetch>(words, starts, count, ahead);
    case 16:
        return sum_short<16, multiply, prefetch>(words, starts, count, ahead);
    default:
        return sum_any<multiply, prefetch>(words, starts, count, block, ahead);
    }
}

// A value that the compiler cannot know, so that it computes every product.
inline void hide(double& value) {
#ifdef __GNUC__
    asm volatile("" : "+m"(value));
#else
    volatile double hidden = value;
    value = hidden;
#endif
}

// Many multiply-adds on each word, for several vectors at a time: those on one word wait for each other.
template <std::size_t lanes, class Vector>
class OftenAdded {
public:
    explicit OftenAdded(long long times) : times_(times) {}

    void take(Vector words) {
        held_[count_++] = words;
        if (count_ == sums_kept) add_held();
    }
    double sum() {
        std::fill(held_ + count_, held_ + sums_kept, Vector{});
        if (count_ != 0) add_held();
        return total<lanes>(sums_, sums_kept);
    }

private:
    void add_held() {
        Vector held[sums_kept], sums[sums_kept]; // in registers
        std::copy(held_, held_ + sums_kept, held);
        std::copy(sums_, sums_ + sums_kept, sums);
        double by = factor;
        for (long long k = 0; k < times_; ++k) {
            hide(by);
#pragma GCC unroll 8
            for (std::size_t s = 0; s < sums_kept; ++s)
                sums[s] += held[s] * by;
        }
        std::copy(sums, sums + sums_kept, sums_);
        count_ = 0;
    }

    long long times_;
    std::size_t count_ = 0;
    Vector held_[sums_kept] = {}, sums_[sums_kept] = {};
};

template <bool prefetch>
double sum_words_often(const double* words, const std::int64_t* starts, std::size_t count, long long times,
                       std::size_t ahead) {
    OftenAdded<gathered_words, Gathered> gathered(times);
    OftenAdded<1, double> rest(times);
    std::size_t k = 0;
    for (; k + gathered_words <= count; k += gathered_words) {
        for (std::size_t i = 0; prefetch && i < gathered_words; ++i)
            look_ahead<prefetch>(words, starts, k + i, count, 1, ahead);
        gathered.take(gather(words, starts + k));
    }
    for (; k < count; ++k)
        rest.take(words[starts[k]]);
    return gathered.sum() + rest.sum();
}

template <std::size_t lanes, bool prefetch>
double sum_vectors_often(const double* words, const std::int64_t* starts, std::size_t count,
                         std::size_t block, long long times, std::size_t ahead) {
    using Lanes = typename Pack<lanes>::Type;
    OftenAdded<lanes, Lanes> vectors(times);
    OftenAdded<1, double> rest(times);
    for (std::size_t i = 0; i < count; ++i) {
        look_ahead<prefetch>(words, starts, i, count, block, ahead);
        const double* const from = words + starts[i];
        std::size_t k = 0;
        for (; k + lanes <= block; k += lanes)
            vectors.take(load<Lanes>(from + k));
        for (; k < block; ++k)
            rest.take(from[k]);
    }
    return vectors.sum() + rest.sum();
}

template <bool prefetch>
double sum_often(const double* words, const std::int64_t* starts, std::size_t count, std::size_t block,
                 long long times, std::size_t ahead) {
    constexpr std::size_t four = std::min<std::size_t>(4, native_lanes);
    if (block == 1) return sum_words_often<prefetch>(words, starts, count, times, ahead);
    if (block < 4) return sum_vectors_often<2, prefetch>(words, starts, count, block, times, ahead);
    if (block < native_lanes)
        return sum_vectors_often<four, prefetch>(words, starts, count, block, times, ahead);
    return sum_vectors_often<native_lanes, prefetch>(words, starts, count, block, times, ahead);
}

template <bool prefetch>
double sum(const double* words, const std::int64_t* starts, std::size_t count, std::size_t block,
           const Arithmetic& arithmetic, std::size_t ahead) {
    if (arithmetic.intensity > 1)
        return sum_often<prefetch>(words, starts, count, block, arithmetic.intensity, ahead);
    switch (arithmetic.compute) {
    case Compute::Strict:
        return sum_strictly<prefetch>(words, starts, count, block, ahead);
    case Compute::MultiplyAdd:
        return sum_reassociated<true, prefetch>(words, starts, count, block, ahead);
    case Compute::Sum:
        break;
    }
    return sum_reassociated<false, prefetch>(words, starts, count, block, ahead);
}

} // namespace

double sum_blocks(const double* words, const std::int64_t* starts, std::size_t count, std::size_t block,
                  Arithmetic arithmetic, std::size_t ahead) {
    return ahead == 0 ? sum<false>(words, starts, count, block, arithmetic, 0)
                      : sum<true>(words, starts, count, block, arithmetic, ahead);
}

double sum_block(const double* words, std::size_t block, Arithmetic arithmetic) {
    if (block == 1 && arithmetic.intensity == 1)
        return arithmetic.compute == Compute::MultiplyAdd ? words[0] * factor : words[0];
    const std::int64_t start = 0;
    return sum<false>(words, &start, 1, block, arithmetic, 0);
}

double sum_chain(const double* words, const std::int64_t* starts, std::size_t count, std::size_t block,
                 std::int64_t& link) {
    double sum = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const double* const from = words + starts[k] + link;
        sum += sum_block(from, block, Compute::Sum);
        // Small whole numbers have no bits at the end of their mantissas.
        std::int64_t bits = 0;
        std::memcpy(&bits, from + block - 1, sizeof bits);
        link = bits & 1;
    }
    return sum;
}

void add_to_blocks(double* words, const std::int64_t* starts, std::size_t count, std::size_t block) {
    for (std::size_t i = 0; i < count; ++i) {
        double* const from = words + starts[i];
        for (std::size_t k = 0; k < block; ++k)
            from[k] += 1;
    }
}

} // namespace loop::runtime::apexmap
