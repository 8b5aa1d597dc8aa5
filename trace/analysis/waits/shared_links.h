#pragma once

#include "trace/analysis/waits/dependencies.h"

#include <cstdint>
#include <vector>

namespace loop::report {

/// When the events of each rank take place.
using EventTimes = std::vector<std::vector<std::int64_t>>;

/// Messages that are on their way at the same time may share links, and then take longer.
class SharedLinks {
public:
    /// `before`: the times of the run. The arguments must outlive it.
    SharedLinks(const Messages& messages, const std::vector<RankDependencies>& dependencies,
                const EventTimes& before);

    /// The dependencies at other times, as if all large messages shared one link: each takes longer in
    /// proportion if more bytes are on their way at the same time than in the run, and than the run shows not
    /// to matter. `assumed`: how long
    /// messages take at those times (what this returned, or the dependencies of the run).
    std::vector<RankDependencies> at(const EventTimes& now,
                                     const std::vector<RankDependencies>& assumed) const;

    /// The dependencies as if nothing shared links: each large message takes at most as long as the fastest
    /// tenth of those of its size.
    std::vector<RankDependencies> unshared() const;

private:
    const Messages& messages_;
    const std::vector<RankDependencies>& dependencies_;
    std::vector<double> before_; ///< by message: the bytes on their way with it in the run; 0: it is small
    double harmless_ = 0;        ///< so many bytes on their way do not make a message take longer
};

} // namespace loop::report
