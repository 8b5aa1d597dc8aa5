#pragma once

#include "compiler/check/known.h"
#include "compiler/check/operations.h"

#include <unordered_set>

namespace loop::compiler {

/// Finds the calls in host code that every rank must reach: collective operations, and calls of functions in
/// the file that communicate, directly or through other functions.
class Communication {
public:
    Communication(const CheckContext& context, const Known& known);

    /// Whether a call that communicates begins at `token` of a function.
    bool at(std::size_t function, std::uint32_t token) const;
    /// The collective operation over all ranks whose call begins at `token`, or null.
    const Operation* operation(std::size_t function, std::uint32_t token) const;
    /// A number for what the call at `token` does: calls that can match each other have the same number.
    std::uint64_t identity(std::size_t function, std::uint32_t token) const;

private:
    void find_functions();
    bool is_named_lambda(const Statement& statement) const;
    bool contains_construct(const Statement& statement) const;
    /// The token of the communicator argument, or Token::unpaired.
    std::uint32_t communicator(std::size_t function, std::uint32_t call, const Operation& operation) const;

    const CheckContext& context_;
    const Known& known_;
    std::unordered_set<std::string_view> functions_; ///< functions that communicate
};

} // namespace loop::compiler
