#pragma once

#include "derive/steps.h"
#include "derive/together.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loop::report::derive {

/// The order in which steps should happen if they can: those that are the same call of the program on
/// different ranks one after the other.
class Order {
public:
    Order(const Sequences& sequences, Together& together, Grouping grouping);

    std::size_t place(std::size_t step) const {
        return places_.empty() || calls_[step] == unknown ? 0 : places_[calls_[step]];
    }
    void join(std::size_t step, std::size_t other) {
        if (place(other) < place(step)) calls_[step] = calls_[other];
    }

private:
    static constexpr std::size_t unknown = SIZE_MAX;

    /// Each step is a call of its own, at the largest index that it has on a rank.
    void place_by_index(const Sequences& sequences, Together& together);
    /// What the same call is on other ranks, too; empty for what only receives.
    std::string call_of(int rank, const Operation& operation) const;
    /// The n-th call on one rank is the n-th call on another one.
    void number_calls(const Sequences& sequences, Together& together);
    void find_successors(const Sequences& sequences, Together& together);
    /// Each call behind its predecessors; where they form a circle, the one of which a rank is first.
    void place_calls();

    Grouping grouping_;
    std::vector<std::size_t> calls_; ///< by step
    std::vector<double> progress_;   ///< of a rank that reaches the call, from 0 to 1, by call
    std::vector<std::vector<std::size_t>> successors_;
    std::vector<std::size_t> places_; ///< by call
    std::size_t placed_ = 0;
};

} // namespace loop::report::derive
