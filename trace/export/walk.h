#pragma once

#include "trace/read/open_sites.h"
#include "trace/read/trace.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace loop::report {

/// Kinds of regions that a rank can be in. Waits and suspended measurement are regions too, so that every
/// format can nest them.
enum class RegionKind { Site, Waiting, Excluded };

enum class StepKind { Open, Close, Event };

struct Step {
    StepKind kind = StepKind::Event;
    RegionKind region = RegionKind::Site; ///< of Open and Close
    std::int64_t time_ns = 0;
    std::uint32_t site = 0; ///< of Open and Close of a site
    /// The event itself, or the cause of an Open or Close; nullptr: the rank ended.
    const Event* event = nullptr;
    const Event* collective = nullptr; ///< Open of a site: the first collective operation directly inside it
};

/// The events of one rank as properly nested regions with times that never decrease, whatever was recorded. A
/// Leave without its Enter is skipped; regions still open when the enclosing region or the rank ends are
/// closed.
class Walk {
public:
    explicit Walk(const RankTrace& rank);

    /// Returns false after the last step, when all regions are closed.
    bool next(Step& step);

    /// begin_ns: no step is earlier. end_ns: the time of the latest step so far.
    std::int64_t begin_ns() const { return begin_ns_; }
    std::int64_t end_ns() const { return time_ns_; }

private:
    struct Open {
        RegionKind region;
        std::uint32_t site;
    };

    void find_collectives();
    bool take(const Event& event, Step& step);
    bool open(RegionKind region, const Event& event, Step& step);
    bool close_to(std::size_t depth, const Event* cause, Step& step);
    bool waits() const { return !open_.empty() && open_.back().region == RegionKind::Waiting; }

    const RankTrace* rank_;
    std::size_t index_ = 0;
    std::int64_t begin_ns_;
    std::int64_t time_ns_;
    std::size_t close_depth_ = 0; ///< while closing: the number of regions that stay open
    const Event* cause_ = nullptr;
    bool closing_ = false;
    bool after_closing_ = false; ///< the event that closed a region is the next step
    bool ended_ = false;
    std::vector<Open> open_;
    OpenVisits<std::size_t> sites_; ///< those in `open_`, with the number of regions around each
    std::vector<std::pair<std::size_t, std::size_t>> collectives_; ///< indices of Enter and Collective
    std::size_t next_collective_ = 0;
};

/// For each step, in the order of time, calls the function for its kind.
template <typename Opened, typename Closed, typename Happened>
void follow(Walk& walk, Opened opened, Closed closed, Happened happened) {
    Step step;
    while (walk.next(step)) {
        if (step.kind == StepKind::Open)
            opened(step);
        else if (step.kind == StepKind::Close)
            closed(step);
        else
            happened(step);
    }
}

} // namespace loop::report
