#pragma once

#include "compiler/check/statements.h"

#include <utility>
#include <vector>

/// How variables get their values, as far as tokens show: assignments, initializations, arguments.
namespace loop::compiler {

/// Whether the word at `token` follows `.` or `->`.
bool is_member(const HostCode& host, std::uint32_t token);

/// Whether the operator at `token` changes a variable: `=`, `+=`, `++` and the like.
bool is_assignment(const HostCode& host, std::uint32_t token);

/// The variable that the operator at `token` changes: the name to its left, before subscripts and members, or
/// for `++n` the name to its right. Token::unpaired if there is none.
std::uint32_t assigned_variable(const HostCode& host, std::uint32_t token);

/// Whether the bracket at `token` opens the value of a declaration: `int n(me)` and `int n{me}`.
bool is_initialisation(const HostCode& host, std::uint32_t token);

/// The token that ends the expression that begins at `token`: a `;`, `,`, `)` or `}`, or `last`.
std::uint32_t end_of_expression(const HostCode& host, std::uint32_t token, std::uint32_t last);

/// The bracket that closes the one at `open`, or `open` if none does.
std::uint32_t close_of(const HostCode& host, std::uint32_t open);

/// The tokens [first, last) of each argument of the call whose bracket is at `open`.
std::vector<std::pair<std::uint32_t, std::uint32_t>> call_arguments(const HostCode& host, std::uint32_t open);

/// The tokens of the names of a function's parameters; Token::unpaired for one without a name.
std::vector<std::uint32_t> parameter_names(const HostCode& host, const StatementTree& tree,
                                           const Function& function);

} // namespace loop::compiler
