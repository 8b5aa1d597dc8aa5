#pragma once

#include "trace/analysis/analysis.h"

namespace loop::report {

/// How much time a run would save; at least 0.
struct Saved {
    std::int64_t least_ns, most_ns;
    /// Whether a rank that serves others in the order in which they ask would have served them in another
    /// order.
    bool has_other_order = false;
    /// At most, compared with the run as it was, if all messages and operations took no longer than the
    /// quickest ones of their kind.
    std::int64_t with_quickest_ns = 0;
    /// Whether large operations take a tenth of the run; see has_large_operations().
    bool has_large_operations = false;

    /// Whether the run may save more than `most_ns`, and a trace does not show how much: also if it would
    /// save clearly more with the quickest messages and operations, and not for these alone.
    bool may_be_more() const {
        constexpr double clearly = 1.1, nothing = 0.1; // times most_ns, parts of with_quickest_ns
        const auto most = static_cast<double>(most_ns), quickest = static_cast<double>(with_quickest_ns);
        const bool is_for_messages = quickest > clearly * most && most >= nothing * quickest;
        return has_other_order || has_large_operations || is_for_messages;
    }
};

/// How much shorter the run would be if none of these ranks computed longer than the others do on average. It
/// is a range if other ranks may have done a part of a large collective operation before the last one came,
/// or took longer for the rest than that rank; if the root of a reduction or gather may have got what others
/// sent before; if large messages would share links that they did not share in the run, or shared links in
/// the run only because of the longer computing; if messages and operations then took as long as the slowest
/// tenth of their kind; or if small operations then took a step longer. At most as much as these ranks
/// compute longer together. Nothing without `dependencies`. Takes time n log n in
/// the number of events.
std::optional<Saved> saved_by(const Trace& trace, const Analysis& analysis, const std::vector<int>& ranks,
                              const std::vector<int>& others);

/// The most that this saves, at least 0, if large messages take as long as in the run. Takes less time than
/// saved_by().
std::optional<std::int64_t> most_saved_by(const Trace& trace, const Analysis& analysis,
                                          const std::vector<int>& ranks, const std::vector<int>& others);

/// The same, if large messages shared links in the run, and large collective operations took longer for some
/// ranks than for others, only because of the longer computing.
std::optional<std::int64_t> most_saved_with_messages_by(const Trace& trace, const Analysis& analysis,
                                                        const std::vector<int>& ranks,
                                                        const std::vector<int>& others);

/// How much shorter the run would be, at most, if these ranks computed as long as they do on average in each
/// of their stretches. Nothing without `dependencies`. Takes time n log n in the number of events.
std::optional<std::int64_t> saved_by_even_steps(const Trace& trace, const Analysis& analysis,
                                                const std::vector<int>& ranks);

/// The same, compared with the run as it was, if all messages and operations took no longer than the quickest
/// ones of their kind.
std::optional<std::int64_t> saved_by_even_steps_with_quickest(const Trace& trace, const Analysis& analysis,
                                                              const std::vector<int>& ranks);

/// What a rank begins to compute within a time, at one place, would take only a part of its own time.
struct Shorter {
    int rank;
    TimeRange range;
    std::uint32_t site, after; ///< as of a Stretch; `after` counts only in host code (no_site)
    double part;
};

/// How much shorter the run would be then: a range, as that of saved_by(). Nothing without `dependencies`.
std::optional<Saved> saved_by_shorter(const Trace& trace, const Analysis& analysis,
                                      const std::vector<Shorter>& shorter);

/// How much shorter the run would be, at most, if this rank did not compute. Nothing without `dependencies`.
std::optional<std::int64_t> saved_without_computing(const Trace& trace, const Analysis& analysis, int rank);

/// Whether collective operations with much data that need all ranks take a tenth of the run, after the last
/// rank has called. Where ranks do not call at the same time, such operations may take longer because of
/// that; how much is not in a trace.
bool has_large_operations(const Trace& trace, const Analysis& analysis);

/// All ranks whose loads are compared, but for `without` (ascending): those of which something was measured,
/// without one that deals.
std::vector<int> compared_ranks(const Analysis& analysis, const std::vector<int>& without = {});

} // namespace loop::report
