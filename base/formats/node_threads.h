#pragma once

#include "base/formats/rank_record.h"

#include <algorithm>
#include <vector>

namespace loop::formats {

/// The most threads that the rank had at once.
inline int threads_of(const RankRecord& record) {
    return std::max(1, static_cast<int>(record.thread_cores.size()));
}

/// The threads of all ranks on the rank's node. `all`: the records of all ranks.
inline int node_threads(const RankRecord& record, const std::vector<const RankRecord*>& all) {
    int threads = record.node_ranks;
    for (const RankRecord* other : all)
        if (other->host == record.host) threads += threads_of(*other) - 1;
    return threads;
}

} // namespace loop::formats
