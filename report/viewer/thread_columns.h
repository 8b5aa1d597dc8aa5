#pragma once

#include "report/viewer/columns.h"

/// What the further threads of ranks do, in the columns of the page.
namespace loop::report {

class ThreadColumns {
public:
    ThreadColumns(const Analysis& analysis, TimeRange range);

    /// How many values the page has of a rank: changes of the states of its threads, and messages.
    std::size_t count(std::size_t rank) const { return times(rank).size(); }
    std::vector<std::int64_t> times(std::size_t rank) const; ///< of all these changes and messages
    void write(Chunk& chunk, RankCounts& counts, std::size_t rank) const;
    std::size_t left_out() const { return shown_.left_out; } ///< threads that the page does not have

private:
    std::vector<StateChange> changes(std::size_t rank, std::size_t thread) const;
    std::vector<const ThreadMessage*> messages(std::size_t rank) const;

    const Analysis& analysis_;
    TimeRange range_;
    ShownThreads shown_;
};

} // namespace loop::report
