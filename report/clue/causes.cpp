#include "report/clue/causes.h"

#include "base/statistics/order_statistics.h"
#include "report/clue/limits.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

constexpr double min_part = 0.25; ///< of the whole loss; a smaller part does not explain it
/// Of the loss of computing. A triad does nothing but read and write memory, so it loses at least as much as
/// cells do if memory is the cause; the rest is for scatter.
constexpr double min_triad_loss = 0.8;

std::string loss_text(double fraction) {
    return fmt::format("{:.1f} %", 100 * fraction);
}

std::vector<double> computing_of(const TracedLaunch& launch) {
    std::vector<double> computing;
    for (const StateTimes& rank : launch.factors.by_rank)
        computing.push_back(static_cast<double>(rank.of(State::Busy)));
    return computing;
}

class Causes {
public:
    Causes(const ClueReport& report, int ranks, std::optional<double> longer_edges)
        : report_(report), ranks_(ranks), traced_(*report.traced), longer_edges_(longer_edges),
          min_loss_(std::max(min_efficiency_loss, min_part * (1 - traced_.efficiency.value_or(1)))) {}

    std::vector<ClueCause> found(bool bandwidth_is_named) {
        if (!bandwidth_is_named) transfer();
        load_balance();
        serialization();
        computing();
        return std::move(found_);
    }

private:
    bool is_low(const std::optional<double>& factor) const { return factor && 1 - *factor >= min_loss_; }

    void add(const char* about, const std::string& sentence) {
        found_.push_back(
            {about, fmt::format("{} ranks are {} efficient in a traced launch; {}", ranks_,
                                loss_text(traced_.efficiency.value_or(traced_.launch.factors.parallel())),
                                sentence)});
    }

    void transfer() {
        const auto& transfer = traced_.launch.factors.transfer;
        if (!is_low(transfer)) return;
        const std::string lost = fmt::format("messages cost up to {} of its time", loss_text(1 - *transfer));
        if (!longer_edges_)
            add("network", lost +
                               ": whether the cause is latency or bandwidth was not tested, as `rearranged` "
                               "has no efficiency");
        else if (*longer_edges_ >= min_efficiency_loss)
            add("network", fmt::format("{}, and edges with twice the bytes cost {} more: the limit is the "
                                       "network, partly its bandwidth",
                                       lost, loss_text(*longer_edges_)));
        else
            add("latency",
                fmt::format("{}, and edges with twice the bytes cost only {} more: the limit is the "
                            "latency of the network or the time to handle a message, not bandwidth",
                            lost, loss_text(std::max(0.0, *longer_edges_))));
    }

    void load_balance() {
        const auto slowest = slowest_rank(traced_.launch);
        if (!slowest || !is_low(traced_.launch.factors.load_balance)) return;
        add("slow rank",
            fmt::format("rank {}{} computes {:.2f} times as long as the median of the others, for "
                        "the same work, and they wait for it: its node or core is slower, or "
                        "other programs use it",
                        slowest->rank, slowest->host.empty() ? "" : " on " + slowest->host, slowest->factor));
    }

    void serialization() {
        const auto& serialization = traced_.launch.factors.serialization;
        if (!is_low(serialization)) return;
        add("noise", fmt::format("{} of its time, ranks wait for one after the other, although all have the "
                                 "same work: the time of a rank's iterations varies, for example because of "
                                 "other programs or the system",
                                 loss_text(1 - *serialization)));
    }

    /// A slow rank makes the others compute no longer, so the fastest one counts.
    void computing() {
        const auto scaling = traced_.computation_scaling();
        const std::vector<double> times = computing_of(traced_.launch);
        const double least = *std::min_element(times.begin(), times.end());
        if (!scaling || least <= 0) return;
        double sum = 0;
        for (const double time : times)
            sum += time;
        const double of_fastest = *scaling * sum / static_cast<double>(times.size()) / least;
        if (!is_low(of_fastest)) return;
        const std::string slower = fmt::format(
            "even the rank that computes fastest takes {:.2f} times as long as one rank alone, for "
            "the same work: ",
            1 / of_fastest);
        if (traced_.launch.shares_nodes() && !report_.simulated)
            sharing(slower, 1 - of_fastest);
        else
            add("computing", slower + "their nodes are slower than that of one rank alone");
    }

    /// What ranks on one node share. `lost`: the fraction of the speed of computing.
    void sharing(const std::string& slower, double lost) {
        const ClueProbes& probes = report_.probes;
        const auto alone = probes.memory_of(1), beside = probes.memory_of(ranks_);
        if (!alone || !beside || probes.memory_disturbed)
            return add("shared memory", slower + "ranks on one node slow each other down, by the memory, the "
                                                 "caches, or the power that they share");
        const double triad_lost = 1 - *beside / *alone;
        const std::string triad =
            fmt::format("from {:.0f} MB/s of one rank alone to {:.0f} MB/s of each of {} "
                        "ranks",
                        *alone, *beside, ranks_);
        if (comes_from_cache(report_))
            add("shared node",
                slower + "ranks on one node slow each other down, by the caches or the power that "
                         "they share, but not by memory: one rank alone is faster than the triad, so "
                         "its cells come from a cache");
        else if (triad_lost >= min_triad_loss * lost)
            add("memory", fmt::format("{}ranks on one node compete for memory; the triad falls, too, {} ({})",
                                      slower, triad, loss_text(triad_lost)));
        else
            add("shared node",
                fmt::format("{}ranks on one node slow each other down, by the caches or the power that "
                            "they share, but not by memory: the triad goes {}",
                            slower, triad));
    }

    const ClueReport& report_;
    int ranks_;
    const ClueTraced& traced_;
    std::optional<double> longer_edges_;
    double min_loss_;
    std::vector<ClueCause> found_;
};

/// What the variations say about a cause that is not known.
std::string known_anyway(const std::optional<double>& longer_edges) {
    if (!longer_edges || *longer_edges >= min_efficiency_loss) return "";
    return fmt::format(
        ", and edges with twice the bytes cost only {} more: the bandwidth of the network is not "
        "the cause",
        loss_text(std::max(0.0, *longer_edges)));
}

/// Why there is no evidence.
std::string without_evidence(const ClueReport& report, int ranks) {
    if (!report.traced || report.traced->ranks != ranks)
        return "the cause is not known, as no launch of the base on as many ranks was traced";
    if (report.traced->launch.disturbed)
        return "the cause was not tested, as other programs disturbed the traced launch";
    return "the traced launch does not show why";
}

} // namespace

bool messages_cost(const ClueReport& report, int ranks) {
    if (!report.traced || report.traced->ranks != ranks || report.traced->launch.disturbed) return false;
    const auto& transfer = report.traced->launch.factors.transfer;
    return transfer && 1 - *transfer >= min_efficiency_loss;
}

std::optional<SlowestRank> slowest_rank(const TracedLaunch& launch) {
    std::vector<double> times = computing_of(launch);
    if (times.size() < 2) return std::nullopt;
    const auto longest = std::max_element(times.begin(), times.end());
    const double most = *longest;
    SlowestRank slowest;
    slowest.rank = static_cast<int>(longest - times.begin());
    const auto index = static_cast<std::size_t>(slowest.rank);
    if (index < launch.hosts.size()) slowest.host = launch.hosts[index];
    times.erase(longest);
    const double others = statistics::median(times);
    if (others <= 0) return std::nullopt;
    slowest.factor = most / others;
    return slowest;
}

std::vector<ClueCause> causes_of(const ClueReport& report, int ranks, std::optional<double> longer_edges,
                                 bool bandwidth_is_named) {
    std::vector<ClueCause> causes;
    if (report.traced && report.traced->ranks == ranks && !report.traced->launch.disturbed)
        causes = Causes(report, ranks, longer_edges).found(bandwidth_is_named);
    if (!causes.empty() || bandwidth_is_named) return causes;
    const ClueFigure* const base = report.find("base", ranks);
    return {{"efficiency", fmt::format("{} ranks are {} efficient{}; {}", ranks,
                                       loss_text(base == nullptr ? 0 : base->efficiency.value_or(0)),
                                       known_anyway(longer_edges), without_evidence(report, ranks))}};
}

} // namespace loop::report
