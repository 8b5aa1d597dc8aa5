#pragma once

#include "trace/analysis/states/states.h"

#include <algorithm>

namespace loop::report {

/// Passes the states of a rank in the order of time.
class StateReader {
public:
    explicit StateReader(const RankStates& states) : states_(states) {}

    /// The times in each state from where the last call ended.
    StateTimes until(std::int64_t time_ns) {
        StateTimes times;
        while (from_ns_ < time_ns && change_ < states_.changes.size()) {
            const bool is_last = change_ + 1 == states_.changes.size();
            const std::int64_t next_ns = is_last ? states_.end_ns : states_.changes[change_ + 1].time_ns;
            const std::int64_t to_ns = std::min(next_ns, time_ns);
            from_ns_ = std::max(from_ns_, std::int64_t{states_.changes[change_].time_ns});
            if (to_ns > from_ns_)
                times.ns[static_cast<std::size_t>(states_.changes[change_].state)] += to_ns - from_ns_;
            from_ns_ = std::max(from_ns_, to_ns);
            if (to_ns < next_ns) break;
            ++change_;
        }
        from_ns_ = std::max(from_ns_, time_ns);
        return times;
    }

private:
    const RankStates& states_;
    std::size_t change_ = 0;
    std::int64_t from_ns_ = 0;
};

} // namespace loop::report
