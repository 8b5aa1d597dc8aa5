#pragma once

#include "report/sweep/sheet.h"
#include "report/sweep/sweep.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// What a CLUE campaign found (Parker, CLUE: A Cluster Evaluation Tool, University of North Texas 2006).
/// Values only. Fractions, not percent; ACT/s in millions per rank.
namespace loop::report {

/// A variation on a number of ranks.
struct ClueFigure {
    std::string variation; ///< "base", "integer", "double", "rearranged" and so on (docs/clue.md)
    int ranks = 1;
    /// (15): cell transitions per second and rank, of the fastest trial. A disturbed trial counts only
    /// if all were disturbed.
    double act = 0;
    std::map<int, double> trials;                      ///< the same of every trial, by its round
    std::optional<double> efficiency, serial_fraction; ///< (10), (11); none without a figure of one rank
    /// Seconds, faults, switches of the same trial, averages over ranks.
    std::vector<std::pair<std::string, double>> usage;
    std::set<int> disturbed{}; ///< rounds whose trial waited for a core that another program had

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
    int trials = 0;               ///< as planned; 0: figures without trials
    bool simulated = false;
    std::vector<ClueFigure> figures;  ///< in the order of the campaign
    std::vector<ClueMissing> missing; ///< points without a figure
    /// Of the campaign as a whole; none for published figures, which LOOP did not judge.
    std::optional<formats::Verdict> verdict{};

    const ClueFigure* find(const std::string& variation, int ranks) const;
    std::vector<std::string> variations() const; ///< in the order of the figures
    std::vector<int> ranks() const;              ///< ascending
    /// On which variations can be compared with the base; 0: none.
    int max_ranks() const;
};

/// Fills in efficiency and serial fraction of all figures from those of one rank.
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

/// What its launches found so far, on its first machine.
ClueReport clue_report(const Sweep& sweep);

} // namespace loop::report
