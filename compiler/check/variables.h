#pragma once

#include "compiler/check/checks.h"

#include <utility>

namespace loop::compiler {

/// Finds which variable a word means, from its name and its declarations, as far as tokens show.
class Variables {
public:
    /// Name and place of declaration: two words mean the same variable if both are equal.
    using Variable = std::pair<std::string_view, std::uint64_t>;

    explicit Variables(const CheckContext& context);

    /// The variable that `word` means at `token` of a function: the innermost one declared before `token`;
    /// else one of this function, if none of this name is declared before the function; else the file's.
    Variable at(std::size_t function, std::string_view word, std::size_t token) const;
    /// Whether that variable is declared at token `first` or after it.
    bool declared_behind(std::size_t function, std::string_view word, std::size_t token,
                         std::uint32_t first) const;
    /// The variables that `\OPEN0` sets by its argument with this index.
    std::vector<Variable> set_by(const Construct& open, std::size_t argument) const;
    /// The file-scope variable with this name.
    static Variable of_file(std::string_view word);

private:
    struct Declared {
        std::uint32_t token;
        std::size_t last; ///< the end of its scope, exclusive
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
