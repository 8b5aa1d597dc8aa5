#pragma once

#include "trace/read/trace.h"

#include <deque>
#include <vector>

namespace loop::report {

/// The visits of one rank to constructs that receive messages, or are collective operations. A construct with
/// computing between its halves (\COMMUNICATE with a body, \START and \FINISH) visits its site twice: it
/// sends, and begins to receive, in the first half, and ends receiving in the second one. Of several
/// collective operations that a site has started, the first one ends first.
class FirstHalves {
public:
    FirstHalves(const Trace& trace, std::size_t rank);

    /// When the operation began that goes on at `time_ns` in a site: the begin of the construct, or of its
    /// first half. `time_ns` for other sites than constructs, as other calls do not tell.
    std::int64_t begin_ns(std::uint32_t site, std::int64_t time_ns) const;

private:
    struct Half {
        std::int64_t begin_ns;
        bool ends = false; ///< the operation
        /// When the collective operation that ends here was started; 0: not known.
        std::int64_t started_ns = 0;
    };
    struct Site {
        std::vector<Half> halves;         ///< in the order of time
        std::deque<std::int64_t> started; ///< begins of halves of collective operations that have not ended
    };

    static void end(Site& site, bool is_collective);

    std::vector<Site> sites_;
};

} // namespace loop::report
