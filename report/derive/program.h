#pragma once

#include "report/derive/tree.h"

namespace loop::report::derive {

struct ProgramOptions {
    std::string name;          ///< of the program that the trace is from; empty: not told
    bool anonymous = false;    ///< names of files, functions, and phases are left out
    std::size_t events = 1000; ///< events that the program may record
};

/// The loops and constructs of a tree, one text for each, without what ranks compute, and the parameters they
/// use.
struct Outline {
    std::vector<std::string> statements, parameters;
};
Outline outline_of(const Tree& tree);

/// The text of a `.loop` program that does what the tree says.
std::string program_text(Tree tree, const std::vector<std::string>& notes, const ProgramOptions& options);

} // namespace loop::report::derive
