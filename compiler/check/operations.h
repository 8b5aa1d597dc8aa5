#pragma once

#include "compiler/check/program.h"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace loop::compiler {

struct HostCode;

/// An argument that every rank must give the same.
struct CommonArgument {
    std::size_t index;
    std::string_view name;
};

/// Collective operations in host code that every rank has to call: PICL's, and MPI's on a communicator of all
/// ranks.
struct Operation {
    std::string_view name = {};
    std::vector<CommonArgument> common = {};
    std::size_t communicator = none; ///< argument; none: PICL's
    std::size_t spread = none;       ///< the argument that all ranks have the same afterwards
};

/// The operation whose call begins at a token, or null. Of MPI's it gives also those on other communicators.
const Operation* find_operation(const HostCode& host, std::uint32_t token);

/// The token behind the one at `token`; behind what stands in brackets where it opens some.
std::uint32_t behind_token(const HostCode& host, std::uint32_t token);

/// The tokens [first, last) of an argument of the call that begins at `token`; empty where it has fewer.
std::pair<std::uint32_t, std::uint32_t> call_argument(const HostCode& host, std::uint32_t token,
                                                      std::size_t index);

/// Of constructs: those whose messages go round, so that every rank must give the same; not the size of an
/// `\EXCHANGE`, which two partners alone agree on.
std::vector<CommonArgument> common_arguments(const Construct& construct);

} // namespace loop::compiler
