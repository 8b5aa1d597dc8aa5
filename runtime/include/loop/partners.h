#pragma once

#include <algorithm>
#include <vector>

namespace loop::patterns {

// A partner of a rank. `slot` is the index of its slot in FROM and INTO. It counts all partners that the
// arguments name, also those that are left out. For multibroadcasts, it is the partner's rank.
struct Partner {
    int rank;
    long long slot;
};
struct Partners {
    std::vector<Partner> sends, receives; // in the order of sending, and of receiving
};

// helper: communicate_partners
// needs: partners

// \COMMUNICATE sends to (me + j distance) mod ranks and receives from (me - j distance) mod ranks,
// j = 1 .. partners. The rank itself and repeated partners are left out.
inline Partners communicate_partners(int me, int ranks, long long distance, long long partners) {
    Partners with;
    std::vector<bool> seen(static_cast<std::size_t>(ranks), false);
    for (long long j = 1; j <= partners && j < ranks; ++j) { // after `ranks` steps, partners repeat
        const long long offset = j * (distance % ranks) % ranks;
        if (offset == 0 || seen[static_cast<std::size_t>(offset)]) continue;
        seen[static_cast<std::size_t>(offset)] = true;
        with.sends.push_back({static_cast<int>((me + offset) % ranks), j - 1});
        with.receives.push_back({static_cast<int>((me - offset + ranks) % ranks), j - 1});
    }
    return with;
}

// helper: exchange_partners
// needs: partners

// The partners of \EXCHANGE are me +- distance, me +- 2 distance, and so on, on a chain or a ring. If
// `partners` is odd, ranks form blocks of m = (partners + 1) / 2 * distance. The last partner is me + m in
// even-numbered blocks, and me - m in odd-numbered ones.
inline Partners exchange_partners(int me, int ranks, long long distance, long long partners, bool ring) {
    std::vector<Partner> peers;
    const auto add = [&](long long peer, long long slot) {
        if (ring) peer = (peer % ranks + ranks) % ranks;
        const auto is_peer = [&](const Partner& known) { return known.rank == peer; };
        if (peer < 0 || peer >= ranks || peer == me || std::any_of(peers.begin(), peers.end(), is_peer))
            return;
        peers.push_back({static_cast<int>(peer), slot});
    };
    const long long step = ring ? distance % ranks : std::min<long long>(distance, ranks);
    for (long long j = 1; j <= partners / 2 && j <= ranks; ++j) {
        add(me + j * step, 2 * j - 2);
        add(me - j * step, 2 * j - 1);
    }
    if (partners % 2 == 1 && distance < ranks && partners / 2 < ranks) { // no overflow in the product
        const long long apart = (partners / 2 + 1) * distance;
        const long long peer = me / apart % 2 == 0 ? me + apart : me - apart;
        if (peer < ranks) add(peer, partners - 1); // blocks form no ring
    }
    return {peers, peers};
}

// helper: multibcast0_partners
// needs: partners

// \MULTIBCAST0 sends to 0, 1, .. and receives from 0, 1, ..
inline Partners multibcast0_partners(int me, int ranks) {
    Partners with;
    for (int rank = 0; rank < ranks; ++rank)
        if (rank != me) with.sends.push_back({rank, rank});
    with.receives = with.sends;
    return with;
}

// helper: multibcast_me_partners
// needs: multibcast0_partners

// \MULTIBCAST_ME sends to me+1, me+2, .. and receives from 0, 1, ..
inline Partners multibcast_me_partners(int me, int ranks) {
    Partners with = multibcast0_partners(me, ranks);
    std::rotate(with.sends.begin(), with.sends.begin() + me, with.sends.end());
    return with;
}

// helper: multibcast_alter_partners
// needs: partners

// In step k, \MULTIBCAST_ALTER sends to me+k and receives from me-k.
inline Partners multibcast_alter_partners(int me, int ranks) {
    Partners with;
    for (long long k = 1; k < ranks; ++k) {
        const auto to = static_cast<int>((me + k) % ranks), from = static_cast<int>((me - k + ranks) % ranks);
        with.sends.push_back({to, to});
        with.receives.push_back({from, from});
    }
    return with;
}

} // namespace loop::patterns
