#pragma once

#include "derive/sequence.h"

#include <map>

/// What all ranks did together.
namespace loop::report::derive {

/// What one rank does in a step.
struct Part {
    Messages sends, receives;
    Computations before, inside;
    long long bytes = 0;            ///< that the rank contributes to a collective operation
    std::vector<long long> slots{}; ///< as in Operation
};

/// A collective operation of its members, or messages between ranks, all of which are in the same step.
struct Step {
    std::string name; ///< as in Operation
    std::string combine{}, element{};
    Flight flight = Flight::none;
    int handle = 0; ///< of a beginning or end: its number among those that are in flight at a time
    int root = -1;
    long long bytes = 0;                    ///< the most that a rank contributes
    std::vector<std::vector<int>> groups{}; ///< members of each group; empty: all ranks are one
    Phases phases{};
    std::string origin{};
    bool receives_first = false; ///< each rank sends when it has received
    std::map<int, Part> parts{}; ///< by rank

    bool is_collective() const { return !name.empty(); }
};

/// Which steps are the same call of the program on different ranks, and so should follow each other. Where
/// the trace shows the place of a call in the source, that decides, except with `index`.
enum class Grouping {
    distance, ///< the n-th call of a name with receivers at the same distance
    size,     ///< and with messages of the same size
    origin,   ///< the n-th call of a name
    index,    ///< none are known: steps follow by the index that they have on their ranks
};
constexpr Grouping groupings[] = {Grouping::distance, Grouping::size, Grouping::origin, Grouping::index};

/// The operations of all ranks, step by step.
struct StepOrder {
    /// What a rank does in a step: its operations `first` to `end` - 1.
    struct Turn {
        int rank = 0;
        std::size_t first = 0, end = 0;

        friend bool operator==(const Turn& a, const Turn& b) {
            return a.rank == b.rank && a.first == b.first && a.end == b.end;
        }
    };

    std::vector<Turn> turns;       ///< those of a step by rank
    std::vector<std::size_t> ends; ///< of the turns of each step

    friend bool operator==(const StepOrder& a, const StepOrder& b) {
        return a.ends == b.ends && a.turns == b.turns;
    }
};

/// An order of steps that each rank's sequence agrees with. Throws DeriveError if there is none.
StepOrder order_of_steps(const Sequences& sequences, Grouping grouping);

/// The orders of the sequences of several runs for each grouping, without those that are there already.
std::vector<std::vector<StepOrder>> different_orders(const std::vector<Sequences>& sequences);

/// Throws DeriveError if ranks contradict each other.
std::vector<Step> steps_of(const Sequences& sequences, const StepOrder& order);

/// Which steps may become one.
enum class Merging {
    any,
    same_call, ///< only those of the same place in the source; if that is not known, with messages of the
               ///< same sizes
};

/// Whether `next` can happen in the same step as `step`, as no rank then does something in another order, or
/// computes for long in between; then adds it.
bool merge(Step& step, const Step& next, Merging merging = Merging::any);

} // namespace loop::report::derive
