#pragma once

#include "trace/analysis/states/states.h"

#include <vector>

namespace loop::report {

/// The time spent in each site, without the time in sites inside it: each instant counts once.
struct SiteTimes {
    std::vector<StateTimes> by_site;  ///< indexed like Trace::sites
    std::vector<std::uint64_t> calls; ///< how often ranks entered the site in measured time
    StateTimes host_code;             ///< outside all sites
    /// The busy part of `host_code` by the site that a rank left last; indexed like Trace::sites.
    std::vector<std::int64_t> busy_after_ns;

    /// Returns the times of a site, or those of host code for no_site.
    const StateTimes& of(std::uint32_t site) const {
        return site < by_site.size() ? by_site[site] : host_code;
    }
};

/// Returns the times of one rank. Takes linear time.
SiteTimes site_times(const Trace& trace, const std::vector<RankStates>& states, std::size_t rank);

/// Returns the times of all ranks together.
SiteTimes site_times(const Trace& trace, const std::vector<RankStates>& states);

} // namespace loop::report
