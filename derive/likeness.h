#pragma once

#include "derive/sequence.h"

namespace loop::report::derive {

/// How alike two programs communicate.
struct Likeness {
    struct Traffic {
        long long messages = 0, bytes = 0, collectives = 0;
    };

    int ranks_alike = 0; ///< whose canonical sequences are equal
    int ranks = 0;
    std::size_t operations = 0;   ///< of all ranks of the original
    std::string first_difference; ///< empty: none
    bool same_matrix = true;      ///< of messages and bytes between ranks
    Traffic original, derived;

    bool is_alike() const { return ranks_alike == ranks && first_difference.empty(); }
};

Likeness likeness_of(const Sequences& original, const Sequences& derived);

} // namespace loop::report::derive
