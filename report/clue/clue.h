#pragma once

#include "report/sweep/sheet.h"
#include "report/sweep/sweep.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// The results of a CLUE campaign (Parker, CLUE: A Cluster Evaluation Tool, University of North Texas 2006).
/// Plain data. Fractions, not percent; ACT/s in millions per rank.
namespace loop::report {

/// The results of a variation on one number of ranks. "(15)" and the like are formulas of the thesis.
struct ClueFigure {
    std::string variation; ///< "base", "integer", "double", "rearranged" and so on (docs/clue.md)
    int ranks = 1;
    /// (15): cell transitions per second per rank, in the fastest trial. Disturbed trials count only if all
    /// were disturbed.
    double act = 0;
    std::map<int, double> trials;                      ///< the same for every trial, by its round
    std::optional<double> efficiency, serial_fraction; ///< (10), (11); nothing without a figure for one rank
    /// Seconds, page faults, and context switches of the same trial, averaged over ranks.
    std::vector<std::pair<std::string, double>> usage;
    std::set<int> disturbed{}; ///< rounds of trials that waited for a core used by another program

    double net_act() const { return ranks * act; } ///< (16)
    bool only_disturbed() const { return !trials.empty() && disturbed.size() == trials.size(); }
};

struct ClueMissing {
    std::string variation;
    int ranks = 0;
    std::string why;
};

struct ClueGrid {
    long long width = 0, height = 0;
};

struct ClueReport {
    std::string system; ///< the machine
    std::string started;
    std::string hardware;         ///< one line; empty for published figures
    std::optional<ClueGrid> grid; ///< of the base variation
    int trials = 0;               ///< number planned; 0: the figures have no trials
    bool simulated = false;
    std::vector<ClueFigure> figures;  ///< in the order of the campaign
    std::vector<ClueMissing> missing; ///< points without a figure
    /// For the campaign as a whole; nothing for published figures.
    std::optional<formats::Verdict> verdict{};

    const ClueFigure* find(const std::string& variation, int ranks) const;
    std::vector<std::string> variations() const; ///< in the order of the figures
    std::vector<int> ranks() const;              ///< ascending
    /// The largest number of ranks on which variations can be compared with the base; 0: none.
    int max_ranks() const;
};

/// Sets efficiency and serial fraction of all figures, relative to those on one rank.
void derive(ClueReport& report);

/// Averages over several figures.
struct ClueAverage {
    double act = 0;
    std::optional<double> efficiency, serial_fraction;
    int figures = 0;
};
ClueAverage average_of_ranks(const ClueReport& report, int ranks);
ClueAverage average_of_variation(const ClueReport& report, const std::string& variation);
ClueAverage average_of_system(const ClueReport& report);

/// Whether the sweep is a CLUE campaign.
bool is_clue(const Sweep& sweep);

/// Returns the results so far, on the first machine of the sweep.
ClueReport clue_report(const Sweep& sweep);

} // namespace loop::report
