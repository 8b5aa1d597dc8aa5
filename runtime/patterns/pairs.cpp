#include <loop/patterns.h>

#include <algorithm>

namespace loop::patterns {
namespace {

// `named`: the partners that the arguments name; `ends`: those that the end of a chain leaves out.
Pattern pattern_of(Partners partners, int ranks, long long named, long long ends = 0) {
    const long long dropped = named - static_cast<long long>(partners.sends.size());
    return {std::move(partners), dropped, ranks == 1 ? dropped : ends};
}

// How many partners in a chain are beyond one of its ends. One that is missing at both ends does not count:
// then `distance` is too long, which is a mistake.
long long beyond_ends(int me, int ranks, long long distance, long long partners) {
    long long ends = 0;
    const auto exists = [&](long long rank) { return rank >= 0 && rank < ranks; };
    const long long step = std::min<long long>(distance, ranks);
    for (long long j = 1; j <= std::min<long long>(partners / 2, ranks); ++j)
        ends += exists(me + j * step) != exists(me - j * step) ? 1 : 0;
    return ends;
}

// The same for the last partner if their number is odd: this rank's block has no pair.
long long beyond_blocks(int me, int ranks, long long distance, long long partners) {
    if (partners % 2 == 0 || distance >= ranks || partners / 2 >= ranks) return 0;
    const long long apart = (partners / 2 + 1) * distance;
    return apart < ranks && me / apart % 2 == 0 && me + apart >= ranks ? 1 : 0;
}

} // namespace

Pattern communicate(int me, int ranks, long long distance, long long partners) {
    return pattern_of(communicate_partners(me, ranks, distance, partners), ranks, partners);
}

Pattern exchange(int me, int ranks, long long distance, long long partners, bool ring) {
    const long long ends = (ring ? 0 : beyond_ends(me, ranks, distance, partners)) +
                           beyond_blocks(me, ranks, distance, partners);
    return pattern_of(exchange_partners(me, ranks, distance, partners, ring), ranks, partners, ends);
}

Pattern multibcast0(int me, int ranks) {
    return pattern_of(multibcast0_partners(me, ranks), ranks, ranks - 1);
}

Pattern multibcast_me(int me, int ranks) {
    return pattern_of(multibcast_me_partners(me, ranks), ranks, ranks - 1);
}

Pattern multibcast_alter(int me, int ranks) {
    return pattern_of(multibcast_alter_partners(me, ranks), ranks, ranks - 1);
}

} // namespace loop::patterns
