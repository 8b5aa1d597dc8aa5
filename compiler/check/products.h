#pragma once

#include "compiler/lex/code.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace loop::compiler {

/// What makes C++ compute a product with 64 bits, if it is put before the product's first operand. It comes
/// from `<loop/wide.h>`.
inline constexpr std::string_view widening = "loop::wide * ";

/// Whether the file shows that what has this name is a number with 64 bits, or a floating-point number: a
/// variable or a function, or the member function that is called.
using IsWide = std::function<bool(std::string_view name, bool is_member_call)>;

/// The products of an argument that may not fit in an int, in order; products and shifts to the left, outside
/// of calls and subscripts. None if their first two operands show that they are wide anyway (a floating-point
/// number, `8LL`, `sizeof`, or what `is_wide` knows), if their constants show that they fit, and if it is in
/// doubt how C++ reads the argument.
std::vector<Range> narrow_products(const Code& code, const IsWide& is_wide = {});

/// The products of an argument of which it is in doubt how C++ reads it (templates, several comparisons), so
/// that narrow_products() has none; outside of brackets, if no operand shows that it is wide. None of other
/// arguments.
std::vector<Range> doubtful_products(const Code& code, const IsWide& is_wide = {});

/// The argument on one line, without comments, and with its products widened.
std::string widened(const Code& code);

} // namespace loop::compiler
