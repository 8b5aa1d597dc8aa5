#pragma once

#include <cstddef>
#include <cstdint>

#ifdef __AVX2__
#include <immintrin.h>
#endif

// Loads words from arbitrary places with one gather instruction, if the processor has it. Each word then
// takes one entry in the load queue instead of two, so more cache misses can be in flight at a time.
namespace loop::runtime::apexmap {

#if defined(__AVX512F__)
constexpr bool has_gather = true;
constexpr std::size_t gathered_words = 8;
typedef double Gathered __attribute__((vector_size(64)));
inline Gathered gather(const double* words, const std::int64_t* starts) {
    const __m512d none = _mm512_setzero_pd();
    const __m512i from = _mm512_loadu_si512(starts);
    return Gathered(_mm512_mask_i64gather_pd(none, 0xFF, from, words, sizeof(double)));
}
#elif defined(__AVX2__)
constexpr bool has_gather = true;
constexpr std::size_t gathered_words = 4;
typedef double Gathered __attribute__((vector_size(32)));
inline Gathered gather(const double* words, const std::int64_t* starts) {
    return Gathered(_mm256_i64gather_pd(words, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(starts)),
                                        sizeof(double)));
}
#else
constexpr bool has_gather = false;
constexpr std::size_t gathered_words = 1;
using Gathered = double;
inline Gathered gather(const double* words, const std::int64_t* starts) {
    return words[*starts];
}
#endif

} // namespace loop::runtime::apexmap
