#include "base/text/strings.h"
#include "base/text/units.h"
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
#include <numeric>

namespace loop::report {

namespace {

/// " It had no core for 38 % of its time.", if that is much more than the others. If ranks share cores, a
/// rank that waits for a message may have no core either, so this does not say why it is late.
std::string core_text(const RunDirectory& directory, int rank) {
    const std::vector<double> waits = core_waits(directory);
    const auto index = static_cast<std::size_t>(rank);
    if (shared_cores(directory) || waits.size() < 2 || index >= waits.size()) return "";
    const double others = (std::accumulate(waits.begin(), waits.end(), 0.0) - waits[index]) /
                          static_cast<double>(waits.size() - 1);
    if (waits[index] < 5 || waits[index] < 1.5 * others) return "";
    return fmt::format(" It had no core for {} of its time.", share_text(waits[index]));
}

/// "all of that", "nearly all of that", "61 % of that"
std::string part_text(double percent) {
    constexpr double rounded = 0.05;
    if (std::abs(percent - 100) < rounded) return "all of that";
    return percent > 95 ? "nearly all of that" : share_text(percent) + " of that";
}

/// Where the rank computes longer: ", nearly all of that in phase "relax" (line 46)".
std::string where_text(const TracedRun& run, const Excess& excess, double longer_ns) {
    const double percent = 100 * excess.at_site_ns / longer_ns;
    const std::string place = computing_place(run.trace(), excess.site, excess.after);
    if (percent > 101)
        return fmt::format(": {} longer in {}, and less elsewhere", seconds_text(excess.at_site_ns * 1e-9),
                           place);
    return fmt::format(", {} in {}", part_text(percent), place);
}

/// Others that compute as long do not delay the run, for example because they do it meanwhile.
const char* others_of(const BusyRanks& busy) {
    return busy.are_all ? "the other ranks on average" : "most of the other ranks on average";
}

/// What it costs that ranks compute longer than the others.
struct Lost {
    double longer_ns;         ///< how much longer they compute
    double least_ns, most_ns; ///< how much shorter the run would be if they did not
    double whole_ns;
    /// Whether others wait for these ranks one after the other, so that what each of them costs adds up.
    bool adds_up = false;
    /// Than most_ns: a rank may serve the others in another order, the late ranks may communicate less, or
    /// large operations may take less time.
    bool may_be_more = false;

    double percent() const { return 100 * least_ns / whole_ns; }
    double most_percent() const { return 100 * most_ns / whole_ns; }
    /// Whether a part of it may cost nothing, because the run would take that time anyway.
    bool is_less() const { return least_ns < 0.95 * longer_ns; }
    bool is_more() const { return most_ns > more * longer_ns; }
    bool is_that_time() const { return !is_less() && !is_more() && !may_be_more; }
    static constexpr double more = 1.1;
    std::string time() const { return seconds_text(longer_ns * 1e-9); }
    /// " (12 % of the run's time)"
    std::string share() const {
        return !is_that_time()
                   ? ""
                   : fmt::format(" ({} of the run's time)", share_text(100 * longer_ns / whole_ns));
    }
    /// " Without that, the run would take about 12 % less time.", or "10 to 43 %"
    std::string sentence() const {
        constexpr double same = 0.9, rounded = 3; // parts of the most, percentage points
        if (may_be_more)
            return fmt::format(" Without that, the run would take {} less time.", at_least_text(percent()));
        if (is_that_time()) return "";
        return fmt::format(
            " Without that, the run would take {} less time{}.",
            least_ns >= same * most_ns && most_percent() - percent() < rounded
                ? "about " + share_text(most_percent())
                : fmt::format("between {} and {}", least_text(percent()), most_text(most_percent())),
            adds_up ? ", as others wait for these ranks in turn" : "");
    }
};

/// "2 times as long as the other ranks on average, 60 ms longer, all of that in \WORK (line 6)"
std::string longer_text(const TracedRun& run, int rank, const BusyRanks& busy, const std::string& share) {
    const Excess excess = excess_of(run.trace(), run.analysis, rank, busy.others);
    return fmt::format("{} as long as {}, {}{} longer{}{}", multiple_text(busy.factor), others_of(busy),
                       seconds_text(busy.longer_ns * 1e-9), share, where_text(run, excess, busy.longer_ns),
                       more_often_text(run.trace(), run.analysis, {rank}, busy.others));
}

std::string longer_text(const TracedRun& run, const BusyRanks& busy, const std::string& share) {
    const char* const up_to = busy.are_alike ? "" : "up to ";
    const std::string factor =
        std::isfinite(busy.factor) ? up_to + multiple_text(busy.factor) + " as long as" : "longer than";
    return fmt::format("{} {}, {}{}{} longer{}", factor, others_of(busy), up_to,
                       seconds_text(busy.longer_ns * 1e-9), share,
                       more_often_text(run.trace(), run.analysis, busy.ranks, busy.others));
}

/// One rank computes longer than the others.
Conclusion slow_rank(const TracedRun& run, int rank, const BusyRanks& busy, const Lost& lost) {
    const Excess excess = excess_of(run.trace(), run.analysis, rank, busy.others);
    const auto serial = serial_part(run.trace(), run.analysis, rank);
    const bool is_alone = serial && 2 * static_cast<double>(serial->ns) >= busy.longer_ns;
    const std::string text =
        is_alone ? fmt::format("Rank {} is late: it computes {} longer than the others, because it "
                               "computes alone in {}.",
                               rank, lost.time() + lost.share(),
                               computing_place(run.trace(), serial->site, serial->after))
                 : fmt::format("Rank {} is late: it computes {}.", rank,
                               longer_text(run, rank, busy, lost.share()));
    return share_conclusion("late-rank", text + lost.sentence() + core_text(run.directory, rank),
                            lost.percent(), "states",
                            source_line(run.directory, is_alone ? serial->place() : excess.place()));
}

Conclusion slow_ranks(const TracedRun& run, const BusyRanks& busy, const Lost& lost) {
    return share_conclusion("late-rank",
                            fmt::format("{} are late: they compute {}.{}",
                                        upper_first(rank_list(busy.ranks, 8)),
                                        longer_text(run, busy, lost.share()), lost.sentence()),
                            lost.percent(), "states");
}

/// Ranks compute longer, but the run may take as long without that, for example because large messages would
/// then share links. Nothing if it costs little at most.
std::optional<Conclusion> longer_ranks(const TracedRun& run, const BusyRanks& busy, const Lost& lost) {
    constexpr double much = 10; // percent
    if (lost.most_percent() < much) return std::nullopt;
    const bool is_one = busy.ranks.size() == 1;
    const int line =
        is_one ? source_line(run.directory,
                             excess_of(run.trace(), run.analysis, busy.ranks[0], busy.others).place())
               : 0;
    return share_conclusion(
        "longer-rank",
        fmt::format("{} {} {}. The trace does not show how much of that costs time.",
                    upper_first(rank_list(busy.ranks, 8)), is_one ? "computes" : "compute",
                    is_one ? longer_text(run, busy.ranks[0], busy, "") : longer_text(run, busy, "")),
        100 * busy.longer_ns / lost.whole_ns, "states", line);
}

/// What the late rank did during the longest wait for it. A rank that communicated does not explain the wait,
/// nor does a wait that makes up less than half of the time that other ranks waited for it.
std::string longest_wait_text(const TracedRun& run, int rank) {
    const LatePartners& partners = run.analysis.late_partners;
    const LongestWait& wait = partners.longest;
    if (wait.late_rank != rank) return "";
    if (wait.late_rank_site != no_site && communicates(run.trace().sites[wait.late_rank_site])) return "";
    const double waited =
        static_cast<double>(delay_of(partners.caused_by_rank[static_cast<std::size_t>(rank)]));
    if (2 * static_cast<double>(wait.late_ns) * (measured_ranks(run.analysis) - 1) < waited) return "";
    return fmt::format(
        " The longest wait for rank {0}: rank {1} waited {2} in {3}, while rank {0} was in {4}.", rank,
        wait.rank, seconds_text(static_cast<double>(wait.late_ns) * 1e-9), site_place(run.trace(), wait.site),
        site_place(run.trace(), wait.late_rank_site));
}

/// Whether the run would be clearly shorter if the rank did not compute. If not, it only passes on a delay
/// that others cause, or others wait for something else, too.
bool delays_by_computing(const TracedRun& run, int rank) {
    constexpr std::int64_t little = 20; // parts of the run
    const auto saved_ns = saved_without_computing(run.trace(), run.analysis, rank);
    return saved_ns && *saved_ns >= run.analysis.path.length_ns / little;
}

/// Others wait for one rank, although it does not compute longer. Nothing if the run does not show why: the
/// rank may only pass on a delay that others, or the network, cause.
std::optional<Conclusion> awaited(const TracedRun& run, const LateRanks& late) {
    if (late.ranks.size() != 1) return std::nullopt;
    const int rank = late.ranks[0];
    const std::string core = core_text(run.directory, rank);
    const std::string why = core.empty() ? longest_wait_text(run, rank) : core;
    if (why.empty() || (core.empty() && !delays_by_computing(run, rank))) return std::nullopt;
    const LongestWait& longest = run.analysis.late_partners.longest;
    return share_conclusion(
        "late-rank",
        fmt::format("Rank {} is late: other ranks wait for it during {} of the measured time.{}", rank,
                    share_text(late.waited_percent), why),
        late.waited_percent, "statistics",
        longest.late_rank == rank ? source_line(run.directory, longest.late_rank_site) : 0);
}

/// Whether a rank was ready to run, but had no core, for half of the time by which these ranks compute
/// longer: busy time contains the time without a core.
bool lacked_cores(const TracedRun& run, const BusyRanks& busy) {
    const std::vector<double> waits = core_waits(run.directory);
    return std::any_of(busy.ranks.begin(), busy.ranks.end(), [&](int rank) {
        const auto index = static_cast<std::size_t>(rank);
        if (index >= waits.size()) return false;
        const auto measured = static_cast<double>(run.analysis.times_by_rank[index].measured_ns());
        return waits[index] / 100 * measured >= busy.longer_ns / 2;
    });
}

/// How much longer the ranks compute, at least, than the one that computes longest of the others. So much is
/// lost unless transfers go on meanwhile, or ranks would then wait for something else.
double longer_than_next(const TracedRun& run, const BusyRanks& busy) {
    const auto longest_of = [&](const std::vector<int>& ranks) {
        double longest = 0;
        for (const int rank : ranks)
            longest = std::max(
                longest, static_cast<double>(
                             run.analysis.times_by_rank[static_cast<std::size_t>(rank)].of(State::Busy)));
        return longest;
    };
    constexpr double nearly_all = 0.88; // a range, also if the others compute equally long
    return nearly_all *
           std::max(0.0, longest_of(busy.ranks) - longest_of(compared_ranks(run.analysis, busy.ranks)));
}

/// What it costs that these ranks compute longer. If replays do not show that: from what they compute longer
/// than each other rank to all of it, unless most of it is lost by nobody.
Lost lost_by(const TracedRun& run, const BusyRanks& busy) {
    constexpr double most = 0.4; // half of it is lost on two ranks, and more on several
    const auto whole_ns = static_cast<double>(run.analysis.path.length_ns);
    const auto split = time_split(run.analysis);
    if (const auto saved = saved_by(run.trace(), run.analysis, busy.ranks, busy.others)) {
        Lost lost{busy.longer_ns,
                  static_cast<double>(saved->least_ns),
                  static_cast<double>(saved->most_ns),
                  whole_ns,
                  static_cast<double>(saved->least_ns) > Lost::more * busy.longer_ns,
                  saved->may_be_more()};
        if (!more_often_text(run.trace(), run.analysis, busy.ranks, busy.others).empty())
            lost.may_be_more = true;
        if (lost.may_be_more) lost.most_ns = std::max(lost.most_ns, busy.longer_ns);
        if (split && split->is_partly_unrecorded()) {
            lost.least_ns = 0;
            lost.most_ns = std::max(lost.most_ns, busy.longer_ns);
        }
        return lost;
    }
    const bool is_hidden = split && split->imbalance_ns + split->in_turn_ns < most * busy.longer_ns;
    if (is_hidden) return {busy.longer_ns, 0, 0, whole_ns};
    return {busy.longer_ns, longer_than_next(run, busy), busy.longer_ns, whole_ns};
}

/// Ranks compute longer, but the critical path does not lead over them: it leads over messages that take
/// longer because of them, or over calls that are not recorded in detail.
std::optional<Conclusion> longer_off_path(const TracedRun& run) {
    const auto longest = longest_ranks(run.analysis);
    const auto split = time_split(run.analysis);
    if (!longest || !split || lacked_cores(run, *longest)) return std::nullopt;
    Lost lost = lost_by(run, *longest);
    if (split->is_unrecorded()) lost.most_ns = longest->longer_ns;
    return longer_ranks(run, *longest, lost);
}

} // namespace

std::optional<Conclusion> late_conclusion(const TracedRun& run) {
    constexpr double little = 5; // percent
    if (!ranks_communicate(run.trace(), run.analysis))
        return std::nullopt; // then no rank waits for another one
    if (const auto busy = busy_ranks(run.analysis)) {
        if (alone_time(run.analysis, busy->ranks).is_mostly_after_others()) return std::nullopt;
        if (lacked_cores(run, *busy)) return std::nullopt; // core_conclusion says so
        const Lost lost = lost_by(run, *busy);
        if (lost.percent() < little) return longer_ranks(run, *busy, lost);
        return busy->ranks.size() > 1 ? slow_ranks(run, *busy, lost)
                                      : slow_rank(run, busy->ranks[0], *busy, lost);
    }
    const auto split = time_split(run.analysis);
    if (split && split->percent(split->imbalance_ns) >= 5) return std::nullopt; // many ranks compute longer
    if (const auto late = late_ranks(run.analysis))
        if (auto found = awaited(run, *late)) return found;
    return longer_off_path(run);
}

} // namespace loop::report
