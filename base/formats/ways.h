#pragma once

#include "base/formats/rank_record.h"

#include <loop/judgement.h>

#include <algorithm>

namespace loop::formats {

/// Whether threads executed the construct: its messages are counted, and traces have them
/// apart from those of ranks.
inline bool is_by_threads(const SiteCounts& site) {
    return std::find(site.ways.begin(), site.ways.end(), by_threads_text) != site.ways.end();
}

} // namespace loop::formats
