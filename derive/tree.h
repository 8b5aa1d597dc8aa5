#pragma once

#include "derive/spread.h"
#include "derive/steps.h"

namespace loop::report::derive {

/// Time that ranks compute in a phase, on average over the executions of a statement.
struct Load {
    Phases phases;
    std::vector<double> seconds;       ///< by rank
    std::vector<double> odd_seconds{}; ///< by rank, on average over every second execution
    long long executions = 1;
    Spread spread{}; ///< of all times of the statement; empty: not wanted

    double mean() const;
};
using Loads = std::vector<Load>;

/// A statement of the program: a loop over `body`, or a step.
struct Node {
    long long times = 1;
    std::vector<Node> body{};
    Step step{};
    Loads before{}, inside{}; ///< of a step
    long long executions = 0;
    Spread spread{}; ///< of `before` and `inside`, weighted by seconds; empty: not wanted

    bool is_loop() const { return !body.empty(); }
};

struct Tree {
    int ranks = 0;
    long long size = 0; ///< of the problem; 0: not known
    std::vector<Node> body;
    Loads after; ///< the last statement
};

/// What is wanted of times.
enum class Statistics { means, spreads };

/// The program of all ranks as nested loops. Throws DeriveError as steps_of().
Tree tree_of(const Sequences& sequences, const StepOrder& order, Merging merging = Merging::any,
             Statistics statistics = Statistics::means);

} // namespace loop::report::derive
