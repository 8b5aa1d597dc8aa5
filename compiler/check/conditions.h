#pragma once

#include "compiler/check/known.h"

#include <functional>
#include <optional>
#include <vector>

namespace loop::compiler {

/// What a condition says on the ranks of a run.
enum class Holds {
    Always, ///< on every rank, whatever their number
    Never,
    Same, ///< or not, but the same on all ranks
    Varies
};

/// Reads conditions as far as they compare the rank with the number of ranks and with numbers: `rank < nodes`
/// holds on every rank, `rank == 0` on one of them.
class Conditions {
public:
    /// Tells whether tokens [first, last) of a function name what depends on the rank.
    using Depends = std::function<bool(std::size_t function, std::uint32_t first, std::uint32_t last)>;

    Conditions(const HostCode& host, const Known& known, Depends depends)
        : host_(host), known_(known), depends_(std::move(depends)) {}

    /// The condition of tokens [first, last). One that cannot be read varies as soon as it names what depends
    /// on the rank.
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
