#pragma once

#include "compiler/check/writes.h"

#include <map>
#include <set>

namespace loop::compiler {

/// Variables whose value is always the rank, always the number of ranks, or always a communicator (or a
/// window or file) of all ranks, as far as the file shows. A variable that also gets other values does not
/// count.
class Known {
public:
    Known(const CheckContext& context, const Variables& variables, const std::vector<Write>& writes);

    bool is_rank(std::size_t function, std::uint32_t token) const;
    bool is_number_of_ranks(std::size_t function, std::uint32_t token) const;
    /// MPI_COMM_WORLD itself, or a variable that holds it, a duplicate of it, or a split of it with a single
    /// color.
    bool is_world(std::size_t function, std::uint32_t token) const;
    /// Identifies a communicator of all ranks: two tokens name the same communicator if this returns the same
    /// for both.
    Variables::Variable communicator(std::size_t function, std::uint32_t token) const;

private:
    const HostCode& host_;
    const Variables& variables_;
    std::set<Variables::Variable> ranks_;
    std::set<Variables::Variable> numbers_of_ranks_;
    std::map<Variables::Variable, Variables::Variable>
        worlds_; ///< from each variable to the first name of its communicator
};

} // namespace loop::compiler
