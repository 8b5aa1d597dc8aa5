#pragma once

#include "compiler/check/number_types.h"

#include <optional>

namespace loop::compiler {

/// Counts the floating-point operations of simple statements: additions, subtractions, multiplications and
/// divisions of which an operand is a floating-point number. Gives no number if it is not certain: of
/// statements with calls, conditions, pointers, or variables of unknown types.
class Arithmetic {
public:
    /// Reads the statements of one function.
    Arithmetic(const HostCode& host, const NumberTypes& types, std::size_t function)
        : host_(host), types_(types), function_(function) {}

    /// The statement that begins at `token` and ends with a `;`: its operations, and the token behind it.
    struct Counted {
        long long operations;
        std::uint32_t end;
    };
    std::optional<Counted> statement(std::uint32_t token) const;

    /// Whether tokens [first, last) are an expression that is an integer, with no floating-point operation.
    bool is_integer(std::uint32_t first, std::uint32_t last) const;

private:
    class Reader;

    const HostCode& host_;
    const NumberTypes& types_;
    std::size_t function_;
};

} // namespace loop::compiler
