#include "base/text/units.h"
#include "report/document/values.h"
#include "report/findings/communication.h"
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

/// The time of the site in these states. Unknown time outside all sites is what the trace lacks, and not the
/// cost of host code.
StateTimes times_of(const SiteTimes& times, std::uint32_t site, const States& states) {
    StateTimes result;
    for (const State state : states)
        if (state != State::Unknown || site != no_site)
            result.ns[static_cast<std::size_t>(state)] = times.of(site).of(state);
    return result;
}

/// The site with the most time in these states; no_site: host code.
std::uint32_t costliest(const SiteTimes& times, const States& states) {
    std::uint32_t found = no_site;
    std::int64_t most = times_of(times, no_site, states).measured_ns();
    for (std::uint32_t site = 0; site < times.by_site.size(); ++site) {
        const std::int64_t own = times_of(times, site, states).measured_ns();
        if (own <= most) continue;
        most = own;
        found = site;
    }
    return found;
}

/// Shares of all ranks' measured time.
class Shares {
public:
    explicit Shares(const TracedRun& run) : whole_(static_cast<double>(run.analysis.times.measured_ns())) {}

    double percent(std::int64_t ns) const { return whole_ > 0 ? 100 * static_cast<double>(ns) / whole_ : 0; }

    /// " (24 % waiting, 7.1 % overhead)"; states below a hundredth of the time are left out.
    std::string parts(const StateTimes& times) const {
        constexpr std::array<std::pair<State, const char*>, 5> names{
            {{State::Busy, "computing"},
             {State::Idle, "waiting"},
             {State::Overhead, "overhead"},
             {State::InMpi, "inside MPI"},
             {State::Unknown, "not recorded in detail"}}};
        std::vector<std::pair<double, std::string>> parts;
        for (const auto& [state, name] : names) {
            const double share = percent(times.of(state)), whole = percent(times.measured_ns());
            if (share >= 0.98 * whole) return only_part(state, name, share < whole);
            if (share >= 1) parts.emplace_back(-share, share_text(share) + " " + name);
        }
        std::sort(parts.begin(), parts.end());
        std::string text;
        for (const auto& [share, part] : parts)
            text += (text.empty() ? " (" : ", ") + part;
        return text.empty() ? "" : text + ")";
    }

private:
    static std::string only_part(State state, const char* name, bool is_nearly) {
        if (state == State::Unknown)
            return fmt::format("; what happened in {}that time was not recorded",
                               is_nearly ? "nearly all of " : "");
        return fmt::format(" ({} {})", is_nearly ? "nearly all" : "all", name);
    }

    double whole_;
};

/// For host code, where most of its computing is: ", mostly after \EXCHANGE (line 41)".
std::string most_after(const TracedRun& run) {
    const std::vector<std::int64_t>& after = run.analysis.site_times.busy_after_ns;
    const auto most = std::max_element(after.begin(), after.end());
    if (most == after.end() || *most == 0) return "";
    if (2 * *most < run.analysis.site_times.host_code.of(State::Busy)) return "";
    return ", mostly after " + site_place(run.trace(), static_cast<std::uint32_t>(most - after.begin()));
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

Conclusion cost(const TracedRun& run, const std::string& id, std::uint32_t site, const States& states,
                const std::string& most) {
    const Shares shares(run);
    const StateTimes times = times_of(run.analysis.site_times, site, states);
    const double percent = shares.percent(times.measured_ns());
    const std::string text = fmt::format("{} goes into {}{}: {} of the measured time of all ranks{}.", most,
                                         site_place(run.trace(), site),
                                         site == no_site ? most_after(run) : without_inner(run, site),
                                         share_text(percent), shares.parts(times));
    return share_conclusion(id, text, percent, "states", source_line(run.directory, site));
}

/// "The trace covers only 10 % of the measured time. ", if it lacks more than a tenth.
std::string coverage_text(const TracedRun& run) {
    const double lacks = Shares(run).percent(run.analysis.site_times.host_code.of(State::Unknown));
    if (lacks <= 10) return "";
    return fmt::format("The trace covers only {} of the measured time. ", share_text(100 - lacks));
}

} // namespace

std::vector<Conclusion> cost_conclusions(const TracedRun& run) {
    constexpr double little = 10; // percent
    const SiteTimes& times = run.analysis.site_times;
    const std::uint32_t first = costliest(times, all_states());
    const StateTimes top = times_of(times, first, all_states());
    if (top.measured_ns() <= 0) return {};
    std::vector<Conclusion> result{
        cost(run, "costliest", first, all_states(), coverage_text(run) + "The most time")};
    const Shares shares(run);
    const auto add = [&](const char* id, const States& states, const char* most) {
        const std::uint32_t site = costliest(times, states);
        if (site != first && shares.percent(times_of(times, site, states).measured_ns()) >= little)
            result.push_back(cost(run, id, site, states, most));
    };
    if (2 * top.of(State::Busy) >= top.measured_ns())
        add("costliest-communication", communication_states(), "Of the communication, the most");
    else
        add("costliest-computing", computing_states(), "Of the computing, the most");
    return result;
}

std::optional<Conclusion> phase_conclusion(const TracedRun& run) {
    struct Sum {
        StateTimes times;
        std::vector<int> lines;
        bool is_costliest = false;
    };
    const std::uint32_t first = costliest(run.analysis.site_times, all_states());
    std::vector<std::pair<std::string, Sum>> phases; // by name, on any line
    for (const TracedPhase& phase : run.analysis.phases) {
        const TraceSite& site = run.trace().sites[phase.site];
        auto known = std::find_if(phases.begin(), phases.end(),
                                  [&](const auto& one) { return one.first == site.name; });
        if (known == phases.end()) known = phases.insert(known, {site.name, {}});
        known->second.times += phase.all.outermost;
        known->second.lines.push_back(site.line);
        known->second.is_costliest |= phase.site == first;
    }
    if (phases.size() < 2) return std::nullopt;
    const auto most = std::max_element(phases.begin(), phases.end(), [](const auto& a, const auto& b) {
        return a.second.times.measured_ns() < b.second.times.measured_ns();
    });
    const Shares shares(run);
    const double percent = shares.percent(most->second.times.measured_ns());
    if (most->second.is_costliest || percent < 40) return std::nullopt;
    const std::vector<int>& lines = most->second.lines;
    return share_conclusion(
        "longest-phase",
        fmt::format("{} takes {} of the measured time of all ranks{}.",
                    upper_first(quoted_phase(most->first, lines.size() == 1 ? lines[0] : 0)),
                    share_text(percent), shares.parts(most->second.times)),
        percent, "phases", lines[0]);
}

std::optional<Conclusion> message_conclusion(const TracedRun& run) {
    constexpr std::uint64_t many = 100;
    constexpr double small_bytes = 1024;
    const Distribution& bytes = run.analysis.traffic.all.sent.bytes;
    const auto split = time_split(run.analysis); // waiting for a rank that computes longer is not their cost
    if (!split || 2 * split->messages_ns() < split->whole_ns) return std::nullopt;
    if (bytes.count < many || bytes.average() > small_bytes) return std::nullopt;
    const auto equal = size_does_not_matter(run.analysis.messages);
    if (!equal) return std::nullopt;
    return Conclusion{
        "small-messages",
        fmt::format("The {} messages carry {} on average, and those of {} take no longer than those "
                    "of {}: what costs is their number, not their size.",
                    count_text(static_cast<long long>(bytes.count)), bytes_text(bytes.average()),
                    bytes_text(static_cast<double>(equal->large_bytes)),
                    bytes_text(static_cast<double>(equal->small_bytes))),
        bytes_value(bytes.average()), "communication"};
}

} // namespace loop::report
