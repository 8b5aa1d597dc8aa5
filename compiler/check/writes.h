#pragma once

#include "compiler/check/variables.h"

#include <vector>

namespace loop::compiler {

/// The kind of value that a variable gets.
enum class Given {
    Rank,
    Ranks,   ///< the number of ranks
    World,   ///< MPI_COMM_WORLD
    Nothing, ///< MPI_COMM_NULL
    Number,  ///< a number in a declaration, before the variable gets its real value
    Copy,
    Duplicate, ///< a communicator, window, or file with the same ranks
    RankOf,    ///< the rank in a communicator
    RanksOf,
    Other
};

/// A value that a variable gets: from an assignment, an initialization, an argument, or a call.
struct Write {
    Variables::Variable target;
    Given given = Given::Other;
    Variables::Variable source;  ///< Copy, Duplicate, RankOf, RanksOf
    std::size_t function = none; ///< where it gets the value
    std::uint32_t first = 0;     ///< the tokens of the value; empty if they do not show it
    std::uint32_t last = 0;
};

/// The values that the file's variables get, in the order of the file.
std::vector<Write> find_writes(const CheckContext& context, const Variables& variables);

/// MPI_COMM_WORLD, as a source.
Variables::Variable world_communicator();

} // namespace loop::compiler
