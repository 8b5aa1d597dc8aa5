#pragma once

#include "recording/arrivals.h"
#include "recording/recorder.h"
#include "session/group.h"

#include <loop/patterns.h>

#include <map>
#include <vector>

namespace loop::recording {

// Patterns by the number of ranks and the arguments of a construct, so that each is worked out once.
class KeptPatterns {
public:
    template <class Make>
    PatternNumber get(const std::vector<long long>& arguments, Make make) {
        std::vector<long long> key = arguments;
        key.push_back(runtime::ranks_in_group());
        const auto known = numbers_.find(key);
        if (known != numbers_.end()) return known->second;
        const PatternNumber number = add_pattern(make(runtime::ranks_in_group()));
        numbers_.emplace(std::move(key), number);
        return number;
    }

private:
    std::map<std::vector<long long>, PatternNumber> numbers_;
};

// Every rank sends to the same distances as rank 0 does.
inline Pattern shifts_of(int ranks, const patterns::Pattern& of_rank_0) {
    std::vector<long long> distances;
    for (const patterns::Partner& partner : of_rank_0.sends)
        distances.push_back(partner.rank);
    return shifts(ranks, distances);
}

// The messages that each rank sends, as `of_rank` tells them for the rank.
template <class OfRank>
Pattern pattern_by_rank(int ranks, OfRank of_rank) {
    PatternBuilder builder;
    for (int rank = 0; rank < ranks; ++rank) {
        long long place = 0;
        for (const patterns::Partner& partner : of_rank(rank).sends)
            builder.add(rank, partner.rank, 1, 1, place++);
    }
    return builder.take();
}

// Each partner's data arrive in its slot of INTO, which may be null.
inline void arrive_in_slots(Construct construct, const Site& site, void* into, long long size,
                            const patterns::Pattern& of_this_rank) {
    if (into == nullptr) return;
    for (const patterns::Partner& partner : of_this_rank.receives)
        arrive(construct, site, {static_cast<char*>(into) + partner.slot * size, size});
}

void require_size(Construct construct, const Site& site, long long size);
void require_distance(Construct construct, const Site& site, long long distance, long long partners);

} // namespace loop::recording
