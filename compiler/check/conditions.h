#pragma once

#include "compiler/check/known.h"

#include <functional>
#include <optional>
#include <vector>

namespace loop::compiler {

/// How a condition evaluates on the ranks of a run.
enum class Holds {
    Always, ///< true on every rank, for any number of ranks
    Never,
    Same, ///< true or false, but the same on all ranks
    Varies
};

/// Evaluates conditions that compare the rank with the number of ranks or with constants: `rank < nodes`
/// holds on every rank, `rank == 0` on one of them.
class Conditions {
public:
    /// Returns whether tokens [first, last) of a function contain anything that depends on the rank.
    using Depends = std::function<bool(std::size_t function, std::uint32_t first, std::uint32_t last)>;

    Conditions(const HostCode& host, const Known& known, Depends depends)
        : host_(host), known_(known), depends_(std::move(depends)) {}

    /// Evaluates the condition in tokens [first, last). A condition that cannot be parsed is `Varies` if it
    /// contains anything that depends on the rank, else `Same`.
    Holds of(std::size_t function, std::uint32_t first, std::uint32_t last) const;

    /// The ranks that a condition names one by one: 1 and 3 of `rank == 1 || rank == 3`.
    std::optional<std::vector<long long>> ranks_named(std::size_t function, std::uint32_t first,
                                                      std::uint32_t last) const;

private:
    class Reader;

    const HostCode& host_;
    const Known& known_;
    Depends depends_;
};

} // namespace loop::compiler
