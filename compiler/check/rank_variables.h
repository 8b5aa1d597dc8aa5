#pragma once

#include "compiler/check/conditions.h"

#include <memory>

namespace loop::compiler {

/// The variables of the file that depend on the rank.
///
/// A variable depends on the rank when its value comes from \OPEN0's `me`, from who0 or from MPI_Comm_rank,
/// when it is computed from one that does, or when it is assigned under a condition that does and that is not
/// the same on all ranks (`rank < nodes`). A variable that a broadcast or an all-reduction has passed through
/// is the same everywhere and never depends. The order of statements is not looked at.
class RankVariables {
public:
    RankVariables(const CheckContext& context, const Variables& variables, const Known& known);
    ~RankVariables();

    /// Whether any variable does.
    bool any() const;
    /// Whether a word that stands at (or in the construct at) `token` of a function does.
    bool depends(std::size_t function, std::string_view word, std::size_t token) const;
    /// The first word of tokens [first, last) that depends on the rank, or Token::unpaired.
    std::uint32_t first_dependent(std::size_t function, std::uint32_t first, std::uint32_t last) const;
    /// What the condition of tokens [first, last) says on the ranks.
    const Conditions& conditions() const;

private:
    class Flow;
    std::unique_ptr<Flow> flow_;
};

} // namespace loop::compiler
