#include <loop/patterns.h>

namespace loop::patterns {

PlacedWord h_relation_word(int me, int ranks, long long i) {
    if (ranks == 1) return {0, i};
    const long long others = ranks - 1;
    return {static_cast<int>((me + 1 + i % others) % ranks), me + i / others * ranks};
}

long long h_relation_count(int from, int to, int ranks, long long h) {
    if (ranks == 1) return h;
    if (from == to) return 0;
    const long long others = ranks - 1;
    const long long turn = (to - from - 1 + ranks) % ranks; // zero-based: when `to` gets its first word
    return h / others + (h % others > turn ? 1 : 0);
}

} // namespace loop::patterns
