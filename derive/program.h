#pragma once

#include "derive/tree.h"

namespace loop::report::derive {

struct ProgramOptions {
    std::string name;          ///< of the program that the trace is from; empty: not told
    bool anonymous = false;    ///< names of files, functions, and phases are left out
    bool noise = false;        ///< computation varies as in the trace
    std::size_t events = 1000; ///< events that the program may record
};

struct Program {
    std::string text;
    std::size_t stranger = 0;             ///< index of the first tree that has other statements, and that the
    std::string difference;               ///< program does not fit; empty: none
    std::vector<std::string> unexplained; ///< what no formula of the number of ranks was found for
};

/// The `.loop` program that does what the trees say, each of which is of another number of ranks.
Program program_of(std::vector<Tree> trees, const std::vector<std::string>& notes,
                   const ProgramOptions& options);

/// The best program of these sequences, each of which is of another number of ranks: it fits all of them if
/// one does, lacks the fewest formulas, and is the shortest. Throws DeriveError as tree_of().
Program best_program(std::vector<Sequences> sequences, const std::vector<std::string>& notes,
                     const ProgramOptions& options);

} // namespace loop::report::derive
