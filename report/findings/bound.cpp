#include "base/text/strings.h"
#include "report/document/values.h"
#include "report/findings/alone_time.h"
#include "report/findings/communication.h"
#include "report/findings/core_waits.h"
#include "report/findings/late_ranks.h"
#include "report/findings/time_split.h"
#include "report/findings/trace_conclusions.h"
#include "report/findings/wording.h"
#include "trace/analysis/saved.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::report {

namespace {

/// MpiCalls instead of Communication: if that is mostly MPI calls that are not recorded in detail.
enum class Bound { Computing, Communication, MpiCalls, Imbalance, InTurn };

struct Part {
    Bound bound;
    double percent;
};

constexpr double same = 1;   ///< percentage points that do not matter
constexpr double little = 5; ///< percent of the run at which a part is not named

/// Whether a part compares what ranks compute.
bool compares_ranks(Bound bound) {
    return bound == Bound::Imbalance || bound == Bound::InTurn;
}

/// The path may not lead over the ranks that others wait for in calls that are not recorded. So where these
/// take long, their part is that of an average rank.
std::array<Part, 4> parts_of(const TimeSplit& split) {
    const double in_mpi_ns = split.is_partly_unrecorded() ? split.average_mpi_ns : split.communication_ns;
    return {Part{Bound::Computing, split.percent(split.computing_ns)},
            split.is_unrecorded() ? Part{Bound::MpiCalls, split.percent(in_mpi_ns)}
                                  : Part{Bound::Communication, split.percent(split.communication_ns)},
            Part{Bound::Imbalance, split.percent(split.imbalance_ns)},
            Part{Bound::InTurn, split.percent(split.in_turn_ns)}};
}

const char* id_of(Bound bound) {
    switch (bound) {
    case Bound::Computing:
        return "bound-by-computing";
    case Bound::Communication:
        return "bound-by-communication";
    case Bound::MpiCalls:
        return "bound-by-mpi-calls";
    case Bound::Imbalance:
        return "bound-by-imbalance";
    case Bound::InTurn:
        return "bound-by-waiting";
    }
    return "";
}

/// The ranks that compute longer, if these are at most half of the ranks, and the reason for nearly all of
/// what that costs; else none.
std::vector<int> who_computes_longer(const TracedRun& run) {
    const std::vector<int> longest = busiest_ranks(run.analysis);
    const auto all = static_cast<std::size_t>(measured_ranks(run.analysis));
    const bool explain = !longest.empty() && 2 * longest.size() <= all &&
                         explain_imbalance(run.trace(), run.analysis, longest);
    return explain ? longest : std::vector<int>{};
}

std::string more_often_text(const TracedRun& run, const std::vector<int>& ranks) {
    return more_often_text(run.trace(), run.analysis, ranks, compared_ranks(run.analysis, ranks));
}

bool communicate_more_often(const TracedRun& run) {
    const std::vector<int> longest = who_computes_longer(run);
    return !longest.empty() && !more_often_text(run, longest).empty();
}

/// "ranks 1 and 3 compute longer than the others"; "" if no rank is named.
std::string who_text(const TracedRun& run) {
    const std::vector<int> ranks = who_computes_longer(run);
    if (ranks.empty()) return "";
    const auto others = static_cast<std::size_t>(measured_ranks(run.analysis)) - ranks.size();
    return fmt::format("{} {} longer than the other{}{}", rank_list(ranks, 8),
                       ranks.size() == 1 ? "computes" : "compute", others == 1 ? " rank" : "s",
                       more_often_text(run, ranks));
}

/// What uneven computing costs, as far as it is named.
struct UnevenCosts {
    std::string imbalance;
    bool is_range = false; ///< imbalance may cost more than its part of the time
    std::string in_turn;
};

constexpr const char* unknown_part = "an unknown part";

/// Messages and collective operations may take longer because of it, and more may be between calls that are
/// not recorded: "up to 28 %", unless most of that would be for messages and operations. "at least 28 %" if
/// the same ranks communicate more often, if a rank would serve the others in another order, or if large
/// operations may take longer by an unknown time.
UnevenCosts cost_of_imbalance(const TracedRun& run, const TimeSplit& split) {
    const double percent = split.percent(split.imbalance_ns);
    if (percent < little) return {}; // it is not named
    const std::vector<int> ranks = compared_ranks(run.analysis);
    const auto late = busy_ranks(run.analysis);
    const auto of_late = late ? saved_by(run.trace(), run.analysis, late->ranks, late->others) : std::nullopt;
    const auto saved = split.is_of_others ? of_late : saved_by(run.trace(), run.analysis, ranks, ranks);
    const std::vector<int> named = who_computes_longer(run);
    const auto of_named =
        named.empty() ? std::nullopt
                      : saved_by(run.trace(), run.analysis, named, compared_ranks(run.analysis, named));
    const bool is_more_often = communicate_more_often(run);
    const bool has_large = has_large_operations(run.trace(), run.analysis);
    if (has_large && !is_more_often && !of_late) return {unknown_part, true, ""};
    const bool may_be_more = (saved && saved->has_other_order) || (of_late && of_late->may_be_more());
    if (is_more_often || (saved && (may_be_more || has_large))) {
        const auto& known = of_late ? of_late : saved;
        const double least_ns = known ? static_cast<double>(known->least_ns) : split.imbalance_ns;
        const double least = split.percent(std::min(split.imbalance_ns, least_ns));
        return {least < same ? unknown_part : at_least_text(least), true, ""};
    }
    double most_ns = split.imbalance_ns, quickest_ns = most_ns;
    for (const auto& one : {saved, of_late, of_named}) {
        if (!one) continue;
        most_ns = std::max(most_ns, static_cast<double>(one->most_ns));
        quickest_ns = std::max(quickest_ns, static_cast<double>(one->with_quickest_ns));
    }
    if (quickest_ns > 2 * most_ns) return {unknown_part, true, ""};
    most_ns = quickest_ns;
    if (split.is_partly_unrecorded())
        most_ns = std::max(most_ns, longest_on_path(run.analysis) - split.average_rank_ns);
    const double most = split.percent(most_ns);
    return {up_to_text(most), most > percent + same, ""};
}

/// "up to 28 %": without the waiting, messages that were on their way meanwhile would be waited for, and
/// messages and operations may take less time.
std::string cost_in_turn(const TracedRun& run, const TimeSplit& split) {
    if (split.percent(split.in_turn_ns) < little) return ""; // it is not named
    if (has_large_operations(run.trace(), run.analysis)) return unknown_part;
    const std::vector<int> ranks = compared_ranks(run.analysis);
    const std::int64_t even_ns = run.analysis.uneven_steps_ns.value_or(0);
    const std::int64_t quickest_ns =
        saved_by_even_steps_with_quickest(run.trace(), run.analysis, ranks).value_or(even_ns);
    const auto more_ns = static_cast<double>(std::max<std::int64_t>(0, quickest_ns - even_ns));
    return up_to_text(split.percent(split.in_turn_ns + more_ns));
}

UnevenCosts uneven_costs(const TracedRun& run, const TimeSplit& split) {
    UnevenCosts costs = cost_of_imbalance(run, split);
    costs.in_turn = cost_in_turn(run, split);
    return costs;
}

std::string cost_text(const UnevenCosts& costs, const Part& part) {
    if (part.bound == Bound::Imbalance) return costs.imbalance;
    return part.bound == Bound::InTurn ? costs.in_turn : share_text(part.percent);
}

/// " (rank 3 computes longer than the others)"; "" if no rank is named, or for another part.
std::string who_text(const TracedRun& run, Bound bound) {
    const std::string who = bound == Bound::Imbalance ? who_text(run) : "";
    return who.empty() ? "" : fmt::format(" ({})", who);
}

/// What computing takes on the critical path beside imbalance and waiting, so that the parts add up to the
/// run. An average rank computes longer than that if it also computes beside the path, and less if nobody
/// waits for ranks that compute longer. If imbalance may cost more than its number, or if the trace does not
/// show well where the path is, the part is not known: then the text says what an average rank computes.
std::string computing_text(const TimeSplit& split, const UnevenCosts& costs, const Part& part) {
    const std::string average = share_text(split.percent(split.average_rank_ns));
    const char* const rank = split.is_of_others ? "another rank" : "an average rank";
    const bool is_unknown = costs.is_range || split.is_partly_unrecorded();
    if (std::abs(split.percent(split.average_rank_ns) - part.percent) < same || is_unknown)
        return fmt::format(" {} computes for {} of it{}.", upper_first(rank), average,
                           split.is_of_others ? " on average" : "");
    const bool is_all = split.percent(split.imbalance_ns + split.in_turn_ns) < same;
    return fmt::format(" {} on the critical path takes {} ({} computes for {}).",
                       is_all ? "Computing" : "Other computing", share_text(part.percent), rank, average);
}

/// The other parts that matter: " Load imbalance takes up to 12 % (rank 3 computes longer than the others).
/// An average rank computes for 39 % of it."
std::string others_text(const TracedRun& run, const TimeSplit& split, const UnevenCosts& costs,
                        std::array<Part, 4> parts, Bound named) {
    constexpr std::array<const char*, 5> names{"", "communication", "time in MPI calls", "load imbalance",
                                               "waiting for one another's computing"};
    std::stable_sort(parts.begin(), parts.end(),
                     [](const Part& a, const Part& b) { return a.percent > b.percent; });
    std::vector<std::string> texts;
    std::string computing;
    for (const Part& part : parts) {
        if (part.bound == named || part.percent < little) continue;
        if (part.bound == Bound::Computing)
            computing = computing_text(split, costs, part);
        else
            texts.push_back(fmt::format("{}{} {}{}", names[static_cast<std::size_t>(part.bound)],
                                        texts.empty() ? " takes" : "", cost_text(costs, part),
                                        who_text(run, part.bound)));
    }
    return (texts.empty() ? "" : " " + upper_first(joined(texts, ", ")) + ".") + computing;
}

/// "bounds" the run if it takes more time than computing does.
const char* verb(const Part& part, const std::array<Part, 4>& parts) {
    return part.percent >= parts[0].percent ? "bounds" : "slows";
}

/// An average rank may compute less than what is on the critical path, while transfers go on.
std::string computing_sentence(const TimeSplit& split, double percent, const std::string& share) {
    const double average = split.percent(split.average_rank_ns);
    if (percent - average < little)
        return fmt::format("Computing bounds the run: it takes {} of the run's time.", share);
    return fmt::format("Computing bounds the run: it takes {} of the run's time on the critical path. {} "
                       "computes for {} of it.",
                       share, split.is_of_others ? "Another rank" : "An average rank", share_text(average));
}

std::string sentence(const TimeSplit& split, const UnevenCosts& costs, const Part& part, const char* verb,
                     const TracedRun& run) {
    const std::string share = cost_text(costs, part);
    switch (part.bound) {
    case Bound::Computing:
        return computing_sentence(split, part.percent, share);
    case Bound::Communication:
        return fmt::format("Communication {} the run: messages, synchronization, and waiting for them{} take "
                           "{} of its time.",
                           verb, shared_cores(run.directory) ? " (also for cores)" : "", share);
    case Bound::MpiCalls:
        return fmt::format(
            "Time in MPI {} the run: MPI calls that are not recorded in detail ({}) take {} of "
            "{}, where ranks may also wait for one another.",
            verb, calls_in_mpi, share, split.is_partly_unrecorded() ? "an average rank's time" : "its time");
    case Bound::Imbalance: {
        const std::string who = who_text(run);
        return fmt::format("Load imbalance {} the run: it costs {} of its time, because {}.", verb, share,
                           who.empty() ? "some ranks compute longer than others" : who);
    }
    case Bound::InTurn:
        return fmt::format("Ranks wait for one another's computing: some rank computes while others wait for "
                           "it, and not always the same one. That costs {} of the run's time.",
                           share);
    }
    return {};
}

const char* others_meanwhile(const SerialPart& serial, int others) {
    if (serial.is_after_others)
        return others == 1 ? "after the other rank has ended" : "after the other ranks have ended";
    return others == 1 ? "and the other rank waits" : "and the other ranks wait";
}

/// "in \WORK (line 7)", or, if there are other places, too: "for 24 % in \WORK (line 7)".
std::string serial_place(const TracedRun& run, const TimeSplit& split, const SerialPart& part) {
    const bool is_only = 20 * part.longest_ns >= 19 * part.ns;
    return (is_only
                ? ""
                : fmt::format("for {} ", share_text(split.percent(static_cast<double>(part.longest_ns))))) +
           "in " + computing_place(run.trace(), part.site, part.after);
}

std::string serial_text(const TracedRun& run, const TimeSplit& split, const SerialPart& only,
                        const std::string& share) {
    return fmt::format("for {} of its time, rank {} computes alone, {}, {}", share, only.rank,
                       serial_place(run, split, only),
                       others_meanwhile(only, measured_ranks(run.analysis) - 1));
}

/// "for 50 % of its time, one rank computes alone while the others wait: rank 0 for 30 %, in ..., and rank 7
/// for 20 %, in ..."
std::string serial_text(const TracedRun& run, const TimeSplit& split, const std::vector<SerialPart>& serial,
                        const std::string& share) {
    std::vector<std::string> texts;
    for (const SerialPart& part : serial)
        texts.push_back(fmt::format("rank {} for {}, {}", part.rank,
                                    share_text(split.percent(static_cast<double>(part.ns))),
                                    serial_place(run, split, part)));
    return fmt::format("for {} of its time, one rank computes alone while the others wait: {}", share,
                       joined(texts, "; "));
}

/// What is lost comes mostly from work that only one rank has, while the others wait.
std::optional<Conclusion> serial_conclusion(const TracedRun& run, const TimeSplit& split,
                                            const std::array<Part, 4>& parts) {
    std::vector<SerialPart> serial = serial_parts(run.trace(), run.analysis);
    const auto computes_no_longer = [&](const SerialPart& part) {
        constexpr double nearly_half = 0.4;
        const StateTimes& own = run.analysis.times_by_rank[static_cast<std::size_t>(part.rank)];
        return static_cast<double>(own.of(State::Busy)) - split.average_rank_ns <
               nearly_half * static_cast<double>(part.ns);
    };
    serial.erase(std::remove_if(serial.begin(), serial.end(), computes_no_longer), serial.end());
    double alone_ns = 0;
    for (const SerialPart& part : serial)
        alone_ns += static_cast<double>(part.ns);
    // The others may compute meanwhile, and feel the delay later.
    if (serial.empty() || 2 * alone_ns < split.imbalance_ns + split.in_turn_ns) return std::nullopt;
    const double percent = split.percent(alone_ns);
    const std::string share = share_text(percent);
    const std::string text =
        serial.size() == 1
            ? fmt::format("A serial part {} the run: {}.", verb({Bound::Imbalance, percent}, parts),
                          serial_text(run, split, serial[0], share))
            : fmt::format("Serial parts {} the run: {}.", percent >= parts[0].percent ? "bound" : "slow",
                          serial_text(run, split, serial, share));
    return share_conclusion("bound-by-serial-part", text, percent, "critical-path",
                            source_line(run.directory, serial[0].place()));
}

} // namespace

/// On a simulated machine, host code that nothing charges takes no time, so it may bound the run elsewhere.
std::string if_host_code_is_short(const TracedRun& run) {
    const auto& simulated = run.directory.run.simulated;
    if (!simulated || simulated->uncharged_lines.empty()) return {};
    return fmt::format("Apart from host code that is not charged ({}): ",
                       line_list(simulated->uncharged_lines));
}

/// On a simulated machine, host code takes no time: then a run without any work does not show what bounds it.
std::optional<Conclusion> no_work(const TracedRun& run) {
    const StateTimes& times = run.analysis.times;
    if (!repeats(run.directory.run) || times.of(State::Busy) > 0 || times.of(State::Unknown) > 0)
        return std::nullopt;
    if (!ranks_communicate(run.trace(), run.analysis)) return std::nullopt;
    return Conclusion{
        "no-work-charged",
        "No work was charged, so the run shows only communication: on a simulated machine, host "
        "code takes no time (`\\FLOPS` and `\\WORK` charge it).",
        seconds_value(0), "states"};
}

std::optional<Conclusion> bound_conclusion(const TracedRun& run) {
    constexpr double nearly_all = 80; // percent of computing at which nothing else matters much
    if (auto none = no_work(run)) return none;
    const auto split = time_split_beside_late_ranks(run.trace(), run.analysis);
    if (!split) return std::nullopt;
    const std::array<Part, 4> parts = parts_of(*split);
    const auto most = std::max_element(parts.begin() + 1, parts.end(),
                                       [](const Part& a, const Part& b) { return a.percent < b.percent; });
    const Part& named = parts[0].percent >= nearly_all ? parts[0] : *most;
    // Without communication, no rank waits for another one.
    const bool is_waiting = named.bound == Bound::Communication || named.bound == Bound::InTurn;
    if (is_waiting && !ranks_communicate(run.trace(), run.analysis)) return std::nullopt;
    if (compares_ranks(named.bound))
        if (auto serial = serial_conclusion(run, *split, parts)) return serial;
    const UnevenCosts costs = uneven_costs(run, *split);
    Conclusion conclusion = share_conclusion(id_of(named.bound),
                                             if_host_code_is_short(run) +
                                                 sentence(*split, costs, named, verb(named, parts), run) +
                                                 others_text(run, *split, costs, parts, named.bound),
                                             named.percent, "critical-path");
    if (cost_text(costs, named) == unknown_part) conclusion.figure = {};
    return conclusion;
}

} // namespace loop::report
