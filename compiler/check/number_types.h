#pragma once

#include "compiler/check/variables.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace loop::compiler {

/// What a variable or an expression holds: numbers, and how many subscripts lead to one.
struct NumberType {
    enum class Kind { Unknown, Integer, Floating };

    Kind kind = Kind::Unknown;
    int subscripts = 0;
    bool has_64_bits = false; ///< an integer that has them, such as a `long` or a `std::size_t`

    bool is_integer() const { return kind == Kind::Integer && subscripts == 0; }
    bool is_floating() const { return kind == Kind::Floating && subscripts == 0; }
};

/// A type that tokens show, and the token behind it.
struct ReadType {
    NumberType type;
    std::uint32_t end;
};

/// Reads `const double`, `std::size_t`, `std::vector<double>` and the like at `token`, without the `*` behind
/// it. Unknown if it is none of the types of numbers.
ReadType read_type(const HostCode& host, std::uint32_t token);

/// The types of variables, as far as the file shows. Unknown: names that are declared elsewhere, twice, by a
/// macro, or with a type of which the file does not show that it is one of numbers.
class NumberTypes {
public:
    explicit NumberTypes(const CheckContext& context);

    /// Of the variable that the word at `token` of a function means.
    NumberType of(std::size_t function, std::uint32_t token) const;
    /// Of the variable that a word means in an argument of the construct at `token` of a function.
    NumberType of(std::size_t function, std::string_view word, std::uint32_t token) const;

private:
    void of_constructs();
    void of_file();
    NumberType declared_at(std::uint32_t token) const;
    bool begins_for(std::size_t token) const;

    /// What a construct declares: `from` to `to` are the bytes in which the name is known.
    struct Named {
        NumberType type;
        std::size_t from, to;
    };

    const CheckContext& context_;
    const HostCode& host_;
    Variables variables_;
    std::unordered_set<std::string_view> macros_;
    std::unordered_map<std::string_view, std::vector<Named>> by_constructs_;
    std::unordered_map<std::string_view, std::vector<std::uint32_t>> at_file_scope_;
};

} // namespace loop::compiler
