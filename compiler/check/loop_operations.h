#pragma once

#include "compiler/check/arithmetic.h"

#include <optional>
#include <string>
#include <vector>

namespace loop::compiler {

/// A number of operations: one that is known, and products with numbers of passes, such as `2.0 * n`.
struct Operations {
    long long known = 0;
    std::vector<std::string> products;

    bool empty() const { return known == 0 && products.empty(); }
    /// As a C++ expression of type double: "2.0 * n + 1.0".
    std::string text() const;
};

/// A `for` loop with a certain number of passes.
struct CountedLoop {
    Operations each; ///< of one pass
    Operations all;  ///< of all passes
};

/// Counts the operations of loops and statements, if they are certain.
class LoopOperations {
public:
    LoopOperations(const HostCode& host, const NumberTypes& types, std::size_t function)
        : host_(host), types_(types), function_(function), arithmetic_(host_, types, function) {}

    /// Of the `for` at `token`, with the loops in it.
    std::optional<CountedLoop> of_loop(std::uint32_t token) const;

    /// Of the statement at `token` without a loop in it: a simple one, or a block of these.
    std::optional<long long> of_statement(std::uint32_t token) const;

    /// `n`, or `(n - 1)`: a factor of a product.
    static std::string as_factor(const std::string& count);

private:
    class Reader;

    const HostCode& host_;
    const NumberTypes& types_;
    std::size_t function_;
    Arithmetic arithmetic_;
};

} // namespace loop::compiler
