#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace loop::compiler {

/// What makes C++ compute a product with 64 bits, if it is put before the product's first operand. It comes
/// from `<loop/wide.h>`.
inline constexpr std::string_view widening = "loop::wide * ";

/// Where the products of an argument begin that may not fit in an int, in order; products and shifts to the
/// left, outside of calls and subscripts. None if their first two operands show that they are wide anyway (a
/// floating-point number, `8LL`, `sizeof`), if their constants show that they fit, and if it is in doubt how
/// C++ reads the argument.
std::vector<std::size_t> narrow_products(std::string_view code);

/// The argument with its products widened.
std::string widened(std::string_view code);

} // namespace loop::compiler
