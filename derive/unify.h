#pragma once

#include "derive/numbers.h"

namespace loop::report::derive {

/// What differs between statements of the same shape.
struct Variable {
    std::string name, type;
    std::vector<std::string> values; ///< by occurrence, with tokens
};

/// Statements of the same shape as one, of which what differs is a variable.
struct Unified {
    Codes codes;
    std::vector<Variable> variables;
};

/// Which times become their mean.
enum class Times { alike, all };

/// A token that marks where variables are declared, whose names come behind it in the text.
std::string new_scope(Numbers& numbers);

/// `scope` is the token of where the variables will be declared. `prefix` comes before the names of
/// variables.
Unified unified(const std::vector<Codes>& occurrences, Numbers& numbers, const std::string& scope,
                const std::string& prefix = "", Times times = Times::alike);

} // namespace loop::report::derive
