#pragma once

#include "report/sweep/sheet.h"
#include "report/sweep/sweep.h"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// The results of a CLUE campaign (Parker, CLUE: A Cluster Evaluation Tool, University of North Texas 2006).
/// Plain data. Fractions, not percent; ACT/s in millions per rank.
namespace loop::report {

/// A metric of one execution, over its ranks; values of older versions may be missing.
struct ClueMetric {
    std::string name; ///< "wall time"
    std::string unit; ///< "s", or empty for a count
    std::optional<double> mean, deviation, min, max;

    /// In the order of clue_columns::statistics.
    std::array<std::optional<double>, 4> statistics() const { return {mean, deviation, min, max}; }
};

/// One good launch of a point.
struct ClueExecution {
    int round = 0; ///< its trial
    double act = 0;
    bool disturbed = false;
    std::vector<ClueMetric> metrics{}; ///< those of <loop/clue_columns.h> that are known
    std::size_t place = 0;             ///< in the journal, which lists launches in launch order

    /// The metric of this name, without values if it is not known.
    ClueMetric metric(const std::string& name) const;
};

/// What the ranks of a point execute.
struct ClueWork {
    long long width = 0, height = 0; ///< cells of a rank; 0: unknown
    std::string type;                ///< of a cell
    int iterations = 0;

    /// Cell transitions of a rank, in millions.
    double transitions() const {
        return static_cast<double>(width) * static_cast<double>(height) * iterations * 1e-6;
    }
};

/// The results of a variation on one number of ranks. "(15)" and the like are formulas of the thesis.
struct ClueFigure {
    std::string variation; ///< "base", "integer", "double", "rearranged" and so on (docs/clue.md)
    int ranks = 1;
    /// (15): cell transitions per second per rank, in the fastest trial. Disturbed trials count only if all
    /// were disturbed.
    double act = 0;
    std::map<int, double> trials;                      ///< the same for every trial, by its round
    std::optional<double> efficiency, serial_fraction; ///< (10), (11); nothing without a figure for one rank
    std::set<int> disturbed{}; ///< rounds of trials that waited for a core used by another program
    ClueWork work{};
    std::vector<ClueExecution> executions{}; ///< every trial, in launch order
    int fastest = 0;                         ///< the round of the trial that `act` is from; 0: none
    /// The worst verdict of what these values come from: of the point, and of that on one rank.
    formats::Verdict::Word word = formats::Verdict::Word::Valid;

    /// 95 % intervals of (10) and (11) for the medians of the trials that count, not for the fastest ones;
    /// nothing on one rank, or for too few trials.
    std::optional<std::pair<double, double>> efficiency_interval{}, serial_fraction_interval{};

    /// ACT/s of the undisturbed trials; of all, if all were disturbed.
    std::vector<double> counted_acts() const;
    double net_act() const { return ranks * act; } ///< (16)
    std::optional<double> speedup() const {        ///< (9)
        return efficiency ? std::optional(ranks * *efficiency) : std::nullopt;
    }
    /// The execution that `act` is from; null if the figure has no trials.
    const ClueExecution* represented_by() const;
    bool only_disturbed() const { return !trials.empty() && disturbed.size() == trials.size(); }
};

/// A traced launch of the base, which shows where its efficiency goes.
struct ClueTraced {
    int ranks = 0;
    TracedLaunch launch;
    /// Of this launch, relative to the fastest trial on one rank; nothing without one, or without its time.
    std::optional<double> efficiency;

    /// How fast the ranks compute, relative to one rank alone: the part of the efficiency that is not lost by
    /// waiting and communicating.
    std::optional<double> computation_scaling() const {
        return efficiency ? std::optional(*efficiency / launch.factors.parallel()) : std::nullopt;
    }
};

struct ClueFailedProbe {
    std::string workload; ///< one of report/read/probe_results.h
    int ranks = 0;
    std::string why;
};

/// What probes measured on the machine of a campaign (report/read/probe_results.h). Without probes, empty.
struct ClueProbes {
    std::map<int, double>
        memory_mbs{};              ///< by number of ranks: the triad of one rank while all of them run it
    std::string level{};           ///< which the triad measured instead of memory: "L3 cache"
    bool memory_disturbed = false; ///< a rank of a triad waited for a core that another program used
    int message_ranks = 0;         ///< the ping-pong was between the first and the last of these; 0: none
    std::optional<double> message_mbs, latency_us;
    bool messages_disturbed = false;
    std::vector<ClueFailedProbe> failed{};

    bool empty() const { return memory_mbs.empty() && level.empty() && message_ranks == 0 && failed.empty(); }
    /// The triad on this many ranks, in MB/s of one rank; nothing if it was not measured.
    std::optional<double> memory_of(int ranks) const {
        const auto found = memory_mbs.find(ranks);
        return found == memory_mbs.end() ? std::nullopt : std::optional(found->second);
    }
};

struct ClueMissing {
    std::string variation;
    int ranks = 0;
    std::string why;
    bool failed = false; ///< false: not measured yet
};

struct ClueGrid {
    long long width = 0, height = 0;
};

struct ClueReport {
    std::string system;     ///< the machine; in a comparison its unique name
    std::string machine{};  ///< the name of its profile; empty if it is published
    bool published = false; ///< single values, without trials
    /// What its publication or its profile says about the machine, as name and text.
    std::vector<std::pair<std::string, std::string>> facts{};
    std::string started;
    std::string hardware;         ///< one line; empty for published figures
    std::string word{};           ///< width of a register: "64 bits"; empty: unknown
    std::optional<ClueGrid> grid; ///< of the base variation
    int trials = 0;               ///< number planned; 0: the figures have no trials
    bool simulated = false;
    std::vector<ClueFigure> figures;  ///< in the order of the campaign
    std::vector<ClueMissing> missing; ///< points without a figure
    std::optional<ClueTraced> traced{};
    ClueProbes probes{};
    /// For the campaign as a whole; nothing for published figures.
    std::optional<formats::Verdict> verdict{};

    const ClueFigure* find(const std::string& variation, int ranks) const;
    ClueWork work_of(const std::string& variation) const; ///< the same on any number of ranks
    std::vector<std::string> variations() const;          ///< in the order of the figures
    std::vector<int> ranks() const;                       ///< ascending
    /// The largest number of ranks on which variations can be compared with the base; 0: none.
    int max_ranks() const;
};

/// Sets the efficiency and serial fraction of all figures without them, relative to those on one rank.
void add_efficiencies(ClueReport& report);
/// The figure with the results of this execution instead of the fastest one. The reference stays the fastest
/// execution on one rank.
ClueFigure figure_of_trial(const ClueReport& report, const ClueFigure& figure,
                           const ClueExecution& execution);

/// Averages over several figures.
struct ClueAverage {
    double act = 0;
    std::optional<double> efficiency, serial_fraction;
    int figures = 0;
    /// The worst verdict of the figures; INVALID if the point of one of them failed and has no result.
    formats::Verdict::Word word = formats::Verdict::Word::Valid;
};
ClueAverage average_of_ranks(const ClueReport& report, int ranks);
ClueAverage average_of_variation(const ClueReport& report, const std::string& variation);
ClueAverage average_of_system(const ClueReport& report);

/// Names must be plain, as they are written unchanged to files for other tools.
bool is_variation_name(const std::string& name);
/// "double on 8 ranks"
std::string clue_label(const std::string& variation, int ranks);

/// Whether the sweep is a CLUE campaign.
bool is_clue(const Sweep& sweep);
/// The names of its machines, in its order.
std::vector<std::string> clue_machines(const Sweep& sweep);

/// Returns the results so far, on the first machine of the sweep.
ClueReport clue_report(const Sweep& sweep);

} // namespace loop::report
