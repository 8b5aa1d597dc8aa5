#pragma once

#include "compiler/check/program.h"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace loop::compiler {

struct HostCode;

/// An argument that must be the same on every rank.
struct CommonArgument {
    std::size_t index;
    std::string_view name;
};

/// The arguments that describe data whose type signature must be the same on every rank.
struct CommonData {
    std::size_t buffer; ///< if it is MPI_IN_PLACE, the other two mean nothing
    std::size_t count;  ///< none: counts may differ
    std::size_t datatype;
};

/// A collective operation in host code that every rank must call: one of PICL, or one of MPI on a
/// communicator of all ranks.
struct Operation {
    std::string_view name = {}; ///< calls that match each other have the same
    std::vector<CommonArgument> common = {};
    std::size_t communicator = none; ///< index of the argument; none: a PICL operation
    std::size_t spread = none;       ///< index of the argument that is the same on all ranks afterwards
    std::vector<CommonData> data = {};
};

/// Returns the operation whose call begins at `token`, or null. Does not check the communicator of MPI
/// operations.
const Operation* find_operation(const HostCode& host, std::uint32_t token);

/// The token after `token`, or after the closing bracket if `token` is an opening one.
std::uint32_t behind_token(const HostCode& host, std::uint32_t token);

/// The tokens [first, last) of an argument of the call that begins at `token`; empty if the call has fewer
/// arguments.
std::pair<std::uint32_t, std::uint32_t> call_argument(const HostCode& host, std::uint32_t token,
                                                      std::size_t index);

/// The arguments of a construct that must be the same on every rank. The size of an `\EXCHANGE` is not among
/// them: only two partners must agree on it.
std::vector<CommonArgument> common_arguments(const Construct& construct);

} // namespace loop::compiler
