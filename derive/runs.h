#pragma once

#include "derive/formulas.h"
#include "derive/tree.h"
#include "derive/values.h"

namespace loop::report::derive {

/// Steps one after the other whose partners are at distances that follow a rule, such as 1, 2, 4, ...
struct Run {
    std::string loop;     ///< "for (int k = 1; k < nodes; k *= 2)"
    std::string receiver; ///< of `r` at distance `k`
    Values bytes;         ///< of each message by number of ranks; at distance 1 if they grow with it
    bool grows = false;   ///< `bytes` times `k`
    std::vector<std::vector<const Node*>> steps; ///< by number of ranks
    std::size_t length() const;                  ///< on the number of ranks with the most steps
};

/// The longest run that begins at these positions of statements, with at least two steps on one number of
/// ranks. Nothing if there is none.
std::optional<Run> run_at(const std::vector<const std::vector<Node>*>& nodes,
                          const std::vector<std::size_t>& positions, const Counts& counts);

} // namespace loop::report::derive
