#pragma once

#include "compiler/check/checks.h"

#include <utility>

namespace loop::compiler {

/// Which variable a word means: told from its name and where it is declared, as far as tokens show it.
class Variables {
public:
    /// Name and place of declaration: two words mean the same variable when both are equal.
    using Variable = std::pair<std::string_view, std::uint64_t>;

    explicit Variables(const CheckContext& context);

    /// The variable that `word` means at a token of a function: the innermost one that is declared before it,
    /// else one of the file, else one of that name that is the function's own.
    Variable at(std::size_t function, std::string_view word, std::size_t token) const;
    /// Whether that variable is declared at token `first` or behind it.
    bool declared_behind(std::size_t function, std::string_view word, std::size_t token,
                         std::uint32_t first) const;
    /// The variable of the file that has this name.
    static Variable of_file(std::string_view word);

private:
    struct Declared {
        std::uint32_t token;
        std::size_t last; ///< its scope ends before this token
    };

    void find_declarations(std::uint32_t first, std::uint32_t last, bool header, std::size_t scope_end);
    std::size_t scope_end(std::uint32_t token) const;
    bool begins_for(std::uint32_t token) const;

    const CheckContext& context_;
    const HostCode& host_;
    std::unordered_map<std::string_view, std::vector<Declared>> declared_; ///< in functions, in order
    std::unordered_map<std::uint32_t, std::uint32_t>
        headed_; ///< from the first token of a condition to its statement
};

} // namespace loop::compiler
