#pragma once

#include "report/clue/clue.h"

#include <optional>
#include <string>
#include <vector>

/// Why the base of a CLUE campaign loses efficiency, by the factors of its traced launch.
namespace loop::report {

/// Smaller losses of efficiency are not named: those of the clusters of the thesis that it calls good.
constexpr double min_efficiency_loss = 0.02;

struct ClueCause {
    const char* about;    ///< as ClueObservation::about
    std::string sentence; ///< with its evidence
};

/// The causes that the traced launch shows; if there is none, one cause that says what is not known. To be
/// called if the efficiency of the base on `ranks` is low. `longer_edges`: by how much edges with twice the
/// bytes are less efficient; nothing if that was not measured. `bandwidth_is_named`: another observation
/// names the bandwidth of the network.
std::vector<ClueCause> causes_of(const ClueReport& report, int ranks, std::optional<double> longer_edges,
                                 bool bandwidth_is_named);

/// Whether a traced launch of the base on this many ranks shows that messages cost efficiency.
bool messages_cost(const ClueReport& report, int ranks);

/// The rank that computes longest; nothing if fewer than two ranks compute.
struct SlowestRank {
    int rank = 0;
    std::string host;  ///< empty: unknown
    double factor = 1; ///< its computing time / the median of the other ranks'
};
std::optional<SlowestRank> slowest_rank(const TracedLaunch& launch);

} // namespace loop::report
