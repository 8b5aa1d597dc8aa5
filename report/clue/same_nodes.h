#pragma once

#include "report/clue/comparison.h"

#include <string>
#include <vector>

/// Systems of a comparison that use the same nodes: if they differ, the library or the system is the cause
/// (thesis, 4.2, where clusters B and C are alike).
namespace loop::report {

struct ClueSameNodes {
    std::size_t system = 0;           ///< index in ClueComparison::systems; compared with the base system
    std::vector<std::string> differs; ///< what is not the same: "mpi (MPICH 4.0.2; Open MPI 4.1.4)"
    std::string sentence;             ///< with the difference, its interval, and its certainty
};

/// Empty if no system measurably differs from the base system on several ranks, if their nodes, hardware,
/// or grids differ or are not known, or if nothing is known to differ. Models and published systems have no
/// nodes.
std::vector<ClueSameNodes> same_nodes(const ClueComparison& comparison);

/// Why nothing can be said of systems that use the same nodes with another library or system: their grids
/// differ. One sentence for each, with what to do.
std::vector<std::string> untested_same_nodes(const ClueComparison& comparison);

} // namespace loop::report
