#include "trace/analysis/states/visits.h"

#include "trace/read/open_sites.h"

#include <algorithm>

namespace loop::report {

namespace {

class VisitWalk {
public:
    VisitWalk(const RankTrace& rank, std::vector<char> wanted) : rank_(rank), wanted_(std::move(wanted)) {}

    std::vector<Visit> run() {
        for (const Event& event : rank_.events) {
            while (gap_ < rank_.gaps.size() && rank_.gaps[gap_].end_ns <= event.time_ns)
                close_all(rank_.gaps[gap_++].begin_ns);
            if (event.kind == EventKind::Enter) enter(event);
            if (event.kind == EventKind::Leave) close(open_.leave(event.site), event.time_ns);
        }
        close_all(gap_ < rank_.gaps.size() ? rank_.gaps[gap_].begin_ns : rank_.end_ns);
        return std::move(visits_);
    }

private:
    static constexpr std::uint32_t unwanted = 0xffffffff;

    void enter(const Event& event) {
        places_.push_back(wanted_[event.site] ? static_cast<std::uint32_t>(visits_.size()) : unwanted);
        if (wanted_[event.site])
            visits_.push_back(
                {event.time_ns, event.time_ns, event.site, static_cast<std::uint32_t>(open_.all().size())});
        open_.enter(event.site);
    }

    void close(std::size_t count, std::int64_t time_ns) {
        for (; count > 0; --count) {
            if (places_.back() != unwanted) {
                Visit& visit = visits_[places_.back()];
                visit.end_ns = std::max(time_ns, visit.begin_ns);
            }
            places_.pop_back();
        }
    }

    void close_all(std::int64_t time_ns) {
        close(places_.size(), time_ns);
        open_.clear();
    }

    const RankTrace& rank_;
    std::vector<char> wanted_; ///< indexed by site
    OpenSites open_;
    std::vector<std::uint32_t> places_; ///< indices into visits_ of the open sites
    std::vector<Visit> visits_;
    std::size_t gap_ = 0;
};

} // namespace

std::vector<Visit> visits_of(const Trace& trace, int rank,
                             const std::function<bool(const TraceSite&)>& wanted) {
    std::vector<char> sites;
    for (const TraceSite& site : trace.sites)
        sites.push_back(!wanted || wanted(site) ? 1 : 0);
    return VisitWalk(trace.ranks[static_cast<std::size_t>(rank)], std::move(sites)).run();
}

} // namespace loop::report
