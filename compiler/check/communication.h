#pragma once

#include "compiler/check/known.h"
#include "compiler/check/operations.h"

#include <unordered_set>

namespace loop::compiler {

/// Where host code communicates so that every rank has to come: collective operations, and calls of functions
/// of the file that communicate, themselves or through others.
class Communication {
public:
    Communication(const CheckContext& context, const Known& known);

    /// Whether a call that communicates begins at a token of a function.
    bool at(std::size_t function, std::uint32_t token) const;
    /// The collective operation whose call begins there, over all ranks; or null.
    const Operation* operation(std::size_t function, std::uint32_t token) const;
    /// What the call at a token does, as a number: two calls that can meet have the same one.
    std::uint64_t identity(std::size_t function, std::uint32_t token) const;

private:
    void find_functions();
    bool is_named_lambda(const Statement& statement) const;
    bool contains_construct(const Statement& statement) const;
    /// The communicator's word among the arguments, or Token::unpaired.
    std::uint32_t communicator(std::size_t function, std::uint32_t call, const Operation& operation) const;

    const CheckContext& context_;
    const Known& known_;
    std::unordered_set<std::string_view> functions_; ///< that communicate
};

} // namespace loop::compiler
