#pragma once

#include "derive/runs.h"
#include "derive/tree.h"

#include <deque>

namespace loop::report::derive {

/// A statement that the program has on every number of ranks that it was recorded on.
struct Statement {
    Counts counts{};                  ///< the numbers of ranks on which it is executed
    std::vector<const Node*> steps{}; ///< by number of ranks
    Values times{};                   ///< of a loop, on all numbers of ranks around it
    std::vector<Statement> body{};
    std::optional<Run> run{}; ///< a loop over steps that differ in the distance of their partners

    bool is_loop() const { return !body.empty(); }
};
using Statements = std::vector<Statement>;

/// The programs of several numbers of ranks as one.
struct Family {
    Counts counts;
    Statements body;
    std::vector<const Loads*> after;      ///< the last statement
    std::size_t stranger = 0;             ///< index of the first tree that has other statements; 0: none
    std::string difference;               ///< what it has instead
    std::deque<std::vector<Node>> passes; ///< of loops that some numbers of ranks pass only once
};

/// If the trees are not one program, the family is that of the first one. `trees` must live as long as it.
Family family_of(const std::vector<Tree>& trees);

} // namespace loop::report::derive
