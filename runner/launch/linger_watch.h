#pragma once

#include <chrono>
#include <functional>

namespace loop::runner {

/// Finds a launch that lingers: every rank has finished except for MPI_Finalize, which does not return. MPICH
/// 4.0.2 with UCX over TCP does that.
class LingerWatch {
public:
    using Clock = std::chrono::steady_clock;

    /// `is_done` returns whether every rank has finished except for MPI_Finalize; it may be empty.
    explicit LingerWatch(std::function<bool()> is_done, Clock::time_point now = Clock::now());

    /// Asks `is_done`, at most once per second. Returns whether the launch lingers: every answer of the last
    /// five seconds was yes.
    bool look(Clock::time_point now);
    /// When the next look can have a result; time_point::max() without `is_done`.
    Clock::time_point next_look() const;

private:
    std::function<bool()> is_done_;
    Clock::time_point next_look_;
    int looks_done_ = 0; ///< in a row
};

} // namespace loop::runner
