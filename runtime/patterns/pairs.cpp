#include <loop/patterns.h>

#include <algorithm>

namespace loop::patterns {
namespace {

long long wrapped(long long value, long long ranks) {
    return ((value % ranks) + ranks) % ranks;
}

bool contains(const std::vector<Partner>& partners, long long rank) {
    return std::any_of(partners.begin(), partners.end(), [&](const Partner& p) { return p.rank == rank; });
}

// Ranks form blocks of `distance`; each even-numbered block pairs with the odd one after it. Returns -1 if
// the rank has no peer.
long long parity_peer(int me, int ranks, long long distance) {
    const long long peer = (me / distance) % 2 == 0 ? me + distance : me - distance;
    return peer >= 0 && peer < ranks ? peer : -1;
}

// Returns the rank at distance `offset`, or -1 beyond the end of a chain.
long long neighbour(int me, int ranks, long long offset, bool ring) {
    const long long rank = me + offset;
    if (ring) return wrapped(rank, ranks);
    return rank >= 0 && rank < ranks ? rank : -1;
}

void add_peer(std::vector<Partner>& peers, int me, long long peer, long long slot) {
    if (peer < 0 || peer == me || contains(peers, peer)) return;
    peers.push_back({static_cast<int>(peer), slot});
}

} // namespace

Pattern communicate(int me, int ranks, long long distance, long long partners) {
    Pattern pattern;
    const long long step = distance % ranks;
    const long long distinct = std::min<long long>(partners, ranks); // after `ranks` steps, partners repeat
    std::vector<bool> seen(static_cast<std::size_t>(ranks), false);
    for (long long j = 1; j <= distinct; ++j) {
        const long long offset = j * step % ranks;
        if (offset == 0 || seen[static_cast<std::size_t>(offset)]) continue;
        seen[static_cast<std::size_t>(offset)] = true;
        pattern.sends.push_back({static_cast<int>(wrapped(me + offset, ranks)), j - 1});
        pattern.receives.push_back({static_cast<int>(wrapped(me - offset, ranks)), j - 1});
    }
    pattern.dropped = partners - static_cast<long long>(pattern.sends.size());
    pattern.expected = ranks == 1 ? pattern.dropped : 0;
    return pattern;
}

Pattern exchange(int me, int ranks, long long distance, long long partners, bool ring) {
    std::vector<Partner> peers;
    // Counts partners beyond one end of the chain. If a partner is missing at both ends, `distance` is too
    // long, which is a mistake and does not count.
    long long ends = 0;
    const long long pairs = partners / 2;
    const long long step = ring ? distance % ranks : std::min<long long>(distance, ranks);
    for (long long j = 1; j <= std::min<long long>(pairs, ranks); ++j) {
        const long long above = neighbour(me, ranks, j * step, ring);
        const long long below = neighbour(me, ranks, -j * step, ring);
        ends += (above < 0) != (below < 0) ? 1 : 0;
        add_peer(peers, me, above, 2 * j - 2);
        add_peer(peers, me, below, 2 * j - 1);
    }
    const bool reachable = distance < ranks && pairs < ranks; // no overflow in the product below
    if (partners % 2 == 1 && reachable) {
        const long long apart = (pairs + 1) * distance;
        const long long peer = parity_peer(me, ranks, apart);
        ends += peer < 0 && apart < ranks ? 1 : 0;
        add_peer(peers, me, peer, partners - 1);
    }
    const long long dropped = partners - static_cast<long long>(peers.size());
    return Pattern{peers, peers, dropped, ranks == 1 ? dropped : ends};
}

Pattern multibcast0(int me, int ranks) {
    Pattern pattern;
    for (int rank = 0; rank < ranks; ++rank) {
        if (rank != me) pattern.sends.push_back({rank, rank});
    }
    pattern.receives = pattern.sends;
    return pattern;
}

Pattern multibcast_me(int me, int ranks) {
    Pattern pattern = multibcast0(me, ranks);
    std::rotate(pattern.sends.begin(), pattern.sends.begin() + me, pattern.sends.end());
    return pattern;
}

Pattern multibcast_alter(int me, int ranks) {
    Pattern pattern;
    for (int k = 1; k < ranks; ++k) {
        const auto to = static_cast<int>(wrapped(me + k, ranks));
        const auto from = static_cast<int>(wrapped(me - k, ranks));
        pattern.sends.push_back({to, to});
        pattern.receives.push_back({from, from});
    }
    return pattern;
}

Block block_of(int rank, int ranks, long long elements) {
    return BlockDistribution(ranks, elements).of(rank);
}

} // namespace loop::patterns
