#include "base/text/units.h"
#include "report/document/values.h"
#include "report/findings/communication.h"
#include "report/findings/message_sizes.h"
#include "report/findings/time_split.h"
#include "report/findings/trace_conclusions.h"
#include "report/findings/wording.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

using States = std::vector<State>;

const States& all_states() {
    static const States states{State::Busy, State::Overhead, State::Idle, State::InMpi, State::Unknown};
    return states;
}

const States& communication_states() {
    static const States states{State::Overhead, State::Idle, State::InMpi};
    return states;
}

const States& computing_states() {
    static const States states{State::Busy};
    return states;
}

/// What a site costs: its part of the critical path.
struct SiteCost {
    StateTimes on_ranks;
    std::int64_t in_transit_ns = 0;

    std::int64_t ns() const { return on_ranks.measured_ns() + in_transit_ns; }
};

/// Of what time sites have a part: of the critical path. If it is not known well what ranks need from each
/// other, nor where that path is: of the time of all ranks.
struct Basis {
    const SiteTimes& sites;
    const std::vector<std::int64_t>* transit_by_site_ns; ///< null: of all ranks
    std::int64_t whole_ns;
    const char* name;
};

Basis basis_of(const Analysis& analysis) {
    const auto split = time_split(analysis);
    if (split && split->is_partly_unrecorded())
        return {analysis.site_times, nullptr, analysis.times.measured_ns(), "time of all ranks"};
    const CriticalPath& path = analysis.path;
    return {path.sites, &path.transit_by_site_ns, path.length_ns, "run's time"};
}

/// The part in these states. Time in transit belongs to the states of communication. Unknown time outside all
/// sites is what the trace lacks, and not the cost of host code. Beside the path, ranks also wait for others,
/// which is not what costs.
SiteCost cost_of(const Basis& basis, std::uint32_t site, const States& states) {
    SiteCost cost;
    const auto counts = [&](State state) {
        if (state == State::Unknown) return site != no_site;
        return state != State::Idle || basis.transit_by_site_ns != nullptr;
    };
    for (const State state : states)
        if (counts(state)) cost.on_ranks.ns[static_cast<std::size_t>(state)] = basis.sites.of(site).of(state);
    if (&states != &computing_states() && site != no_site && basis.transit_by_site_ns != nullptr)
        cost.in_transit_ns = (*basis.transit_by_site_ns)[site];
    return cost;
}

/// The site that costs most in these states; no_site: host code.
std::uint32_t costliest(const Basis& basis, const States& states) {
    std::uint32_t found = no_site;
    std::int64_t most = cost_of(basis, no_site, states).ns();
    for (std::uint32_t site = 0; site < basis.sites.by_site.size(); ++site) {
        const std::int64_t own = cost_of(basis, site, states).ns();
        if (own <= most) continue;
        most = own;
        found = site;
    }
    return found;
}

double percent_of(std::int64_t ns, std::int64_t whole_ns) {
    return whole_ns > 0 ? 100 * static_cast<double>(ns) / static_cast<double>(whole_ns) : 0;
}

/// How a rank's wait for what is on its way is called. What the ranks do inside a collective operation is not
/// known.
const char* transit_name(const TracedRun& run, std::uint32_t site) {
    const auto& by_site = run.analysis.traffic.collectives_by_site;
    return site < by_site.size() && by_site[site].ns.count > 0 ? "in the operation" : "in transit";
}

/// " (24 % waiting, 7.1 % overhead)", of `whole_ns`; states below a hundredth of it are left out.
std::string parts_text(const SiteCost& cost, std::int64_t whole_ns, const char* in_transit,
                       const char* idle = "waiting") {
    std::vector<std::pair<double, std::string>> parts;
    const double whole = percent_of(cost.ns(), whole_ns);
    std::string only;
    const auto add = [&](std::int64_t ns, const char* name) {
        const double share = percent_of(ns, whole_ns);
        if (share >= 0.98 * whole) only = fmt::format(" ({} {})", share < whole ? "nearly all" : "all", name);
        if (share >= 1) parts.emplace_back(-share, share_text(share) + " " + name);
    };
    add(cost.on_ranks.of(State::Busy), "computing");
    add(cost.on_ranks.of(State::Idle), idle);
    add(cost.on_ranks.of(State::Overhead), "overhead");
    add(cost.on_ranks.of(State::InMpi), "inside MPI");
    add(cost.in_transit_ns, in_transit);
    const double unknown = percent_of(cost.on_ranks.of(State::Unknown), whole_ns);
    if (unknown >= 0.98 * whole)
        return fmt::format("; what happened in {}that time was not recorded",
                           unknown < whole ? "nearly all of " : "");
    if (unknown >= 1) parts.emplace_back(-unknown, share_text(unknown) + " not recorded in detail");
    if (!only.empty()) return only;
    std::sort(parts.begin(), parts.end());
    std::string text;
    for (const auto& [share, part] : parts)
        text += (text.empty() ? " (" : ", ") + part;
    return text.empty() ? "" : text + ")";
}

/// For host code, where most of its computing is: ", mostly after \EXCHANGE (line 41)".
std::string most_after(const TracedRun& run, const SiteTimes& sites) {
    const auto most = std::max_element(sites.busy_after_ns.begin(), sites.busy_after_ns.end());
    if (most == sites.busy_after_ns.end() || *most == 0) return "";
    if (2 * *most < sites.host_code.of(State::Busy)) return "";
    return ", mostly after " +
           site_place(run.trace(), static_cast<std::uint32_t>(most - sites.busy_after_ns.begin()));
}

/// For a phase that contains other sites, whose time does not count: " itself, without the constructs
/// inside".
std::string without_inner(const TracedRun& run, std::uint32_t site) {
    const std::int64_t own = run.analysis.site_times.of(site).measured_ns();
    for (const TracedPhase& phase : run.analysis.phases)
        if (phase.site == site && phase.all.times.measured_ns() > own)
            return " itself, without the constructs inside it";
    return run.trace().sites[site].kind == SiteKind::Region ? " itself, without the functions that it calls"
                                                            : "";
}

/// " Its messages of 20 kB, 12 of 120, are in transit for 34 % of the run's time.", if one of several sizes
/// makes up most of that time. Not if the rank takes longer to send and receive messages, whatever their
/// size.
std::string size_text(const TracedRun& run, const Basis& basis, std::uint32_t site) {
    constexpr double little = 10; // percent
    if (site == no_site || basis.transit_by_site_ns == nullptr) return "";
    const auto size = costliest_size(run.trace(), run.analysis, site);
    if (!size || percent_of(size->in_transit_ns, basis.whole_ns) < little) return "";
    if (size->in_transit_ns < basis.sites.of(site).of(State::Overhead)) return "";
    return fmt::format(" Its messages of {}, {} of {}, are in transit for {} of the run's time.",
                       bytes_text(static_cast<double>(size->bytes)), size->messages, size->all,
                       share_text(percent_of(size->in_transit_ns, basis.whole_ns)));
}

Conclusion cost(const TracedRun& run, const Basis& basis, const std::string& id, std::uint32_t site,
                const States& states, const std::string& most) {
    const SiteCost cost = cost_of(basis, site, states);
    const double percent = percent_of(cost.ns(), basis.whole_ns);
    const std::string text = fmt::format(
        "{} goes into {}{}: {} of the {}{}.{}", most, site_place(run.trace(), site),
        site == no_site ? most_after(run, basis.sites) : without_inner(run, site), share_text(percent),
        basis.name, parts_text(cost, basis.whole_ns, transit_name(run, site)), size_text(run, basis, site));
    return share_conclusion(id, text, percent,
                            basis.transit_by_site_ns == nullptr ? "states" : "critical-path",
                            source_line(run.directory, site));
}

/// "The trace covers only 10 % of the measured time. ", if it lacks more than a tenth.
std::string coverage_text(const TracedRun& run) {
    const double lacks =
        percent_of(run.analysis.site_times.host_code.of(State::Unknown), run.analysis.times.measured_ns());
    if (lacks <= 10) return "";
    return fmt::format("The trace covers only {} of the measured time. ", share_text(100 - lacks));
}

} // namespace

std::vector<Conclusion> cost_conclusions(const TracedRun& run) {
    constexpr double little = 10; // percent
    const Basis basis = basis_of(run.analysis);
    const std::uint32_t first = costliest(basis, all_states());
    const SiteCost top = cost_of(basis, first, all_states());
    if (top.ns() <= 0) return {};
    std::vector<Conclusion> result{
        cost(run, basis, "costliest", first, all_states(), coverage_text(run) + "The most time")};
    const auto add = [&](const char* id, const States& states, const char* most) {
        const std::uint32_t site = costliest(basis, states);
        if (site != first && percent_of(cost_of(basis, site, states).ns(), basis.whole_ns) >= little)
            result.push_back(cost(run, basis, id, site, states, most));
    };
    if (2 * top.on_ranks.of(State::Busy) >= top.ns())
        add("costliest-communication", communication_states(), "Of the communication, the most");
    else
        add("costliest-computing", computing_states(), "Of the computing, the most");
    return result;
}

namespace {

/// All phases of one name.
struct NamedPhases {
    std::string name;
    StateTimes times;
    std::vector<std::uint32_t> sites;
    bool is_costliest = false; ///< one of them is the site that costs most
};

std::vector<NamedPhases> phases_by_name(const TracedRun& run) {
    const std::uint32_t first = costliest(basis_of(run.analysis), all_states());
    std::vector<NamedPhases> phases;
    for (const TracedPhase& phase : run.analysis.phases) {
        const TraceSite& site = run.trace().sites[phase.site];
        auto known = std::find_if(phases.begin(), phases.end(),
                                  [&](const NamedPhases& one) { return one.name == site.name; });
        if (known == phases.end()) known = phases.insert(known, {site.name, {}, {}});
        known->times += phase.all.outermost;
        known->sites.push_back(phase.site);
        known->is_costliest |= phase.site == first;
    }
    return phases;
}

/// What ranks do inside a collective operation is not known, so it may not be waiting.
const char* idle_name(const TracedRun& run) {
    const auto& by_site = run.analysis.traffic.collectives_by_site;
    const bool has_collectives = std::any_of(by_site.begin(), by_site.end(),
                                             [](const CollectiveTraffic& site) { return site.ns.count > 0; });
    return has_collectives ? "waiting or in collective operations" : "waiting";
}

/// The longest time in one site, of all ranks together.
std::int64_t longest_at_site(const SiteTimes& times) {
    std::int64_t longest = times.host_code.known_ns();
    for (const StateTimes& site : times.by_site)
        longest = std::max(longest, site.measured_ns());
    return longest;
}

} // namespace

std::optional<Conclusion> phase_conclusion(const TracedRun& run) {
    constexpr double nearly_same = 3; // percentage points: then one construct in it says the same
    const std::vector<NamedPhases> phases = phases_by_name(run);
    if (phases.size() < 2) return std::nullopt;
    const NamedPhases& most =
        *std::max_element(phases.begin(), phases.end(), [](const NamedPhases& a, const NamedPhases& b) {
            return a.times.measured_ns() < b.times.measured_ns();
        });
    const std::int64_t whole = run.analysis.times.measured_ns();
    const double percent = percent_of(most.times.measured_ns(), whole);
    if (most.is_costliest || percent < 40) return std::nullopt;
    if (percent - percent_of(longest_at_site(run.analysis.site_times), whole) < nearly_same)
        return std::nullopt;
    return share_conclusion(
        "longest-phase",
        fmt::format("{} takes {} of the measured time of all ranks{}.",
                    upper_first(most.sites.size() == 1 ? site_place(run.trace(), most.sites[0])
                                                       : quoted_phase(most.name, "")),
                    share_text(percent), parts_text({most.times, 0}, whole, "in transit", idle_name(run))),
        percent, "phases", source_line(run.directory, most.sites[0]));
}

namespace {

/// How much of the critical path is communication at sites that send or receive messages.
std::int64_t time_of_messages(const TracedRun& run) {
    const Basis basis = basis_of(run.analysis);
    const std::vector<Traffic>& traffic = run.analysis.traffic.by_site;
    std::int64_t sum = 0;
    for (std::uint32_t site = 0; site < traffic.size(); ++site)
        if (traffic[site].sent.bytes.count + traffic[site].received.bytes.count > 0)
            sum += cost_of(basis, site, communication_states()).ns();
    return sum;
}

} // namespace

std::optional<Conclusion> message_conclusion(const TracedRun& run) {
    constexpr std::uint64_t many = 100;
    constexpr double small_bytes = 1024, much = 25; // percent of the run's time
    const Distribution& bytes = run.analysis.traffic.all.sent.bytes;
    const auto split = time_split(run.analysis); // waiting for a rank that computes longer is not their cost
    if (!split || split->percent(split->messages_ns()) < much) return std::nullopt;
    if (bytes.count < many || bytes.average() > small_bytes) return std::nullopt;
    if (2 * static_cast<double>(time_of_messages(run)) < split->messages_ns()) return std::nullopt;
    const auto equal = size_does_not_matter(run.trace(), run.analysis.messages);
    if (!equal) return std::nullopt;
    const std::string longer =
        equal->factor < 1.05 ? "no longer than" : fmt::format("only {:.2f} times as long as", equal->factor);
    return Conclusion{"small-messages",
                      fmt::format("The {} messages carry {} on average, and those of {} take {} those of {}: "
                                  "what costs is their number, not their size.",
                                  count_text(static_cast<long long>(bytes.count)),
                                  bytes_text(bytes.average()),
                                  bytes_text(static_cast<double>(equal->large_bytes)), longer,
                                  bytes_text(static_cast<double>(equal->small_bytes))),
                      bytes_value(bytes.average()), "communication"};
}

} // namespace loop::report
