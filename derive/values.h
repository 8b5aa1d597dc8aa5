#pragma once

#include "derive/helpers.h"

#include <optional>

namespace loop::report::derive {

/// A number of a program on each number of ranks that it was recorded on.
using Values = std::vector<long long>;
bool are_equal(const Values& values);

/// Such a number as a formula: a constant, and what to do with it.
struct ValueFormula {
    long long constant = 0;
    std::string before, after; ///< text around the constant
    bool is_constant() const { return before.empty() && after.empty(); }
    std::string text(const std::string& name) const;
};

/// A constant, or a multiple or fraction of an extent. Nothing if none gives all values.
std::optional<ValueFormula> value_formula(const Values& values, const Counts& counts);

} // namespace loop::report::derive
