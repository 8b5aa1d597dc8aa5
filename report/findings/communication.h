#pragma once

#include "trace/analysis/analysis.h"

#include <optional>
#include <string>
#include <vector>

/// Whether ranks communicate, and on what the time of their messages depends.
namespace loop::report {

/// Whether ranks send, receive, or synchronize at the site.
bool communicates(const Trace& trace, std::uint32_t site);

/// Whether there are several ranks, and they spend time at such sites.
bool ranks_communicate(const Trace& trace, const Analysis& analysis);

/// How often one of these ranks communicates, relative to one of the others: medians at each site, as the
/// ends of a pipeline communicate half as often. Counts measured visits of the sites that all of these ranks
/// and of the others visit. 1 if there are none.
double communicates_as_often(const Trace& trace, const Analysis& analysis, const std::vector<int>& ranks,
                             const std::vector<int>& others);

/// ", and communicates 1.8 times as often", "" if it is not clearly more often.
std::string more_often_text(const Trace& trace, const Analysis& analysis, const std::vector<int>& ranks,
                            const std::vector<int>& others);

/// Messages of two sizes that take about the same time, although the larger ones have at least twice the
/// bytes of the smaller ones.
struct EqualTimes {
    std::int64_t small_bytes = 0, large_bytes = 0;
    double factor = 1; ///< median time of the larger ones relative to the smaller ones
};

/// Nothing if larger messages take longer, also if only those do for which their receivers waited, or if the
/// run does not show it: it takes many messages of different sizes.
std::optional<EqualTimes> size_does_not_matter(const Trace& trace, const Messages& messages);

} // namespace loop::report
