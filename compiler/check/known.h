#pragma once

#include "compiler/check/variables.h"

#include <map>
#include <set>

namespace loop::compiler {

/// Variables of which the file shows what they hold wherever they have a value: the rank, the number of
/// ranks, or a communicator of all ranks. One that is also changed in another way is none of these.
class Known {
public:
    Known(const CheckContext& context, const Variables& variables);

    bool is_rank(std::size_t function, std::uint32_t token) const;
    bool is_number_of_ranks(std::size_t function, std::uint32_t token) const;
    /// MPI_COMM_WORLD itself, or a variable that holds it, a duplicate of it or a split of it into one part.
    bool is_world(std::size_t function, std::uint32_t token) const;
    /// Two words name the same communicator of all ranks when theirs are equal.
    Variables::Variable communicator(std::size_t function, std::uint32_t token) const;

private:
    const HostCode& host_;
    const Variables& variables_;
    std::set<Variables::Variable> ranks_;
    std::set<Variables::Variable> numbers_of_ranks_;
    std::map<Variables::Variable, Variables::Variable> worlds_; ///< to the first of its names
};

} // namespace loop::compiler
