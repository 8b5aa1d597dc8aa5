#pragma once

#include "compiler/check/conditions.h"

#include <memory>

namespace loop::compiler {

/// The variables of the file that depend on the rank.
///
/// A variable depends on the rank if its value comes from \OPEN0's `me`, from who0, or from MPI_Comm_rank, if
/// it is computed from a variable that depends on the rank, or if it is assigned under a condition that
/// depends on the rank and differs between ranks (unlike `rank < nodes`, which holds on all). The result of a
/// broadcast or an all-reduction is the same everywhere and never depends on the rank. The order of
/// statements does not matter.
class RankVariables {
public:
    RankVariables(const CheckContext& context, const Variables& variables, const Known& known);
    ~RankVariables();

    /// Whether any variable depends on the rank.
    bool any() const;
    /// Whether `word` depends on the rank at `token` of a function, or in the construct at `token`.
    bool depends(std::size_t function, std::string_view word, std::size_t token) const;
    /// The first word of tokens [first, last) that depends on the rank, or Token::unpaired.
    std::uint32_t first_dependent(std::size_t function, std::uint32_t first, std::uint32_t last) const;
    /// Evaluates conditions; see Conditions.
    const Conditions& conditions() const;

private:
    class Flow;
    std::unique_ptr<Flow> flow_;
};

} // namespace loop::compiler
