#include "trace/analysis/states/marks.h"

#include <algorithm>
#include <map>

namespace loop::report {

std::vector<MarkUse> marks_of(const Trace& trace) {
    struct Entry {
        MarkUse use;
        const RankTrace* last_rank = nullptr;
    };
    std::map<std::int64_t, Entry> by_number;
    for (const RankTrace& rank : trace.ranks)
        for (const Event& event : rank.events) {
            if (event.kind != EventKind::Mark) continue;
            const std::int64_t time = event.time_ns;
            Entry& entry =
                by_number.try_emplace(event.bytes, Entry{{event.bytes, 0, 0, time, time}}).first->second;
            MarkUse& use = entry.use;
            ++use.count;
            if (entry.last_rank != &rank) ++use.ranks;
            entry.last_rank = &rank;
            use.first_ns = std::min(use.first_ns, time);
            use.last_ns = std::max(use.last_ns, time);
        }
    std::vector<MarkUse> uses;
    for (const auto& [number, entry] : by_number)
        uses.push_back(entry.use);
    return uses;
}

} // namespace loop::report
