#include "trace/analysis/states/phases.h"

#include "trace/read/parallel.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

namespace loop::report {

namespace {

std::vector<Visit> visits_of_phases(const Trace& trace, std::size_t rank) {
    return visits_of(trace, static_cast<int>(rank),
                     [](const TraceSite& site) { return site.kind == SiteKind::Phase; });
}

/// Drops visits nested in a visit of the same group, as the outer one includes their time. `group_of`: by
/// site.
std::vector<Visit> outermost(const std::vector<Visit>& visits, const std::vector<std::uint32_t>& group_of) {
    std::vector<std::int64_t> ends(group_of.size(), std::numeric_limits<std::int64_t>::min());
    std::vector<Visit> result;
    for (const Visit& visit : visits) {
        std::int64_t& end = ends[group_of[visit.site]];
        if (visit.end_ns <= end && visit.begin_ns < end) continue;
        end = visit.end_ns;
        result.push_back(visit);
    }
    return result;
}

/// Each site is a group.
std::vector<std::uint32_t> by_site(const Trace& trace) {
    std::vector<std::uint32_t> groups(trace.sites.size());
    std::iota(groups.begin(), groups.end(), std::uint32_t{0});
    return groups;
}

/// Sites of the same name are a group.
std::vector<std::uint32_t> by_name(const Trace& trace) {
    std::map<std::string, std::uint32_t> first;
    std::vector<std::uint32_t> groups;
    for (std::uint32_t site = 0; site < trace.sites.size(); ++site)
        groups.push_back(first.emplace(trace.sites[site].name, site).first->second);
    return groups;
}

std::vector<std::uint32_t> phase_sites(const Trace& trace) {
    std::vector<std::uint32_t> phases;
    for (std::uint32_t site = 0; site < trace.sites.size(); ++site)
        if (trace.sites[site].kind == SiteKind::Phase) phases.push_back(site);
    return phases;
}

/// Times and spans of one rank, by phase.
struct RankPhases {
    std::vector<PhaseStates> times;
    std::vector<TimeRange> spans;
};

RankPhases phases_of_rank(const Trace& trace, std::size_t rank, const RankStates& states,
                          const std::vector<std::uint32_t>& phases) {
    RankPhases result;
    result.times.resize(phases.size());
    result.spans.resize(phases.size());
    const auto number = [&](const Visit& visit) {
        return static_cast<std::size_t>(std::lower_bound(phases.begin(), phases.end(), visit.site) -
                                        phases.begin());
    };
    const std::vector<Visit> visits = visits_of_phases(trace, rank);
    for (const Visit& visit : visits) {
        TimeRange& span = result.spans[number(visit)];
        if (result.times[number(visit)].calls++ == 0) span = {visit.begin_ns, visit.end_ns};
        span.end_ns = std::max(span.end_ns, visit.end_ns);
    }
    for (const Visit& visit : outermost(visits, by_site(trace)))
        result.times[number(visit)].times += times_in(states, {visit.begin_ns, visit.end_ns});
    for (const Visit& visit : outermost(visits, by_name(trace)))
        result.times[number(visit)].outermost += times_in(states, {visit.begin_ns, visit.end_ns});
    return result;
}

void join(TracedPhase& phase, const PhaseStates& times, const TimeRange& span) {
    if (times.calls > 0) {
        if (phase.all.calls == 0) phase.span = span;
        phase.span.begin_ns = std::min(phase.span.begin_ns, span.begin_ns);
        phase.span.end_ns = std::max(phase.span.end_ns, span.end_ns);
    }
    phase.all.calls += times.calls;
    phase.all.times += times.times;
    phase.all.outermost += times.outermost;
    phase.by_rank.push_back(times);
}

using Stretches = std::vector<std::vector<TimeRange>>; // by phase

Stretches stretches_of_rank(const std::vector<Visit>& visits, const std::vector<int>& phase_of_site,
                            std::size_t phases) {
    Stretches result(phases);
    std::vector<std::uint32_t> latest; // site of the latest visit, by depth
    for (const Visit& visit : visits) {
        if (phase_of_site[visit.site] < 0) continue;
        latest.resize(std::max<std::size_t>(latest.size(), visit.depth + 1), no_site);
        const bool continues = latest[visit.depth] == visit.site;
        // What is inside another phase is another stretch.
        if (!continues) latest.resize(visit.depth + 1);
        latest[visit.depth] = visit.site;
        std::vector<TimeRange>& own = result[static_cast<std::size_t>(phase_of_site[visit.site])];
        // A recursive visit is inside the outer one.
        if (own.empty() || (!continues && own.back().end_ns <= visit.begin_ns))
            own.push_back({visit.begin_ns, visit.end_ns});
        own.back().end_ns = std::max(own.back().end_ns, visit.end_ns);
    }
    return result;
}

/// Joins the stretches of one more rank to those of the ranks before it.
void join(std::vector<TimeRange>& all, const std::vector<TimeRange>& own) {
    for (std::size_t i = 0; i < own.size(); ++i) {
        all[i].begin_ns = std::min(all[i].begin_ns, own[i].begin_ns);
        all[i].end_ns = std::max(all[i].end_ns, own[i].end_ns);
    }
}

} // namespace

std::vector<std::vector<TimeRange>> phase_stretches(const Trace& trace,
                                                    const std::vector<TracedPhase>& phases,
                                                    const std::vector<std::vector<Visit>>& visits) {
    const std::vector<int> phase_of_site = phases_by_site(trace, phases);
    Stretches all(phases.size());
    std::vector<bool> differ(phases.size());
    for (const std::vector<Visit>& of_rank : visits) {
        const Stretches own = stretches_of_rank(of_rank, phase_of_site, phases.size());
        for (std::size_t phase = 0; phase < phases.size(); ++phase) {
            if (own[phase].empty()) continue;
            if (all[phase].empty()) all[phase] = own[phase];
            if (all[phase].size() != own[phase].size())
                differ[phase] = true;
            else
                join(all[phase], own[phase]);
        }
    }
    for (std::size_t phase = 0; phase < phases.size(); ++phase)
        if (differ[phase]) all[phase].clear();
    return all;
}

std::vector<TracedPhase> traced_phases(const Trace& trace, const std::vector<RankStates>& states) {
    const std::vector<std::uint32_t> sites = phase_sites(trace);
    std::vector<RankPhases> ranks(trace.ranks.size());
    parallel_for(ranks.size(),
                 [&](std::size_t rank) { ranks[rank] = phases_of_rank(trace, rank, states[rank], sites); });
    std::vector<TracedPhase> phases;
    for (std::size_t i = 0; i < sites.size(); ++i) {
        TracedPhase phase{};
        phase.site = sites[i];
        for (const RankPhases& rank : ranks)
            join(phase, rank.times[i], rank.spans[i]);
        if (phase.all.calls > 0) phases.push_back(std::move(phase));
    }
    std::stable_sort(phases.begin(), phases.end(), [](const TracedPhase& a, const TracedPhase& b) {
        return a.span.begin_ns < b.span.begin_ns;
    });
    return phases;
}

std::vector<std::vector<Visit>> phase_visits(const Trace& trace) {
    std::vector<std::vector<Visit>> rows(trace.ranks.size());
    parallel_for(rows.size(), [&](std::size_t rank) {
        rows[rank] = visits_of_phases(trace, rank);
        std::vector<std::int64_t> ends; // of the enclosing phases
        for (Visit& visit : rows[rank]) {
            while (!ends.empty() && ends.back() <= visit.begin_ns)
                ends.pop_back();
            visit.depth = static_cast<std::uint32_t>(ends.size());
            ends.push_back(visit.end_ns);
        }
    });
    return rows;
}

std::vector<std::string> phase_labels(const Trace& trace, const std::vector<TracedPhase>& phases) {
    std::map<std::string, std::size_t> count;
    for (const TracedPhase& phase : phases)
        ++count[trace.sites[phase.site].name];
    std::vector<std::string> labels;
    for (const TracedPhase& phase : phases) {
        const TraceSite& site = trace.sites[phase.site];
        const bool is_unique = count[site.name] == 1 || site.line <= 0;
        labels.push_back(is_unique ? site.name : site.name + ", " + place_text(site));
    }
    return labels;
}

std::vector<int> phases_by_site(const Trace& trace, const std::vector<TracedPhase>& phases) {
    std::vector<int> places(trace.sites.size(), -1);
    for (std::size_t i = 0; i < phases.size(); ++i)
        places[phases[i].site] = static_cast<int>(i);
    return places;
}

std::vector<std::vector<double>> ranks_in_phases(const Trace& trace, const std::vector<TracedPhase>& phases,
                                                 const TimeGrid& grid) {
    std::vector<std::vector<double>> counts(phases.size(), std::vector<double>(grid.bins));
    const std::vector<int> phase_of_site = phases_by_site(trace, phases);
    for (std::size_t rank = 0; rank < trace.ranks.size(); ++rank)
        for (const Visit& visit : outermost(visits_of_phases(trace, rank), by_site(trace))) {
            if (phase_of_site[visit.site] < 0) continue;
            std::vector<double>& count = counts[static_cast<std::size_t>(phase_of_site[visit.site])];
            const TimeRange shown = grid.breaks.shown(TimeRange{visit.begin_ns, visit.end_ns});
            for (std::size_t bin = grid.bin_of(shown.begin_ns); bin < grid.bins; ++bin) {
                const TimeRange range = grid.bin(bin);
                if (range.begin_ns >= shown.end_ns) break;
                const std::int64_t inside =
                    std::min(range.end_ns, shown.end_ns) - std::max(range.begin_ns, shown.begin_ns);
                if (inside > 0)
                    count[bin] += static_cast<double>(inside) / static_cast<double>(range.length_ns());
            }
        }
    return counts;
}

} // namespace loop::report
