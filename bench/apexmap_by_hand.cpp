#include "apexmap_gather.h"

#ifdef __AVX512F__
#include <immintrin.h>
#endif

double loops_by_hand(const double* words, const std::int64_t* starts, std::size_t count, std::size_t block) {
    double sum = 0;
    if (block == 1) {
        for (std::size_t k = 0; k < count; ++k)
            sum += words[starts[k]];
        return sum;
    }
    for (std::size_t k = 0; k < count; ++k) {
        const double* const from = words + starts[k];
        for (std::size_t j = 0; j < block; ++j)
            sum += from[j];
    }
    return sum;
}

#ifdef __AVX512F__
double vectors_by_hand(const double* words, const std::int64_t* starts, std::size_t count,
                       std::size_t block) {
    __m512d a = _mm512_setzero_pd();
    __m512d b = a;
    __m512d c = a;
    __m512d d = a;
    double rest = 0;
    if (block == 1) {
        std::size_t k = 0;
        for (; k + 32 <= count; k += 32) {
            a = _mm512_add_pd(a, _mm512_i64gather_pd(_mm512_loadu_si512(starts + k), words, 8));
            b = _mm512_add_pd(b, _mm512_i64gather_pd(_mm512_loadu_si512(starts + k + 8), words, 8));
            c = _mm512_add_pd(c, _mm512_i64gather_pd(_mm512_loadu_si512(starts + k + 16), words, 8));
            d = _mm512_add_pd(d, _mm512_i64gather_pd(_mm512_loadu_si512(starts + k + 24), words, 8));
        }
        for (; k < count; ++k)
            rest += words[starts[k]];
    } else {
        for (std::size_t k = 0; k < count; ++k) {
            const double* from = words + starts[k];
            std::size_t j = 0;
            for (; j + 32 <= block; j += 32) {
                a = _mm512_add_pd(a, _mm512_loadu_pd(from + j));
                b = _mm512_add_pd(b, _mm512_loadu_pd(from + j + 8));
                c = _mm512_add_pd(c, _mm512_loadu_pd(from + j + 16));
                d = _mm512_add_pd(d, _mm512_loadu_pd(from + j + 24));
            }
            if (j + 16 <= block) {
                a = _mm512_add_pd(a, _mm512_loadu_pd(from + j));
                b = _mm512_add_pd(b, _mm512_loadu_pd(from + j + 8));
                j += 16;
            }
            for (; j < block; ++j)
                rest += from[j];
        }
    }
    return _mm512_reduce_add_pd(_mm512_add_pd(_mm512_add_pd(a, b), _mm512_add_pd(c, d))) + rest;
}
#else
double vectors_by_hand(const double* words, const std::int64_t* starts, std::size_t count,
                       std::size_t block) {
    return loops_by_hand(words, starts, count, block);
}
#endif
